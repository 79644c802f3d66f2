import { Clock, newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { WalletAlreadyExistsError } from '@app/ledger';
import { CONFIG, loadConfig, NotificationListener, PlatformModule, SilentLog, type Config } from '@app/platform';
import { Test, type TestingModule } from '@nestjs/testing';
import { createHmac } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../test/support/test-database';
import { AccountsModule } from './accounts.module';
import { ApiKeyVerifier } from './keys/application/api-key-verifier';
import { AccountProvisioning, type AccountPlan } from './accounts/application/account-provisioning';
import { ApiKeyUsage } from './keys/application/api-key-usage';
import { Merchants } from './accounts/application/merchants';

// Passwords are hashed at their real cost here, which no other suite can wait for.
jest.unmock('@node-rs/argon2');

const SECRETS = {
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  API_KEY_PEPPER: Buffer.alloc(32, 2).toString('base64'),
  PLATFORM_WEBHOOK_SECRET: 'x'.repeat(32),
};

let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
let app: TestingModule;

beforeAll(async () => {
  scratch = await createScratchDatabase();
  const config = { ...loadConfig({}, () => SECRETS), databaseUrl: scratch.url };
  // With a standing clock nothing cached expires: only the database's notification can renew it.
  app = await Test.createTestingModule({
    imports: [PlatformModule.forRoot({ config, service: 'test', log: new SilentLog() }), AccountsModule],
  })
    .overrideProvider(Clock)
    .useValue(new StandingClock())
    .compile();
  await app.init();
  await app.get(NotificationListener).start();
});
afterAll(async () => {
  await app.get(NotificationListener).stop();
  await app.close();
  await scratch.drop();
});

const query = <T>(sql: string, parameters: unknown[] = []): Promise<T[]> => app.get(DataSource).query(sql, parameters);

/** An account with a user and a key, as the staff's tool makes them. */
function provision(changes: Pick<Partial<AccountPlan>, 'wallets'> = {}, name = 'Café Río') {
  const verified = { kycStatus: 'verified', kybStatus: 'verified' } as const;
  const settings = { usdEnabled: false, cardsEnabled: false, customerPaidFeeEnabled: false };
  return app.get(AccountProvisioning).provision(
    { type: 'staff', name: 'ana' },
    {
      account: { name, email: null, country: 'AR', ...verified, ...settings },
      user: { email: `${newId()}@example.com`, permissions: ['*'] },
      wallets: [],
      key: { name: 'shop', environment: 'live', permissions: ['*'] },
      ...changes,
    },
  );
}

describe('accounts on PostgreSQL', () => {
  it('with the same name get different slugs, even when created concurrently', async () => {
    const name = `Many ${newId().slice(-6)}`;
    const provisioned = await Promise.all(Array.from({ length: 8 }, () => provision({}, name)));
    expect(new Set(provisioned.map(({ account }) => account.slug)).size).toBe(8);
  });

  it('are provisioned completely or not at all', async () => {
    const name = `None ${newId().slice(-6)}`;
    const wallets = [
      { currency: 'ARS', lane: 'local' },
      { currency: 'BRL', lane: 'local' },
    ] as const;
    await expect(provision({ wallets }, name)).rejects.toThrow(WalletAlreadyExistsError);
    await expect(query('SELECT 1 FROM accounts WHERE name = $1', [name])).resolves.toEqual([]);
  });

  it('store passwords as argon2id hashes', async () => {
    const { user } = await provision();
    const [row] = await query<{ password_hash: string; all: string }>(
      'SELECT password_hash, u::text AS all FROM users u WHERE id = $1',
      [user.id],
    );
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row?.all).not.toContain(user.password);
  });

  it('store keys as HMACs under the pepper', async () => {
    const { key } = await provision();
    const pepper = app.get<Config>(CONFIG).apiKeyPepper;
    const [row] = await query<{ secret_hash: Buffer; all: string }>(
      'SELECT secret_hash, k::text AS all FROM api_keys k WHERE id = $1',
      [key.key.id],
    );
    expect(row?.secret_hash).toEqual(createHmac('sha256', pepper).update(key.apiKey).digest());
    expect(row?.all).not.toContain(key.apiKey.slice(-48));
  });

  it('are found by the key that was issued', async () => {
    const { account, key } = await provision();
    await expect(app.get(ApiKeyVerifier).verify(key.apiKey)).resolves.toMatchObject({ outcome: 'verified', account });
  });

  it('have keys whose last use is written with the next batch', async () => {
    const { key } = await provision();
    const at = new Date('2030-01-01T12:00:00.000Z');
    app.get(ApiKeyUsage).record(key.key.id, at);
    await app.get(ApiKeyUsage).flush();
    await expect(query('SELECT last_used_at FROM api_keys WHERE id = $1', [key.key.id])).resolves.toEqual([
      { last_used_at: at },
    ]);
  });
});

