import { ENCRYPTED_SECOND_FACTORS } from '@app/accounts';
import { newId } from '@app/kernel';
import { ENCRYPTED_RESPONSES, Encrypter, type EncryptedColumn } from '@app/platform';
import { ENCRYPTED_BANK_FIELDS, ENCRYPTED_DESTINATIONS } from '@app/transfers';
import { ENCRYPTED_WEBHOOK_SECRETS } from '@app/webhooks';
import { userInfo } from 'node:os';
import { DataSource } from 'typeorm';
import { until } from '../../support/conditions';
import { cancelNewLink, isSignedWith, register, type TestEndpoint } from '../../support/deliveries';
import { made, Payer } from '../../support/outflows';
import { Receiver } from '../../support/receiver';
import { TestService, type Merchant } from '../../support/service';
import { StaffTool } from '../../support/staff-tool';
import { createScratchDatabase } from '../../support/test-database';

const [OLD, NEW] = ['the key before', 'the key after'].map((text) => Buffer.alloc(32, text));
const COLUMNS = [
  ENCRYPTED_WEBHOOK_SECRETS,
  ...ENCRYPTED_BANK_FIELDS,
  ENCRYPTED_DESTINATIONS,
  ENCRYPTED_RESPONSES,
  ENCRYPTED_SECOND_FACTORS,
];

const envOf = (key = NEW!, previous?: Buffer) => ({
  SECRETS_KEY: key.toString('base64'),
  ...(previous && { SECRETS_KEY_PREVIOUS: previous.toString('base64') }),
});

describe('secrets:reseal, the staff’s command after a change of SECRETS_KEY', () => {
  let database: Awaited<ReturnType<typeof createScratchDatabase>>;
  let receiver: Receiver;
  let before: TestService;
  let merchant: Merchant;
  let endpoint: TestEndpoint;

  /** What was encrypted before the key changed: one row of each kind. */
  beforeAll(async () => {
    database = await createScratchDatabase();
    receiver = await Receiver.start();
    before = await TestService.start({ env: { DATABASE_URL: database.url, ...envOf(OLD) } });
    const payer = await Payer.on(before);
    merchant = payer.merchant;
    endpoint = await register(merchant, receiver.url('/hook'));
    await payer.addBeneficiary();
    made(await payer.panel.post('/auth/totp', { password: merchant.password }));
    const bank_account_id = await payer.addBankAccount();
    const payout = { type: 'payout', virtual_wallet_id: payer.walletId, bank_account_id, amount: '10000.00' };
    made(await payer.panel.post('/payouts', payout, { 'idempotency-key': newId() }));
  });

  afterAll(async () => {
    await before.stop();
    await receiver.stop();
    await database.drop();
  });

  /** How many rows of the column the keys decrypt, and how many they do not. */
  async function decryptedBy({ read, start, contextOf }: EncryptedColumn, encrypter: Encrypter) {
    const rows = await before.get(DataSource).query<{ key: string[]; encrypted: Buffer }[]>(read.text, [start, 1_000]);
    const results = rows.map(({ key, encrypted }) => {
      try {
        return encrypter.decrypt(encrypted, contextOf(key)) !== '';
      } catch {
        return false;
      }
    });
    return { decrypted: results.filter(Boolean).length, failed: results.filter((ok) => !ok).length };
  }

  const counts = (count: number) => Object.fromEntries(COLUMNS.map(({ name }) => [name, count]));

  async function reencrypt(env: Record<string, string>) {
    const staff = await StaffTool.open(database.url, env);
    const { exitCode, json } = await staff.run('secrets:reseal');
    await staff.close();
    return { exitCode, json };
  }

  it.each(COLUMNS.map((column) => [column.name, column] as const))(
    'is not needed to decrypt %s while SECRETS_KEY_PREVIOUS is set',
    async (_name, column) => {
      expect(await decryptedBy(column, new Encrypter(NEW!, OLD))).toEqual({ decrypted: 1, failed: 0 });
      expect(await decryptedBy(column, new Encrypter(NEW!))).toEqual({ decrypted: 0, failed: 1 });
    },
  );

  it('reports what neither key decrypts as remaining, fails and leaves it as it was', async () => {
    const unknown = envOf(Buffer.alloc(32, 'a third key'), Buffer.alloc(32, 'a fourth key'));
    expect(await reencrypt(unknown)).toEqual({
      exitCode: 1,
      json: { resealed: counts(0), remaining: COLUMNS.length, unreadable: counts(1) },
    });
    expect(await decryptedBy(ENCRYPTED_WEBHOOK_SECRETS, new Encrypter(OLD!))).toEqual({ decrypted: 1, failed: 0 });
  });

  describe('once it has run', () => {
    beforeAll(async () => {
      expect(await reencrypt(envOf(NEW, OLD))).toEqual({
        exitCode: 0,
        json: { resealed: counts(1), remaining: 0 },
      });
    });

    it.each(COLUMNS.map((column) => [column.name, column] as const))(
      'the new key alone decrypts %s',
      async (_name, column) => {
        expect(await decryptedBy(column, new Encrypter(NEW!))).toEqual({ decrypted: 1, failed: 0 });
      },
    );

    it('finds nothing more to do', async () => {
      expect(await reencrypt(envOf(NEW, OLD))).toEqual({ exitCode: 0, json: { resealed: counts(0), remaining: 0 } });
    });

    it('is in the audit log, with the id of the new key', async () => {
      const [entry] = await before.sql(
        `SELECT actor, object_type, object_id, details FROM audit_log
          WHERE action = 'secrets.resealed' AND details ->> 'remaining' = '0' ORDER BY id LIMIT 1`,
      );
      expect(entry).toEqual({
        actor: userInfo().username,
        object_type: 'secrets_key',
        object_id: new Encrypter(NEW!).keyId,
        details: { resealed: counts(1), remaining: 0 },
      });
    });

    it('a service with the new key alone signs with the endpoint’s secret and hands the payout to the rail', async () => {
      const after = await TestService.start({ worker: true, env: { DATABASE_URL: database.url, ...envOf(NEW) } });
      await cancelNewLink(before, merchant);
      const [request] = await receiver.received(1);
      const submitted = () => after.sql<{ holder: string }>('SELECT holder FROM sandbox_payouts');
      const payouts = await until('the rail has the payout', async () => {
        const rows = await submitted();
        return rows.length > 0 && rows;
      });
      await after.stop();

      expect(isSignedWith(endpoint.secret, request!)).toBe(true);
      expect(payouts).toEqual([{ holder: 'Café Río' }]);
    });
  });
});
