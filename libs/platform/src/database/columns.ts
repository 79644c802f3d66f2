import type { SqlParameter } from './statement';

type ColumnType = 'uuid' | 'text' | 'numeric' | 'integer' | 'boolean' | 'timestamptz' | 'jsonb' | 'bytea';

type ColumnMap<R> = Readonly<Record<string, readonly [type: ColumnType, valueOf: (record: R) => unknown]>>;

/** What PostgreSQL returns for the columns: the same values that were stored. Amounts and rates are text. */
export type RowOf<C, Prefix extends string = ''> =
  C extends Columns<infer _, infer M> ? { [N in keyof M & string as `${Prefix}${N}`]: ReturnType<M[N][1]> } : never;

/**
 * The columns of a table, declared once for statements that write records and for those that read rows. Columns are
 * always named: a prepared `SELECT *` fails once on every connection after a migration that adds a column.
 */
export class Columns<R, M extends ColumnMap<R>> {
  private readonly columns: readonly { name: string; type: ColumnType; valueOf: (record: R) => unknown }[];
  private readonly parameters: ReadonlyMap<string, string>;
  /** `id, status`, as an `INSERT` lists them. */
  readonly names: string;
  /** `$1::uuid, $2::text`: one record, with the parameters of `parametersOf`. */
  readonly values: string;
  readonly count: number;

  private constructor(map: M) {
    this.columns = Object.entries(map).map(([name, [type, valueOf]]) => ({ name, type, valueOf }));
    this.parameters = new Map(this.columns.map(({ name, type }, index) => [name, `$${index + 1}::${type}`]));
    this.names = [...this.parameters.keys()].join(', ');
    this.values = [...this.parameters.values()].join(', ');
    this.count = this.columns.length;
  }

  /** `Columns.of<Refund>()({ id: ['uuid', (refund) => refund.id], … })` */
  static of<R>() {
    return <M extends ColumnMap<R>>(map: M) => new Columns<R, M>(map);
  }

  /** The parameter of one column, as `values` has it: `$2::text`. */
  parameter(name: keyof M & string): string {
    return this.parameters.get(name) ?? '';
  }

  /** One column of the parameters of `arraysOf`: `$2::text[]`. */
  array(name: keyof M & string): string {
    return `${this.parameter(name)}[]`;
  }

  /** `p.id, p.status`; with a prefix `o.id AS order_id, o.status AS order_status`, for tables that share names. */
  select(alias: string, prefix = ''): string {
    return this.columns.map(({ name }) => `${alias}.${name}${prefix && ` AS ${prefix}${name}`}`).join(', ');
  }

  /** A `FROM` item of any number of records: `unnest($1::uuid[], $2::text[]) AS p (id, status)`, with `arraysOf`. */
  rows(alias: string): string {
    const arrays = this.columns.map(({ type }, index) => `$${index + 1}::${type}[]`);
    return `unnest(${arrays.join(', ')}) AS ${alias} (${this.names})`;
  }

  /** `status = EXCLUDED.status, …`: every column but the named ones. */
  overwritten(except: readonly (keyof M & string)[]): string {
    const changing = this.columns.filter(({ name }) => !except.includes(name));
    return changing.map(({ name }) => `${name} = EXCLUDED.${name}`).join(', ');
  }

  parametersOf(record: R): SqlParameter[] {
    return this.columns.map(({ type, valueOf }) => stored(type, valueOf(record)));
  }

  arraysOf(records: readonly R[]): SqlParameter[] {
    return this.columns.map(({ type, valueOf }) => records.map((record) => stored(type, valueOf(record))));
  }
}

type Scalar = string | number | boolean | Date | Buffer | null;

function stored(type: ColumnType, value: unknown): Scalar {
  return type === 'jsonb' && value !== null ? JSON.stringify(value) : (value as Scalar);
}
