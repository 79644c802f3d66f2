import { type Clock, type UnitOfWork, type Tx } from '@app/kernel';
import type { EntityManager } from 'typeorm';
import type { Log } from '../logging/log';
import { type Database, sqlStateOf, SQLSTATE } from './database';
import { leastKeyOf, PARTITION_LOCK_WAIT, partitionsOf, restOf, type MonthlyTable, type Partition } from './partitions';

/** An arbitrary fixed number: the lock under which one process at a time creates partitions. */
const CREATING = 7_267_201_556;
const AGAIN_AFTER_MS = 60_000;
/** Partitions exist for the present month and for so many after it. */
const MONTHS_AHEAD = 2;
const DAY_MS = 86_400_000;

/** A calendar month in UTC. */
interface Month {
  readonly from: Date;
  readonly to: Date;
}

/** Creates the partitions of coming months. Any number of processes may do so. */
export class MonthsAhead {
  private readonly reported = new Set<string>();
  private waitsUntilMs = -Infinity;

  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Creates what is missing. If a table is locked for longer, calls do nothing for a minute. */
  async create(tables: readonly MonthlyTable[]): Promise<void> {
    if (this.clock.monotonicMs() < this.waitsUntilMs) return;
    for (const table of tables) {
      const partitions = await partitionsOf(this.db, undefined, table.name);
      for (const month of this.wanted().filter((wanted) => !isCovered(partitions, wanted))) {
        if (!(await this.createMonth(table, month))) return;
      }
    }
  }

  /** For how many days from now on rows have a partition, by table. */
  async daysAhead(tables: readonly MonthlyTable[]): Promise<ReadonlyMap<string, number>> {
    const days = new Map<string, number>();
    for (const table of tables) {
      const partitions = await partitionsOf(this.db, undefined, table.name);
      days.set(table.name, (coveredUntil(partitions, this.clock.now()) - this.clock.now().getTime()) / DAY_MS);
    }
    return days;
  }

  private wanted(): Month[] {
    const now = this.clock.now();
    const firstOf = (ahead: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead));
    return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => ({ from: firstOf(ahead), to: firstOf(ahead + 1) }));
  }

  /** False if a lock could not be had. */
  private async createMonth(table: MonthlyTable, month: Month): Promise<boolean> {
    try {
      await this.uow.run((tx) => this.createIn(tx, table, month));
      return true;
    } catch (error) {
      if (sqlStateOf(error) !== SQLSTATE.lockNotAvailable) throw error;
      this.waitsUntilMs = this.clock.monotonicMs() + AGAIN_AFTER_MS;
      this.log.info(
        { table: table.name, month: monthName(month) },
        'a table is locked; its partition is created later',
      );
      return false;
    }
  }

  /**
   * Attaching a table takes a weaker lock on the partitioned one than creating a partition in one step: rows are written
   * meanwhile. It locks the partition for the rest, and then the tables that foreign keys refer to. Those are locked first here,
   * as by statements that write them.
   */
  private async createIn(tx: Tx, table: MonthlyTable, month: Month): Promise<void> {
    const sql = this.db.manager(tx);
    const [{ locked }] = await sql.query<[{ locked: boolean }]>('SELECT pg_try_advisory_xact_lock($1) AS locked', [
      CREATING,
    ]);
    if (!locked || isCovered(await partitionsOf(this.db, tx, table.name), month)) return;
    const name = `${table.name}_${monthName(month)}`;
    if (await this.isInRest(sql, table, month)) return;
    const [from, to] = [leastKeyOf(table, month.from), leastKeyOf(table, month.to)];
    await sql.query(`SET LOCAL lock_timeout = '${PARTITION_LOCK_WAIT}'`);
    await sql.query(
      `CREATE TABLE ${name} (LIKE ${table.name} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING INDEXES)
       ${await this.optionsOf(sql, table)}`,
    );
    for (const referred of await this.referredBy(sql, table)) {
      await sql.query(`LOCK TABLE ${referred} IN SHARE ROW EXCLUSIVE MODE`);
    }
    await sql.query(`ALTER TABLE ${table.name} ATTACH PARTITION ${name} FOR VALUES FROM ('${from}') TO ('${to}')`);
    this.log.info({ partition: name }, 'created a partition');
  }

  /** A month that already has rows elsewhere gets no partition: PostgreSQL does not move them. */
  private async isInRest(sql: EntityManager, table: MonthlyTable, month: Month): Promise<boolean> {
    const [{ found }] = await sql.query<[{ found: boolean }]>(
      `SELECT EXISTS (SELECT FROM ${restOf(table.name)} WHERE ${table.key} >= $1 AND ${table.key} < $2) AS found`,
      [leastKeyOf(table, month.from), leastKeyOf(table, month.to)],
    );
    const name = `${table.name}_${monthName(month)}`;
    if (found && !this.reported.has(name)) {
      this.reported.add(name);
      this.log.warn({ partition: name }, 'a month has no partition: there are rows of it in the one for the rest');
    }
    return found;
  }

  private async referredBy(sql: EntityManager, table: MonthlyTable): Promise<string[]> {
    const rows = await sql.query<{ name: string }[]>(
      `SELECT DISTINCT confrelid::regclass::text AS name FROM pg_constraint WHERE conrelid = to_regclass($1) AND contype = 'f'`,
      [table.name],
    );
    return rows.map(({ name }) => name);
  }

  /** Storage parameters are those of the partition for the rest. */
  private async optionsOf(sql: EntityManager, table: MonthlyTable): Promise<string> {
    const [{ options }] = await sql.query<[{ options: string | null }]>(
      `SELECT array_to_string(reloptions, ', ') AS options FROM pg_class WHERE oid = to_regclass($1)`,
      [restOf(table.name)],
    );
    return options === null ? '' : `WITH (${options})`;
  }
}

/** `2027_02` */
function monthName({ from }: Month): string {
  return from.toISOString().slice(0, 7).replace('-', '_');
}

function isCovered(partitions: readonly Partition[], month: Month): boolean {
  return partitions.some(({ from, to }) => (from === undefined || from <= month.from) && to > month.from);
}

/** When the partitions that follow one another from that moment on end, in milliseconds. */
function coveredUntil(partitions: readonly Partition[], moment: Date): number {
  let until = moment.getTime();
  for (const { from, to } of partitions) {
    if (from === undefined || from.getTime() <= until) until = Math.max(until, to.getTime());
  }
  return until;
}
