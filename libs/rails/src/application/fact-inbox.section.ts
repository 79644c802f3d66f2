import { DomainError, Money, newId, UnitOfWork, type Tx } from '@app/kernel';
import { Database, loadConfig, Metrics, PlatformModule, SilentLog, statement } from '@app/platform';
import { Test, type TestingModule } from '@nestjs/testing';
import { DataSource } from 'typeorm';
import { FactHandler, FactHandlers, FactInbox, RailsModule, type Fact, type SettledFact, type Subject } from '..';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { aFact } from '../testing';

class PayoutUnknownError extends DomainError {
  constructor() {
    super('PAYOUT_NOT_FOUND', 'There is no payout with this reference.');
  }
}

const RECOGNIZE = statement(
  'test.recognize',
  `SELECT p.reference IS NOT NULL AS known FROM unnest($1::text[]) WITH ORDINALITY AS s (reference, position)
     LEFT JOIN test_payouts p ON p.reference = s.reference ORDER BY s.position`,
);
const LOCK = statement(
  'test.lock',
  'SELECT reference FROM test_payouts WHERE reference = ANY ($1::text[]) ORDER BY reference FOR UPDATE',
);
const SETTLE = statement(
  'test.settle',
  `UPDATE test_payouts p SET status = s.status, sent = p.sent + s.amount
     FROM unnest($1::text[], $2::text[], $3::numeric[]) AS s (reference, status, amount) WHERE p.reference = s.reference`,
);

const SENT = statement(
  'test.sent',
  `SELECT reference FROM test_payouts WHERE reference = ANY ($1::text[]) AND status = 'sent'`,
);

const KEY = Buffer.alloc(32, 1).toString('base64');
const SECRETS = { SECRETS_KEY: KEY, API_KEY_PEPPER: KEY, PLATFORM_WEBHOOK_SECRET: 'x'.repeat(32) };