describe('the database announces', () => {
  let client: Client;
  let heard: string[];

  beforeEach(async () => {
    heard = [];
    client = new Client(scratch.url);
    await client.connect();
    client.on('notification', ({ payload }) => heard.push(payload ?? ''));
    await client.query('LISTEN account_changed');
  });
  afterEach(() => client.end());

  /** Resolves once everything announced so far has arrived. */
  async function allHeard(): Promise<void> {
    const mark = newId();
    const marked = new Promise<void>((resolve) =>
      client.on('notification', ({ payload }) => {
        if (payload === mark) resolve();
      }),
    );
    await query(`SELECT pg_notify('account_changed', $1)`, [mark]);
    await marked;
    heard = heard.filter((payload) => payload !== mark);
  }

  /** What is announced during the work. */
  async function announcedBy(work: () => Promise<unknown>): Promise<string[]> {
    await allHeard();
    heard = [];
    await work();
    await allHeard();
    return heard;
  }

  it.each`
    change                            | sql
    ${'an account that is paused'}    | ${`UPDATE accounts SET status = 'paused' WHERE id = $1`}
    ${'an account that may take USD'} | ${`UPDATE accounts SET usd_enabled = true WHERE id = $1`}
    ${'a new user'}                   | ${`INSERT INTO users VALUES (gen_random_uuid(), $1, 'new' || random() || '@example.com', '', '{}')`}
    ${'a user who is removed'}        | ${'UPDATE users SET deleted_at = now() WHERE account_id = $1'}
    ${'a key that is deactivated'}    | ${'UPDATE api_keys SET is_active = false WHERE account_id = $1'}
    ${'a key with other permissions'} | ${`UPDATE api_keys SET permissions = '{}' WHERE account_id = $1`}
    ${'a key with other origins'}     | ${`UPDATE api_keys SET allowed_origins = '{*}' WHERE account_id = $1`}
    ${'a key with another limit'}     | ${'UPDATE api_keys SET rate_limit = 7 WHERE account_id = $1'}
    ${'a key with another date'}      | ${'UPDATE api_keys SET expires_at = now() WHERE account_id = $1'}
    ${'a key that loses its owner'}   | ${'UPDATE api_keys SET user_id = NULL WHERE account_id = $1'}
    ${'a key that is deleted'}        | ${'DELETE FROM api_keys WHERE account_id = $1'}
  `('$change, however it is changed', async ({ sql }) => {
    const { account } = await provision();
    await expect(announcedBy(() => query(sql, [account.id]))).resolves.toEqual([account.id]);
  });

  it('nothing of a change that is rolled back', async () => {
    const rejected = () => provision({ wallets: [{ currency: 'XYZ', lane: 'local' }] }).catch(() => undefined);
    await expect(announcedBy(rejected)).resolves.toEqual([]);
  });

  it('no use of a key', async () => {
    const { key } = await provision();
    app.get(ApiKeyUsage).record(key.key.id, new Date());
    await expect(announcedBy(() => app.get(ApiKeyUsage).flush())).resolves.toEqual([]);
  });
});

describe('a process that has cached a key', () => {
  const announced = (payload: string) =>
    new Promise<void>((resolve) =>
      app.get(NotificationListener).on('account_changed', (heard) => {
        if (heard === payload) resolve();
      }),
    );

  /** Provisions an account and verifies its key, once the notifications of the provisioning have arrived. */
  async function cachedKey() {
    const provisioned = await provision();
    const mark = newId();
    const marked = announced(mark);
    await query(`SELECT pg_notify('account_changed', $1)`, [mark]);
    await marked;
    await app.get(ApiKeyVerifier).verify(provisioned.key.apiKey);
    return provisioned;
  }

  it.each`
    change                               | sql                                                              | outcome
    ${'a key is deactivated'}            | ${'UPDATE api_keys SET is_active = false WHERE account_id = $1'} | ${{ outcome: 'invalid_api_key' }}
    ${'the account is paused'}           | ${`UPDATE accounts SET status = 'paused' WHERE id = $1`}         | ${{ account: { status: 'paused' } }}
    ${'the owner of the key is removed'} | ${'UPDATE users SET deleted_at = now() WHERE account_id = $1'}   | ${{ key: { userExists: false } }}
  `('notices at once when $change elsewhere', async ({ sql, outcome }) => {
    const { account, key } = await cachedKey();
    const notice = announced(account.id);
    await query(sql, [account.id]);
    await notice;
    expect(await app.get(ApiKeyVerifier).verify(key.apiKey)).toMatchObject(outcome);
  });

  it('notices at once when the merchant that payers see is renamed elsewhere', async () => {
    const { account } = await cachedKey();
    await app.get(Merchants).find(account.id);
    const notice = announced(account.id);
    await query(`UPDATE accounts SET name = 'Another name' WHERE id = $1`, [account.id]);
    await notice;
    await expect(app.get(Merchants).find(account.id)).resolves.toMatchObject({ name: 'Another name' });
  });

  it('drops everything cached after the connection for notifications was lost', async () => {
    const { account, key } = await cachedKey();
    const directory = app.get(ApiKeyVerifier);
    const reconnected = new Promise((resolve) => app.get(NotificationListener).onReconnect(resolve));
    // Without triggers, as if the notification had been lost with the connection.
    await query(`
      BEGIN; SET LOCAL session_replication_role = replica;
      UPDATE accounts SET status = 'paused' WHERE id = '${account.id}'; COMMIT`);
    expect(await directory.verify(key.apiKey)).toMatchObject({ account: { status: 'active' } });
    await query(`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'listener' AND datname = current_database()`);
    await reconnected;
    expect(await directory.verify(key.apiKey)).toMatchObject({ account: { status: 'paused' } });
  });
});
