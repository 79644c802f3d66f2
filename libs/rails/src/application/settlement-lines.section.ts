import { Money, type Clock } from '@app/kernel';
import { createDataSource, Metrics, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { PostgresFactsRepository } from '../adapters/postgres-facts.repository';
import { PostgresSettlementLinesRepository } from '../adapters/postgres-settlement-lines.repository';
import { PostgresSettlementPullsRepository } from '../adapters/postgres-settlement-pulls.repository';
import { PostgresStatusInquiriesRepository } from '../adapters/postgres-status-inquiries.repository';
import type { SettlementLine } from '../domain/settlement-line';
import { aProvider, registryOf } from '../testing';
import type { FactInbox } from './fact-inbox';
import type { Provider, PulledLine } from './provider';
import { PulledLines } from './pulled-lines';
import { SettlementLines } from './settlement-lines';
import { SettlementPulls } from './settlement-pulls';
import { PostgresCasesRepository } from '../adapters/postgres-cases.repository';
import { Cases } from './cases';
import { StatusInquiries } from './status-inquiries';

const NOW = new Date('2026-11-20T12:00:00Z');

function aLine(id: string, changes: Partial<SettlementLine> = {}): SettlementLine {
  return {
    id,
    type: 'payment',
    reference: `sp-${id}`,
    gross: Money.of('100', 'BRL'),
    fee: Money.of('1', 'BRL'),
    net: Money.of('99', 'BRL'),
    settledAt: new Date('2026-11-19T10:00:00.123Z'),
    batch: null,
    ...changes,
  };
}

describe('SettlementLines', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 5, 'test').initialize();
  });
  beforeEach(() =>
    source.query('TRUNCATE cases, settlement_lines, settlement_pulls, provider_looks, provider_notifications'),
  );
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  /** The services of one process. */
  function process(pull?: Provider['pull']) {
    const inquire = async () => ({ facts: [], isDecided: true });
    const bank = aProvider({ name: 'bank', storedNames: ['bank', 'bank_payouts'], pull, inquire });
    const { providers } = registryOf(bank, aProvider({ name: 'mute', storedNames: ['mute'] }));
    const [db, uow, log] = [new PostgresDatabase(source), new PostgresUnitOfWork(source), new RecordedLog()];
    const repository = new PostgresSettlementLinesRepository(db);
    const clock: Clock = { now: () => NOW, monotonicMs: () => 0 };
    const cases = new Cases(new PostgresCasesRepository(db, clock));
    const plan = new PostgresSettlementPullsRepository(db);
    const questions = new PostgresStatusInquiriesRepository(db);
    const inquiries = new StatusInquiries(
      questions,
      providers,
      {} as FactInbox,
      uow,
      log,
      new Metrics('test', false),
      cases,
      clock,
    );
    const pulled = new PulledLines(repository, new PostgresFactsRepository(db), inquiries, cases, uow, clock);
    const pulls = new SettlementPulls(plan, pulled, providers, uow, clock, log);
    const turn = async () => {
      await pulls.turn(() => undefined);
      await pulls.drain(10_000);
    };
    return { lines: new SettlementLines(repository, providers, cases, uow, clock), pulls, turn, inquiries, log };
  }

  const stored = async (): Promise<string[]> =>
    (await source.query(`SELECT provider || ' ' || id || ' ' || gross AS line FROM settlement_lines ORDER BY 1`)).map(
      ({ line }: { line: string }) => line,
    );

  describe('imported settlement lines', () => {
    it('are recorded once under the name of their provider, whichever of its names is given (rule 18.1)', async () => {
      const { lines } = process();
      const first = await lines.import('bank_payouts', [aLine('a'), aLine('b')]);
      const second = await lines.import('bank', [aLine('a'), aLine('b'), aLine('c')]);
      expect([first, second]).toEqual([
        { recorded: 2, repeated: 0, updated: 0, changed: [] },
        { recorded: 1, repeated: 2, updated: 0, changed: [] },
      ]);
      expect(await stored()).toEqual(['bank a 100.00', 'bank b 100.00', 'bank c 100.00']);
    });

    it.each<[string, Partial<SettlementLine>]>([
      ['amount', { gross: Money.of('101', 'BRL') }],
      ['fee', { fee: Money.of('2', 'BRL') }],
      ['net amount', { net: Money.of('98', 'BRL') }],
      ['currency', { gross: Money.of('100', 'USD'), fee: Money.of('1', 'USD'), net: Money.of('99', 'USD') }],
      ['type', { type: 'refund' }],
    ])('with another %s than recorded stay, are named, and the others are recorded (rule 18.1)', async (_, changes) => {
      const { lines } = process();
      await lines.import('bank', [aLine('a')]);
      const again = await lines.import('bank', [aLine('new'), aLine('a', { ...changes, batch: 'b' })]);
      expect(again).toEqual({ recorded: 1, repeated: 0, updated: 0, changed: ['a'] });
      expect(await stored()).toEqual(['bank a 100.00', 'bank new 100.00']);
      expect(await source.query(`SELECT batch FROM settlement_lines WHERE id = 'a'`)).toEqual([{ batch: null }]);
    });

    it('with other money than recorded are one case each, however often they are imported (rule 18.1)', async () => {
      const { lines } = process();
      const changed = aLine('a', { gross: Money.of('101', 'BRL') });
      for (const line of [aLine('a'), changed, changed]) await lines.import('bank', [line]);
      const cases = 'SELECT kind, provider, subject_type, subject_id, amount, currency, status FROM cases';
      expect(await source.query(cases)).toEqual([
        {
          kind: 'contradiction',
          provider: 'bank',
          subject_type: 'settlement_line',
          subject_id: 'a',
          amount: '101.00',
          currency: 'BRL',
          status: 'open',
        },
      ]);
    });

    const filledIn = async () => {
      const [line] = await source.query(`SELECT reference, batch, settled_at FROM settlement_lines WHERE id = 'a'`);
      return [line.reference, line.batch, line.settled_at.toISOString()];
    };

    it('that say more by now fill in their record, and a text that is missing now stays (rule 18.10)', async () => {
      const { lines } = process();
      await lines.import('bank', [aLine('a', { reference: null }), aLine('b')]);
      const settledAt = new Date('2026-11-22T00:00:00.000Z');
      const filled = [aLine('a', { batch: 'po_1', settledAt }), aLine('b'), aLine('c')];
      expect(await lines.import('bank', filled)).toEqual({ recorded: 1, repeated: 1, updated: 1, changed: [] });
      expect(await filledIn()).toEqual(['sp-a', 'po_1', '2026-11-22T00:00:00.000Z']);
      const less = [aLine('a', { reference: null, settledAt })];
      expect(await lines.import('bank', less)).toEqual({ recorded: 0, repeated: 1, updated: 0, changed: [] });
      expect(await filledIn()).toEqual(['sp-a', 'po_1', '2026-11-22T00:00:00.000Z']);
    });

    it('with one id and two contents in a file are recorded once, and named (rule 18.1)', async () => {
      const twice = await process().lines.import('bank', [aLine('a'), aLine('a', { type: 'refund' })]);
      expect(twice).toEqual({ recorded: 1, repeated: 0, updated: 0, changed: ['a'] });
      expect(await stored()).toEqual(['bank a 100.00']);
    });

    it('are recorded in thousands, by two processes at the same time', async () => {
      const many = Array.from({ length: 2_500 }, (_, at) => aLine(`l${at}`));
      const results = await Promise.all([
        process().lines.import('bank', many),
        process().lines.import('bank', many.toReversed()),
      ]);
      expect(results.map(({ recorded }) => recorded).reduce((sum, each) => sum + each)).toBe(2_500);
      expect(await stored()).toHaveLength(2_500);
    });

    it('need a configured provider', async () => {
      await expect(process().lines.import('acme', [aLine('a')])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });
  });

  describe('the daily pull', () => {
    /** Serves these lines, and keeps the times that it was asked for. */
    function serving(lines: readonly PulledLine[]) {
      const asked: string[] = [];
      const pull = async function* (since: Date) {
        asked.push(since.toISOString());
        yield* lines;
      };
      return { asked, pull };
    }
    const aDayLater = () => source.query(`UPDATE settlement_pulls SET due_at = due_at - interval '1 day'`);

    it('records the lines of a provider once a day, in one process only (rule 18.3)', async () => {
      const { asked, pull } = serving(Array.from({ length: 1_201 }, (_, at) => aLine(`l${at}`)));
      const [one, other] = [process(pull), process(pull)];
      await Promise.all([one.turn(), other.turn()]);
      await one.turn();
      expect([asked.length, (await stored()).length]).toEqual([1, 1_201]);
      await aDayLater();
      await Promise.all([one.turn(), other.turn()]);
      expect(asked).toEqual(['2026-10-21T12:00:00.000Z', '2026-11-17T12:00:00.000Z']);
    });

    it('is due again within the hour when the provider fails, and keeps what it got before', async () => {
      let fails = true;
      const failing = async function* () {
        for (let at = 0; at < 600; at++) yield aLine(`l${at}`);
        if (fails) throw new Error('bank is away');
      };
      const { turn, log } = process(failing);
      await turn();
      expect(await stored()).toHaveLength(500);
      expect(JSON.stringify(log)).toContain('settlement lines could not be pulled');
      const [plan] = await source.query(
        `SELECT last_error, due_at <= now() + interval '1 hour' AS soon, pulled_at FROM settlement_pulls`,
      );
      expect(plan).toEqual({ last_error: 'bank is away', soon: true, pulled_at: null });
      fails = false;
      await aDayLater();
      await turn();
      expect(await stored()).toHaveLength(600);
    });

    it('logs the ids of lines that differ from those recorded, and records the others (rule 18.1)', async () => {
      const { pull } = serving([aLine('a', { type: 'refund' }), aLine('b')]);
      const { lines, turn, log } = process(pull);
      await lines.import('bank', [aLine('a')]);
      await turn();
      expect(await stored()).toHaveLength(2);
      expect(JSON.stringify(log)).toContain('settlement lines differ from those recorded');
    });

    it('makes the worker ask about what a new line is about, once (rule 18.7)', async () => {
      const about = { provider: 'bank', kind: 'reversal', reference: 'pi_1' };
      const { turn, inquiries } = process(serving([aLine('a'), { ...aLine('b', { type: 'dispute' }), about }]).pull);
      await turn();
      expect((await inquiries.list(10)).map(({ subject }) => subject)).toEqual([about]);
      await source.query('TRUNCATE provider_looks');
      await aDayLater();
      await turn();
      expect(await inquiries.list(10)).toEqual([]);
    });

    it('makes it ask about a payment that no fact has reported, and about no other (rule 18.7)', async () => {
      const about = (reference: string) => ({ provider: 'bank', kind: 'collection', reference });
      const line = (id: string) => ({ ...aLine(id), about: about(`sp-${id}`), announcedBy: [`${id}:received`] });
      await source.query(
        `INSERT INTO provider_notifications (provider, notification_id, kind, type, reference)
         VALUES ('bank', 'known:received', 'collection', 'payment.received', 'sp-known'),
                ('mute', 'lost:received', 'collection', 'payment.received', 'sp-lost')`,
      );
      const { turn, inquiries } = process(serving([line('known'), line('lost')]).pull);
      await turn();
      expect((await inquiries.list(10)).map(({ subject }) => subject)).toEqual([about('sp-lost')]);
    });

    it('asks nothing of providers without an API for lines', async () => {
      const { turn, pulls } = process();
      await turn();
      expect(await source.query('SELECT * FROM settlement_pulls')).toEqual([]);
      await expect(pulls.pull('mute')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });

    it('by command begins at the day asked for, and leaves the daily one due', async () => {
      const { asked, pull } = serving([aLine('a')]);
      const { pulls } = process(pull);
      const result = await pulls.pull('bank_payouts', new Date('2026-01-01'));
      expect([result, asked]).toEqual([
        { recorded: 1, repeated: 0, updated: 0, changed: [] },
        ['2026-01-01T00:00:00.000Z'],
      ]);
      expect(await source.query('SELECT * FROM settlement_pulls')).toEqual([]);
    });
  });
});
