import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { acquireEmbeddedPostgres } from '../../tools/embedded-postgres';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { FAILURE_VARIABLE, FOLDER_VARIABLE, SERVER_VARIABLE, TEMPLATE } from './test-database';

/**
 * Waits for its input to end, which happens however the test run ends. Then it stops the server of
 * the run and any that a test left running below the run's folder, and removes all of it.
 */
const CARETAKER = `
  read -r _
  for attempt in 1 2 3 4 5; do
    for file in "$1/postmaster.pid" "$2"/*/postgres/postmaster.pid; do
      [ -f "$file" ] || continue
      pid=$(head -n 1 "$file")
      kill -QUIT "$pid"
      while [ -f "$file" ] && kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
    done
    rm -rf "$1" "$2" && break
    sleep 1
  done`;

declare global {
  var testServerCaretaker: ChildProcess | undefined;
}

/** One PostgreSQL server for the whole run, with one migrated database from which each worker's is copied. */
export default async function globalSetup(): Promise<void> {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'servicepay-test-')));
  chmodSync(dataDir, 0o755);
  const server = await acquireEmbeddedPostgres({ dataDir, durable: false });
  globalThis.testServerCaretaker = startCaretaker(realpathSync(join(dataDir, 'postgres')), dataDir);
  process.env[SERVER_VARIABLE] = server.superuserUrl;
  process.env[FOLDER_VARIABLE] = dataDir;

  const client = new Client(server.superuserUrl);
  await client.connect();
  await client.query(`CREATE DATABASE ${TEMPLATE}`);
  await client.end();
  const template = new URL(server.superuserUrl);
  template.pathname = TEMPLATE;
  try {
    await applyMigrations(template.href);
  } catch (error) {
    // Tests that need no database are still worth running; those that need one fail with this text.
    process.env[FAILURE_VARIABLE] = `the migrations fail on an empty database: ${String(error)}`;
    process.stderr.write(`\n${process.env[FAILURE_VARIABLE]}\n\n`);
  }
}

function startCaretaker(cluster: string, dataDir: string): ChildProcess {
  const caretaker = spawn('sh', ['-c', CARETAKER, 'sh', cluster, dataDir], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  caretaker.unref();
  (caretaker.stdin as unknown as { unref(): void }).unref();
  return caretaker;
}