describe('the inbox with a handler of another library', () => {
  /** The handler that a library of payouts registers; this library knows nothing of it. */
  class Payouts extends FactHandler {
    readonly kind = 'payout';
    readonly rejected: string[] = [];
    /** References whose settlement fails. */
    readonly poisoned = new Set<string>();

    constructor(private readonly db: Database) {
      super();
    }

    async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
      const rows = await this.db.read<{ known: boolean }>(RECOGNIZE, [subjects.map(({ reference }) => reference)]);
      return rows.map(({ known }) => known);
    }

    async rejectUnknown({ id }: Fact): Promise<DomainError | undefined> {
      this.rejected.push(id);
      return new PayoutUnknownError();
    }

    async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
      const references = subjects.map(({ reference }) => reference);
      const rows = await this.db.in(tx).query<{ reference: string }>(LOCK, [references]);
      return rows.map(({ reference }) => ({ provider: 'bank', reference }));
    }

    /** A payout that bounced must have been sent before. */
    async settle(tx: Tx, batch: readonly Fact[]): Promise<SettledFact[]> {
      const sent = batch.filter(({ type }) => type === 'payout.sent');
      if (sent.some(({ reference }) => this.poisoned.has(reference))) throw new Error('this one cannot be settled');
      if (sent.length > 0) {
        await this.db
          .in(tx)
          .execute(SETTLE, [
            sent.map(({ reference }) => reference),
            sent.map(() => 'sent'),
            sent.map(({ amount }) => amount?.toFixed() ?? '0'),
          ]);
      }
      const settled = sent.map((fact) => ({ fact, outcome: 'sent' }));
      return settled.length > 0 ? settled : this.bounce(tx, batch);
    }

    private async bounce(tx: Tx, batch: readonly Fact[]): Promise<SettledFact[]> {
      const bounced = batch.filter(({ type }) => type === 'payout.bounced');
      const rows = await this.db.in(tx).query<{ reference: string }>(SENT, [bounced.map(({ reference }) => reference)]);
      const known = new Set(rows.map(({ reference }) => reference));
      return bounced.flatMap((fact) => (known.has(fact.reference) ? [{ fact, outcome: 'bounced' }] : []));
    }
  }

  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let app: TestingModule;
  let inbox: FactInbox;
  let payouts: Payouts;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    const config = { ...loadConfig({}, () => SECRETS), databaseUrl: scratch.url };
    const platform = PlatformModule.forRoot({ config, service: 'test', log: new SilentLog() });
    app = await Test.createTestingModule({ imports: [platform, RailsModule] }).compile();
    await query('CREATE TABLE test_payouts (reference text PRIMARY KEY, status text NOT NULL, sent numeric NOT NULL)');
    payouts = new Payouts(app.get(Database, { strict: false }));
    app.get(FactHandlers, { strict: false }).register(payouts);
    inbox = app.get(FactInbox, { strict: false });
  });
  afterAll(async () => {
    await app.get(DataSource, { strict: false }).destroy();
    await app.close();
    await scratch.drop();
  });
  afterEach(() => payouts.poisoned.clear());

  const query = <R>(sql: string, parameters: unknown[] = []): Promise<R[]> =>
    app.get(DataSource, { strict: false }).query(sql, parameters);

  async function aPayout(): Promise<Fact> {
    const fact = aFact({ amount: Money.of('100', 'ARS'), details: { reason: null } });
    await query(`INSERT INTO test_payouts VALUES ($1, 'processing', 0)`, [fact.reference]);
    return fact;
  }

  /** The bank reports. */
  const receive = (fact: Fact): Promise<void> => inbox.take({ fact, body: '{}' });

  const payout = async ({ reference }: Fact) =>
    (
      await query<{ status: string; sent: string }>('SELECT status, sent FROM test_payouts WHERE reference = $1', [
        reference,
      ])
    )[0];
  const stored = ({ id }: Fact) =>
    query<{ kind: string; status: string; outcome: string | null }>(
      'SELECT kind, status, outcome FROM provider_notifications WHERE notification_id = $1',
      [id],
    );
  const makeDue = ({ id }: Fact) =>
    query('UPDATE provider_notifications SET next_attempt_at = now() WHERE notification_id = $1', [id]);

  it('stores a fact once and settles it once, however often it arrives (rule 6.1)', async () => {
    const fact = await aPayout();
    await Promise.all(Array.from({ length: 10 }, () => receive(fact)));
    await receive(fact);
    expect(await payout(fact)).toEqual({ status: 'sent', sent: '100.00' });
    expect(await stored(fact)).toEqual([{ kind: 'payout', status: 'settled', outcome: 'sent' }]);
  });

  it('settles what arrives together in few transactions', async () => {
    const facts = await Promise.all(Array.from({ length: 50 }, aPayout));
    const run = jest.spyOn(app.get(UnitOfWork, { strict: false }), 'run');
    await Promise.all(facts.map(receive));
    expect(run.mock.calls.length).toBeLessThanOrEqual(5);
    run.mockRestore();
    const states = await Promise.all(facts.map(payout));
    expect(states).toEqual(states.map(() => ({ status: 'sent', sent: '100.00' })));
  });

  it('returns the handler’s error for an unknown subject, and stores nothing', async () => {
    const fact = aFact();
    await expect(receive(fact)).rejects.toThrow(PayoutUnknownError);
    expect(payouts.rejected).toContain(fact.id);
    expect(await stored(fact)).toEqual([]);
  });

  it('receives the fact again when the subject appears while it is being rejected', async () => {
    const fact = aFact();
    jest.spyOn(payouts, 'rejectUnknown').mockImplementationOnce(async ({ reference }) => {
      await query(`INSERT INTO test_payouts VALUES ($1, 'processing', 0)`, [reference]);
      return undefined;
    });
    await receive(fact);
    expect(await payout(fact)).toMatchObject({ status: 'sent' });
  });

  it('settles the others of a batch when one cannot be settled, and that one later', async () => {
    const facts = await Promise.all(Array.from({ length: 20 }, aPayout));
    const poisoned = facts[7]!;
    payouts.poisoned.add(poisoned.reference);
    await Promise.all(facts.map(receive));
    const statuses = await Promise.all(facts.map(async (one) => (await payout(one))?.status));
    expect(statuses).toEqual(facts.map((one) => (one === poisoned ? 'processing' : 'sent')));

    payouts.poisoned.clear();
    await makeDue(poisoned);
    await expect(inbox.settleDue(10)).resolves.toBe(1);
    expect(await payout(poisoned)).toMatchObject({ status: 'sent' });
  });

  it('leaves unsettled what has to wait, and does not count it as backlog (rule 19.7)', async () => {
    const { reference } = await aPayout();
    const bounced = aFact({ reference, type: 'payout.bounced' });
    const before = await inbox.backlog();
    await receive(bounced);
    expect(await stored(bounced)).toEqual([{ kind: 'payout', status: 'received', outcome: null }]);
    await expect(inbox.backlog()).resolves.toMatchObject({ pending: before.pending });
  });

  it('settles what has waited for longer when what it waits for comes (rule 19.7)', async () => {
    const sent = await aPayout();
    const bounced = aFact({ reference: sent.reference, type: 'payout.bounced' });
    await receive(bounced);
    await query(
      `UPDATE provider_notifications SET received_at = now() - interval '4 days' WHERE notification_id = $1`,
      [bounced.id],
    );
    await receive(sent);
    expect(await stored(bounced)).toMatchObject([{ status: 'settled', outcome: 'bounced' }]);
  });

  it('makes a case of what has waited for three days (rule 19.7)', async () => {
    const { reference } = await aPayout();
    const bounced = aFact({ reference, type: 'payout.bounced', amount: Money.of('100', 'ARS') });
    await receive(bounced);
    const age = (hours: number) =>
      query(
        `UPDATE provider_notifications SET received_at = now() - $2 * interval '1 hour', next_attempt_at = now()
          WHERE notification_id = $1`,
        [bounced.id, hours],
      );
    await age(71);
    await inbox.settleDue(1_000);
    expect(await stored(bounced)).toMatchObject([{ status: 'received' }]);
    await age(73);
    await inbox.settleDue(1_000);

    expect(await stored(bounced)).toMatchObject([{ status: 'settled', outcome: 'exception:unknown_subject' }]);
    const cases = await query(
      `SELECT kind, status, amount, currency, subject_type, subject_id, proposal FROM cases WHERE key = $1`,
      [bounced.id],
    );
    expect(cases).toEqual([
      {
        kind: 'unknown_subject',
        status: 'open',
        amount: '100.00',
        currency: 'ARS',
        subject_type: 'payout',
        subject_id: reference,
        proposal: 'ask_provider',
      },
    ]);
  });

  it('ignores a fact whose kind has no handler in this process', async () => {
    const id = newId();
    await query(
      `INSERT INTO provider_notifications (provider, notification_id, kind, type, reference, body, next_attempt_at)
       VALUES ('bank', $1, 'another', 'any', 'any', '{}', now())`,
      [id],
    );
    await inbox.settleDue(1_000);
    const [row] = await query<{ attempts: number }>(
      'SELECT attempts FROM provider_notifications WHERE notification_id = $1',
      [id],
    );
    expect(row?.attempts).toBe(0);
  });

  it('counts outcomes', async () => {
    await receive(await aPayout());
    const text = await app.get(Metrics, { strict: false }).registry.metrics();
    expect(text).toMatch(/^rail_notifications_total\{.*outcome="sent".*\} [1-9]/m);
  });
});
