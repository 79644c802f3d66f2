import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, Migration, QueryRunner } from 'typeorm';

/** Longer than the time in which a running process notices that the schema leaves its range. */
const NOTICED_WITHIN_MS = 2_000;
/** A process that was not seen for this long is gone. */
const GONE_AFTER = '10 seconds';

/** What a migration says beside what TypeORM reads. */
interface Contraction {
  /** Only of a contraction: the lowest level of code that works with the schema afterwards. */
  readonly admits?: number;
}

/**
 * Before a contraction: rejects it while processes run that would not work with the schema afterwards, then announces
 * it and waits until those that run nevertheless have stopped writing. Does nothing before an expansion.
 */
export async function announceContraction(
  dataSource: DataSource,
  { name, instance }: Migration,
  { force = false, say }: { force?: boolean; say?: (line: string) => void },
): Promise<void> {
  const { admits } = instance as Contraction;
  if (admits === undefined) return;
  const older = await dataSource.query<{ service: string; level: number }[]>(
    `SELECT service, level FROM service_processes
      WHERE level < $1 AND seen_at > now() - interval '${GONE_AFTER}' ORDER BY service`,
    [admits],
  );
  if (older.length > 0) {
    const running = older.map(({ service, level }) => `${service} at level ${level}`).join(', ');
    if (!force)
      throw new Error(`${name} is not applied while older processes run (${running}): stop them, or use --force`);
    say?.(`${name} is applied although older processes run, which stop writing: ${running}`);
  }
  await dataSource.query('UPDATE schema_versions SET admits = $1, level = greatest(level, $1)', [admits]);
  if (older.length > 0) await pause(NOTICED_WITHIN_MS);
}

/** Records that the schema is at the level of the migration. */
export async function recordLevel(runner: QueryRunner, { name }: Migration): Promise<void> {
  const level = levelOf(name);
  const [{ exists }] = (await runner.query(`SELECT to_regclass('schema_versions') IS NOT NULL AS exists`)) as [
    { exists: boolean },
  ];
  if (exists) await runner.query('UPDATE schema_versions SET level = greatest(level, $1)', [level]);
}

/** The number of a migration: the end of its name. */
export function levelOf(name: string): number {
  return Number(/(\d{4})$/.exec(name)?.[1]);
}

/** Who holds transactions open, the oldest first: one of them holds the lock. */
export async function blockersOf(dataSource: DataSource): Promise<string> {
  const open = await dataSource.query<{ pid: number; application_name: string; seconds: number }[]>(
    `SELECT pid, application_name, extract(epoch FROM now() - xact_start)::int AS seconds
       FROM pg_stat_activity
      WHERE datname = current_database() AND xact_start < now() - interval '1 second' AND pid <> pg_backend_pid()
      ORDER BY xact_start LIMIT 3`,
  );
  if (open.length === 0) return 'the transaction that held it has just ended';
  return open
    .map(
      ({ pid, application_name: name, seconds }) =>
        `pid ${pid} (${name || 'unnamed'}) has been in a transaction for ${seconds} s`,
    )
    .join(', ');
}
