import { generatedSecrets, loadConfig } from '@app/platform';
import { TEST_SECRETS } from '@app/platform/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { BENCH_EMAIL, createMerchant } from '../../tools/bench/environment';
import { applyMigrations } from '../../tools/start/apply-migrations';
import { HttpClient } from '../support/http-client';
import { panelOf } from '../support/panel';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { PostgresServer } from '../support/replicated-postgres';

/**
 * Lists of an API that reads them from a real standby, while that falls behind, stands still, is killed, comes back and is
 * promoted. Prints for each when a link that was just created appears in the list, and where the list is read. Ends with 1
 * when a list fails, or lacks the link for more than 5 s.
 *
 *     node test/stress/run.js standby
 *
 * Needs an installed PostgreSQL with pg_basebackup (PG_BIN names another folder than Debian's).
 */
const WITHIN_MS = 5_000;
const LINK = { amount: 15000, currency: 'ARS', description: 'Order' };

interface Step {
  readonly name: string;
  readonly change: (standby: PostgresServer) => Promise<unknown>;
  /** How long the service gets to notice it. */
  readonly settleMs?: number;
}

const STEPS: readonly Step[] = [
  { name: 'streaming', change: async () => undefined, settleMs: 2_000 },
  { name: 'falls behind', change: (standby) => standby.sql('SELECT pg_wal_replay_pause()') },
  { name: 'catches up', change: (standby) => standby.sql('SELECT pg_wal_replay_resume()'), settleMs: 2_000 },
  { name: 'stands still', change: (standby) => standby.freeze() },
  { name: 'goes on', change: (standby) => standby.thaw(), settleMs: 2_000 },
  { name: 'is killed', change: (standby) => standby.end('SIGKILL') },
  { name: 'is back', change: (standby) => standby.start(), settleMs: 2_000 },
  { name: 'is promoted', change: (standby) => standby.promote() },
];

export async function main(): Promise<void> {
  await ensureBuilt();
  const primary = await PostgresServer.primary();
  await applyMigrations(primary.url);
  const standby = await PostgresServer.standbyOf(primary, 'standby');
  const config = loadConfig({ ...TEST_SECRETS, DATABASE_URL: primary.url }, generatedSecrets);
  const { apiKeys, password } = await createMerchant(config, primary.url);
  const api = await ServiceProcess.start('api', { DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url });
  try {
    const [url, ops] = [await api.url(), new HttpClient(await api.opsUrl())];
    const shop = new HttpClient(url, { authorization: `Bearer ${apiKeys[0]}` });
    const credentials = { email: BENCH_EMAIL, password };
    const signedIn = await new HttpClient(url).post('/api/v1/clients/auth/login', credentials);
    const panel = panelOf(url, signedIn.body.data.token as string);
    const seen: Record<string, object> = {};
    for (const { name, change, settleMs = 0 } of STEPS) {
      await change(standby);
      await pause(settleMs);
      const listed = await listedAfter(shop, panel);
      const used = /^database_replica_used\{.*\} (\d)$/m.exec((await ops.get('/metrics')).text)?.[1];
      seen[name] = { 'link is listed after': listed, 'then read from': used === '1' ? 'standby' : 'primary' };
    }
    console.table(seen);
    const faults = Object.keys(seen).filter((name) => JSON.stringify(seen[name]).includes('not'));
    if (faults.length > 0) throw new Error(`the list failed or lacked the link: ${faults.join(', ')}`);
  } finally {
    await api.end('SIGKILL');
    await Promise.all([primary.remove(), standby.remove()]);
  }
}

/** Creates a link, and reads the list until it has it. */
async function listedAfter(shop: HttpClient, panel: HttpClient): Promise<string> {
  const { id } = (await shop.post('/v1/payment-links', LINK)).body.data as { id: string };
  const since = performance.now();
  while (performance.now() - since < WITHIN_MS) {
    const { status, text } = await panel.get('/payment-links');
    if (status !== 200) return `not at all: ${status}`;
    if (text.includes(id)) return `${Math.round(performance.now() - since)} ms`;
  }
  return `not within ${WITHIN_MS} ms`;
}
