import { parseArgs } from 'node:util';
import { ensureBuilt } from '../support/processes';
import { Cluster } from './cluster';
import { EarlierVersion } from './earlier-version';
import { report, Traffic } from './traffic';

/**
 * An upgrade without a stop: two API processes behind HAProxy and two workers of an earlier version run under load, the
 * migrations of this version are applied, its processes start, and those of the earlier version stop. Ends with 1 unless no
 * request failed and everything happened once.
 *
 *     node test/stress/run.js upgrade --from <commit or tag>
 *
 * Needs git, and `haproxy` on the PATH.
 */
const STEADY_MS = 5_000;
const RUNNING = 2;

const BEFORE_LEVELS = `That version knows no schema levels: it does not notice the migration. It has no grace after the
signal to stop either: HAProxy sends an API nothing more for 5 s before it gets the signal.`;

async function upgrade(cluster: Cluster, earlier: EarlierVersion, traffic: Traffic): Promise<void> {
  const places = cluster.apis.flatMap((api, i) => [api, cluster.workers[i]!]);
  const [old, fresh] = [places.slice(0, 2 * RUNNING), places.slice(2 * RUNNING)];
  traffic.start();
  await traffic.goOn(STEADY_MS);
  cluster.begin('migrate');
  console.log((await cluster.command(['migrate'])).trim());
  cluster.begin('run after the migration');
  await traffic.goOn(STEADY_MS);
  for (const place of fresh) await cluster.start(place);
  for (const place of old) await cluster.stop(place, { drain: !earlier.knowsSchemaLevels });
  cluster.begin('run afterwards');
  await traffic.goOn(STEADY_MS);
  await report(cluster, await traffic.end());
}

export async function main(args: readonly string[]): Promise<void> {
  const { from } = parseArgs({ args: [...args], options: { from: { type: 'string' } } }).values;
  if (!from) throw new Error('usage: node test/stress/run.js upgrade --from <commit or tag>');
  await ensureBuilt();
  const earlier = await EarlierVersion.of(from);
  if (!earlier.knowsSchemaLevels) console.log(BEFORE_LEVELS);
  const cluster = await Cluster.of(2 * RUNNING);
  let traffic: Traffic | undefined;
  try {
    await cluster.command(['migrate'], earlier.root);
    const old = [...cluster.apis.slice(0, RUNNING), ...cluster.workers.slice(0, RUNNING)];
    await Promise.all(old.map((place) => cluster.start(place, earlier.root)));
    traffic = await Traffic.on(cluster, earlier.root);
    await upgrade(cluster, earlier, traffic);
  } finally {
    await traffic?.stop();
    await cluster.remove();
    await earlier.remove();
  }
}
