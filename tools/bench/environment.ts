import { AccountProvisioning, ApiKeyIssuer } from '@app/accounts';
import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { UnitOfWork } from '@app/kernel';
import { generatedSecrets, loadConfig, type Config } from '@app/platform';
import { RatesRefresher } from '@app/rates';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { withOpsContext } from '../../apps/ops/src/context';
import { applyMigrations } from '../start/apply-migrations';
import { HEAP_FLAGS } from '../start/heap-flags';
import { startDurableServer } from './durable-server';

export const BENCH_EMAIL = 'bench@example.com';

/** The merchant that the load uses. It has many keys, because a key is limited to 10,000 requests a minute. */
export interface BenchMerchant {
  accountId: string;
  userId: string;
  /** Of the panel. */
  password: string;
  walletId: string;
  apiKeys: readonly string[];
  keyId: string;
}

export interface BenchProcess {
  pid: number;
  stop(): Promise<void>;
}

export interface BenchEnvironment {
  config: Config;
  databaseUrl: string;
  merchant: BenchMerchant;
  /** Starts a compiled script as a separate process and resolves to the port that it reports. */
  startProcess(script: string, variables?: Readonly<Record<string, string>>): Promise<number>;
  /** Starts a compiled script as a separate process, and resolves when it is ready. */
  runProcess(script: string, variables?: Readonly<Record<string, string>>): Promise<BenchProcess>;
  stop(): Promise<void>;
}

const KEYS = 200;

/** A new, durable PostgreSQL server (fsync on) with a merchant; `stop` removes it. */
export async function benchEnvironment(): Promise<BenchEnvironment> {
  const server = await startDurableServer();
  await applyMigrations(server.url);
  const env = {
    ...process.env,
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.url,
    PORT: '0',
    OPS_PORT: '0',
    WORKER_OPS_PORT: '0',
  };
  const limits = {
    IP_RATE_LIMIT: '1000000000',
    ANONYMOUS_RATE_LIMIT: '1000000000',
    PANEL_RATE_LIMIT: '1000000000',
    MAX_CONNECTIONS_PER_IP: '100000',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://localhost',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
  };
  const config = loadConfig({ ...env, ...limits }, generatedSecrets);
  const merchant = await createMerchant(config, server.url);
  const children = new Set<ChildProcess>();
  // The processes write logs, as in production, but the output is discarded.
  const start = async (script: string, variables?: Readonly<Record<string, string>>) => {
    const child = fork(script, {
      env: { ...env, ...limits, ...variables },
      execArgv: [...process.execArgv, ...HEAP_FLAGS],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    children.add(child);
    const failed = once(child, 'exit').then(() => Promise.reject(new Error(`${script} did not start`)));
    const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ port: number }];
    failed.catch(() => undefined);
    return { child, port: message.port };
  };
  const end = async (child: ChildProcess) => {
    children.delete(child);
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
  };
  return {
    config,
    // Benchmarks copy the database.
    databaseUrl: server.superuserUrl,
    merchant,
    startProcess: async (script, variables) => (await start(script, variables)).port,
    runProcess: async (script, variables) => {
      const { child } = await start(script, variables);
      return { pid: child.pid ?? NaN, stop: () => end(child) };
    },
    stop: async () => {
      for (const child of children) await end(child);
      await server.stop();
    },
  };
}

/** A merchant with a fee schedule and many keys, in a migrated database. */
export function createMerchant(config: Config, databaseUrl: string): Promise<BenchMerchant> {
  return withOpsContext(config, databaseUrl, async (app) => {
    await app.get(RatesRefresher).refresh();
    const key = { environment: 'live', permissions: ['*'], rateLimit: 10_000 } as const;
    const { account, user, wallets } = await app.get(AccountProvisioning).provision(
      { type: 'system', name: 'bench' },
      {
        account: {
          name: 'Bench',
          email: BENCH_EMAIL,
          country: 'AR',
          kycStatus: 'verified',
          kybStatus: 'verified',
          usdEnabled: false,
          cardsEnabled: false,
          customerPaidFeeEnabled: false,
        },
        user: { email: BENCH_EMAIL, permissions: ['*'] },
        wallets: [{ currency: 'ARS', lane: 'local' }],
      },
    );
    return app.get(UnitOfWork).run(async (tx) => {
      const fees = parseFeeSchedule({ collection: { percentage: '2.9', fixed_usd: '0.30' } });
      await app.get(FeeSchedules).set(tx, account.id, fees);
      const keys = [];
      for (let i = 0; i < KEYS; i++) {
        keys.push(await app.get(ApiKeyIssuer).issue(tx, account, { ...key, userId: user.id, name: `bench ${i}` }));
      }
      return {
        accountId: account.id,
        userId: user.id,
        password: user.password,
        walletId: wallets[0]?.id ?? '',
        apiKeys: keys.map(({ apiKey }) => apiKey),
        keyId: keys[0]?.key.id ?? '',
      };
    });
  });
}
