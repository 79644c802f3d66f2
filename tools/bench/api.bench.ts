import { join } from 'node:path';
import { benchEnvironment, type BenchEnvironment } from './environment';
import { median } from './figures';
import { load, type LoadRequest, type LoadResult } from './load';

const ROUNDS = 3;
const SECONDS = 3;
const CONNECTIONS = [1, 20] as const;

interface Target {
  name: 'api' | 'bare';
  url: string;
}

type Operation = 'create' | 'read';

/**
 * Creates and reads payment links through the service and through a bare handler. Their rounds alternate, so that
 * changes in the machine's speed affect both. Prints the medians and their ratio.
 */
export async function benchApi(): Promise<void> {
  const environment = await benchEnvironment();
  try {
    const targets = await startTargets(environment);
    process.stdout.write(
      `create and read a payment link, ${ROUNDS} rounds of ${SECONDS} s, fsync on, limits raised\n\n`,
    );
    process.stdout.write(row('operation', 'conn', 'api/s', 'p50 ms', 'p99 ms', 'bare/s', 'p50 ms', 'p99 ms', 'ratio'));
    for (const connections of CONNECTIONS) {
      const ids: string[] = [];
      for (const operation of ['create', 'read'] as const) {
        const results = await compare(targets, operation, connections, environment, ids);
        process.stdout.write(line(operation, connections, results));
      }
    }
  } finally {
    await environment.stop();
  }
}

async function startTargets(environment: BenchEnvironment): Promise<Target[]> {
  const { accountId, userId, walletId, keyId } = environment.merchant;
  const api = await environment.startProcess(join(__dirname, '../../apps/api/src/main.js'));
  const bare = await environment.startProcess(join(__dirname, 'bare-server.js'), {
    BARE_ACCOUNT: accountId,
    BARE_USER: userId,
    BARE_WALLET: walletId,
    BARE_KEY: keyId,
  });
  return [
    { name: 'api', url: `http://127.0.0.1:${api}` },
    { name: 'bare', url: `http://127.0.0.1:${bare}` },
  ];
}

async function compare(
  targets: readonly Target[],
  operation: Operation,
  connections: number,
  environment: BenchEnvironment,
  ids: string[],
) {
  const results: Record<Target['name'], LoadResult[]> = { api: [], bare: [] };
  // The first round is a warm-up and does not count.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const { name, url } of targets) {
      const keep = (body: string) =>
        ids.length < 10_000 && ids.push((JSON.parse(body) as { data: { id: string } }).data.id);
      const next = operation === 'create' ? creation(environment) : reading(environment, ids);
      const result = await load(
        url,
        connections,
        round === 0 ? 1 : SECONDS,
        operation === 'create' ? 201 : 200,
        next,
        operation === 'create' ? keep : undefined,
      );
      if (round > 0) results[name].push(result);
    }
  }
  return { api: median(results.api), bare: median(results.bare) };
}

function creation({ merchant }: BenchEnvironment): () => LoadRequest {
  const body = JSON.stringify({ amount: '15000.00', currency: 'ARS', description: 'Order 1001' });
  const authorize = rotate(merchant.apiKeys);
  return () => ({
    method: 'POST',
    path: '/v1/payment-links',
    headers: { 'content-type': 'application/json', ...authorize() },
    body,
  });
}

function reading({ merchant }: BenchEnvironment, ids: readonly string[]): () => LoadRequest {
  const authorize = rotate(merchant.apiKeys);
  let i = 0;
  return () => ({ method: 'GET', path: `/v1/payment-links/${ids[i++ % ids.length] ?? ''}`, headers: authorize() });
}

function rotate(apiKeys: readonly string[]): () => Record<string, string> {
  let i = 0;
  return () => ({ authorization: `Bearer ${apiKeys[i++ % apiKeys.length] ?? ''}` });
}

function line(operation: Operation, connections: number, { api, bare }: { api: LoadResult; bare: LoadResult }): string {
  const figures = ({ perSecond, p50Ms, p99Ms }: LoadResult) => [
    perSecond.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
  ];
  return row(
    operation,
    String(connections),
    ...figures(api),
    ...figures(bare),
    (api.perSecond / bare.perSecond).toFixed(2),
  );
}

function row(...cells: readonly string[]): string {
  return `${cells.map((cell, index) => (index === 0 ? cell.padEnd(10) : cell.padStart(8))).join('')}\n`;
}
