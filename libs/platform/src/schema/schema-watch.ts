import { newId } from '@app/kernel';
import { sqlStateOf, SQLSTATE, type Database } from '../database/database';
import { statement } from '../database/statement';
import type { Log } from '../logging/log';
import type { ReadinessCheck } from '../ops-server/ops-server';
import { CODE_LEVEL, SchemaMismatchError, schemaProblem, type SchemaRange } from './schema-range';

/** A migration that old code must not survive waits for longer than this between its announcement and its change. */
const CHECK_EVERY_MS = 500;

const FORGET_OLD = statement(
  'schema.forget-old',
  `DELETE FROM service_processes WHERE seen_at < now() - interval '1 day'`,
);
const CHECK = statement(
  'schema.check',
  `WITH seen AS (
     INSERT INTO service_processes (id, service, level) VALUES ($1, $2, $3)
     ON CONFLICT (id) DO UPDATE SET seen_at = now())
   SELECT level, admits FROM schema_versions`,
);

/**
 * Compares the schema with this version, twice a second, and records that this process runs, so that a migration which
 * it would not survive waits for its end.
 */
export class SchemaWatch {
  private readonly id = newId();
  private readonly listeners: ((mismatch: SchemaMismatchError) => void)[] = [];
  private mismatch: SchemaMismatchError | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly service: string,
    private readonly log: Log,
    private readonly codeLevel = CODE_LEVEL,
  ) {}

  /** Throws `SchemaMismatchError` when this version does not work with the schema. */
  async start(): Promise<void> {
    const mismatch = await this.compare();
    if (mismatch) throw mismatch;
    await this.database.read(FORGET_OLD);
    this.timer = setInterval(() => void this.recheck(), CHECK_EVERY_MS).unref();
  }

  /** Calls back when the schema has left the range of this version. The process is of no more use then. */
  onLeave(callback: (mismatch: SchemaMismatchError) => void): void {
    this.listeners.push(callback);
  }

  /** Fails when this version does not work with the schema. */
  readonly check: ReadinessCheck = async () => {
    if (this.mismatch) throw this.mismatch;
  };

  stop(): void {
    clearInterval(this.timer);
  }

  private async recheck(): Promise<void> {
    // Without a response nothing is known of the schema; the check of the database says that it is down.
    const mismatch = await this.compare().catch(() => undefined);
    if (!mismatch || this.mismatch) return;
    this.mismatch = mismatch;
    this.stop();
    this.log.error({ problem: mismatch.message }, 'this version does not work with the schema');
    for (const listener of this.listeners) listener(mismatch);
  }

  private async compare(): Promise<SchemaMismatchError | undefined> {
    const problem = schemaProblem(await this.read(), this.codeLevel);
    return problem === undefined ? undefined : new SchemaMismatchError(problem);
  }

  /** Undefined for a schema from before versions were recorded. */
  private async read(): Promise<SchemaRange | undefined> {
    try {
      const [range] = await this.database.read<SchemaRange>(CHECK, [this.id, this.service, this.codeLevel]);
      return range;
    } catch (error) {
      if (sqlStateOf(error) === SQLSTATE.undefinedTable) return undefined;
      throw error;
    }
  }
}
