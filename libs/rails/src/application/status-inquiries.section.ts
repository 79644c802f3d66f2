import { DomainError, Money } from '@app/kernel';
import { Metrics, createDataSource, PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { RecordedLog, RecordedSpans } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { PostgresStatusInquiriesRepository } from '../adapters/postgres-status-inquiries.repository';
import type { Fact } from '../domain/fact';
import { aFact, aProvider, RecordedCases, registryOf } from '../testing';
import type { FactInbox } from './fact-inbox';
import type { ReceivedFact } from './ports';
import { StatusInquiries } from './status-inquiries';
import type { StatusResponse, InquirySubject } from './provider';

const about = (reference: string, provider = 'bank'): InquirySubject => ({ provider, kind: 'payout', reference });

describe('a status inquiry', () => {
  let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;
  let source: DataSource;
  let taken: Fact[];
  let requests: ReceivedFact['requestId'][];
  let response: () => Promise<StatusResponse>;
  /** By the id of a fact, what throws when the inbox takes it. */
  const rejections = new Map<string, () => never>();

  beforeAll(async () => {
    scratch = await createScratchDatabase();
    source = await createDataSource(scratch.url, 5, 'test').initialize();
  });
  beforeEach(async () => {
    taken = [];
    requests = [];
    rejections.clear();
    response = async () => ({ facts: [], isDecided: false });
    await source.query('TRUNCATE provider_looks');
  });
  afterAll(async () => {
    await source.destroy();
    await scratch.drop();
  });

  /** The inquiries of one process, at a provider that can be asked and one that cannot. */
  function process() {
    const asked: InquirySubject[] = [];
    const bank = aProvider({
      name: 'bank',
      storedNames: ['bank'],
      inquire: (subject) => {
        asked.push(subject);
        return response();
      },
    });
    const { providers } = registryOf(bank, aProvider({ name: 'mute', storedNames: ['mute'] }));
    const inbox = {
      take: async ({ fact, requestId }: ReceivedFact) => {
        rejections.get(fact.id)?.();
        taken.push(fact);
        requests.push(requestId);
      },
    } as unknown as FactInbox;
    const repository = new PostgresStatusInquiriesRepository(new PostgresDatabase(source));
    const [log, metrics] = [new RecordedLog(), new Metrics('test', false)];
    const [uow, cases] = [new PostgresUnitOfWork(source), new RecordedCases()];
    const clock = { now: () => new Date(), monotonicMs: () => 0 };
    const inquiries = new StatusInquiries(repository, providers, inbox, uow, log, metrics, cases, clock);
    const turn = async () => {
      await inquiries.turn(() => undefined);
      await inquiries.drain(10_000);
    };
    return { inquiries, asked, turn, log, cases };
  }

  const elapse = (interval: string) =>
    source.query(
      `UPDATE provider_looks SET due_at = due_at - $1::interval, created_at = created_at - $1::interval,
         asked_at = asked_at - $1::interval, failing_since = failing_since - $1::interval`,
      [interval],
    );
  /** Hours until the next inquiry. */
  const hoursLeft = async () => {
    const [row] = await source.query<[{ hours: number }?]>(
      'SELECT extract(epoch FROM due_at - now())::float8 / 3600 AS hours FROM provider_looks',
    );
    return row?.hours;
  };

  it('asks the provider, and hands the facts in its response to the inbox', async () => {
    const { inquiries, asked, turn } = process();
    const fact = aFact();
    response = async () => ({ facts: [fact], isDecided: true });
    await inquiries.schedule([about('p1')]);
    await turn();
    expect([asked, taken]).toEqual([[about('p1')], [fact]]);
  });

  it('is not repeated once the provider has decided', async () => {
    const { inquiries, turn } = process();
    response = async () => ({ facts: [], isDecided: true });
    await inquiries.schedule([about('p1')]);
    await turn();
    expect(await inquiries.list(10)).toEqual([]);
  });

  it('is repeated after 1, 5 and 30 minutes, 2 hours, and then every 12 hours (rule 6.9)', async () => {
    const { inquiries, asked, turn } = process();
    await inquiries.schedule([about('p1')]);
    for (const pause of ['1 minute', '5 minutes', '30 minutes', '2 hours', '12 hours', '12 hours']) {
      await turn();
      const [{ dueAt } = { dueAt: new Date(0) }] = await inquiries.list(1);
      const [{ seconds }] = await source.query<[{ seconds: number }]>(
        'SELECT extract(epoch FROM $1::timestamptz - now() - $2::interval)::int AS seconds',
        [dueAt, pause],
      );
      expect(Math.abs(seconds)).toBeLessThan(5);
      await elapse(pause);
    }
    expect(asked).toHaveLength(6);
  });

  it('that fails stores its error and is repeated', async () => {
    const { inquiries, turn, log } = process();
    response = () => Promise.reject(new Error('the bank is down'));
    await inquiries.schedule([about('p1')]);
    await turn();
    expect(await inquiries.list(10)).toMatchObject([{ attempts: 1, lastError: 'the bank is down' }]);
    expect(log.lines.map(({ message }) => message)).toContain('provider could not be asked');
  });

  describe('whose facts the inbox does not all take', () => {
    const [first, second] = [aFact({ id: 'f1' }), aFact({ id: 'f2' })];
    const reject = (id: string, error: Error) =>
      rejections.set(id, () => {
        throw error;
      });
    const unknown = new DomainError('ORDER_NOT_FOUND', 'unknown');

    it('takes the others, and is repeated although the provider has decided (rule 6.15)', async () => {
      const { inquiries, turn } = process();
      reject('f1', new Error('the database is down'));
      response = async () => ({ facts: [first, second], isDecided: true });
      await inquiries.schedule([about('p1')]);
      await turn();
      expect(taken).toEqual([second]);
      expect(await inquiries.list(10)).toMatchObject([{ lastError: 'the database is down' }]);
    });

    it('takes the others when it is asked at once, and throws', async () => {
      const { inquiries } = process();
      reject('f1', unknown);
      response = async () => ({ facts: [first, second], isDecided: true });
      await expect(inquiries.askNow(about('p1'))).rejects.toBe(unknown);
      expect(taken).toEqual([second]);
    });

    it('ends when there is no record and no money (rule 6.15)', async () => {
      const { inquiries, turn, log } = process();
      reject('f1', unknown);
      response = async () => ({ facts: [{ ...first, amount: null }], isDecided: false });
      await inquiries.schedule([about('p1')]);
      await turn();
      expect([await inquiries.list(10), log.lines]).toEqual([[], []]);
    });

    it.each([
      [true, 0],
      [false, 1],
    ])('with money and no record ends when the provider has decided: %s', async (isDecided, left) => {
      const { inquiries, turn } = process();
      reject('f1', unknown);
      response = async () => ({ facts: [{ ...first, amount: Money.of('1', 'BRL') }], isDecided });
      await inquiries.schedule([about('p1')]);
      await turn();
      expect(await inquiries.list(10)).toHaveLength(left);
    });
  });

  it('of which a part could not be asked gives the rest, and is repeated (rule 6.15)', async () => {
    const { inquiries, turn } = process();
    const fact = aFact();
    response = async () => ({ facts: [fact], isDecided: true, problem: new Error('the refunds are down') });
    await inquiries.schedule([about('p1')]);
    await turn();
    expect([taken, await inquiries.list(10)]).toMatchObject([[fact], [{ lastError: 'the refunds are down' }]]);
    await expect(inquiries.askNow(about('p1'))).rejects.toThrow('the refunds are down');
  });

  it('about late money is repeated less and less often for 30 days (rule 6.16)', async () => {
    const { inquiries, turn, log } = process();
    response = async () => ({ facts: [], isDecided: false, isSparse: true });
    await inquiries.schedule([about('p1')]);
    const pauses: number[] = [];
    for (await turn(); (await inquiries.list(10)).length > 0; await turn()) {
      const left = (await hoursLeft())!;
      pauses.push(Math.round(left));
      await elapse(`${left} hours`);
    }
    expect(pauses).toEqual([6, 6, 12, 24, 48, 72, 72, 72, 72, 72, 72, 72, 72]);
    expect(log.lines).toEqual([]);
  });

  it('that a hint makes necessary again is made soon, and begins the 30 days anew (rule 6.16)', async () => {
    const { inquiries, asked, turn } = process();
    response = async () => ({ facts: [], isDecided: false, isSparse: true });
    await inquiries.schedule([about('p1')]);
    await elapse('20 days');
    await turn();
    expect(await hoursLeft()).toBeCloseTo(72);
    await elapse('6 seconds');
    await inquiries.schedule([about('p1')]);
    await turn();
    expect(asked).toHaveLength(2);
    expect(await hoursLeft()).toBeCloseTo(6);
  });

  it('is counted when it has only failed for two hours (rule 6.17)', async () => {
    const { inquiries, turn } = process();
    response = () => Promise.reject(new Error('the bank is down'));
    await inquiries.schedule([about('p1')]);
    await turn();
    await elapse('119 minutes');
    await turn();
    expect((await inquiries.backlog()).failing).toBe(0);
    await elapse('2 minutes');
    expect((await inquiries.backlog()).failing).toBe(1);
    response = async () => ({ facts: [], isDecided: false });
    await elapse('13 hours');
    await turn();
    expect((await inquiries.backlog()).failing).toBe(0);
  });

  it('is planned once for a subject, at the earlier time', async () => {
    const { inquiries } = process();
    await inquiries.schedule([about('p1')], 60_000);
    await inquiries.schedule([about('p1'), about('p1')]);
    const listed = await inquiries.list(10);
    expect(listed).toHaveLength(1);
    expect(await inquiries.backlog()).toMatchObject({ due: 1 });
  });

  it('is not repeated within 5 seconds, however often it is planned (rule 6.11)', async () => {
    const { inquiries, asked, turn } = process();
    await inquiries.schedule([about('p1')]);
    await turn();
    await inquiries.schedule([about('p1')]);
    await turn();
    expect(asked).toHaveLength(1);
    await elapse('6 seconds');
    await turn();
    expect(asked).toHaveLength(2);
  });

  it('is repeated when a hint comes while the provider is asked, although the response decides (rule 6.9)', async () => {
    const { inquiries, asked, turn } = process();
    response = async () => {
      response = async () => ({ facts: [], isDecided: true });
      await inquiries.schedule([about('p1')]);
      return { facts: [], isDecided: true };
    };
    await inquiries.schedule([about('p1')]);
    await turn();
    expect(await inquiries.list(10)).toHaveLength(1);
    await elapse('6 seconds');
    await turn();
    expect(asked).toHaveLength(2);
    expect(await inquiries.list(10)).toEqual([]);
  });

  it('belongs to the latest request that planned it, and so do the facts that it finds (rules 13.20 and 16.24)', async () => {
    const { inquiries, asked, turn, log } = process();
    const spans = RecordedSpans.start();
    await inquiries.schedule([about('p1')], 0, 'request-1');
    response = () => Promise.reject(new Error('the bank is down'));
    await turn();
    await inquiries.schedule([about('p1')], 0, 'request-2');
    await inquiries.schedule([about('p1')]);
    response = async () => ({ facts: [aFact()], isDecided: true });
    await elapse('1 minute');
    await turn();
    await spans.stop();

    expect(spans.started).toEqual([
      { name: 'ask provider', requestId: 'request-1', attributes: { ...about('p1'), attempt: 1 } },
      { name: 'ask provider', requestId: 'request-2', attributes: { ...about('p1'), attempt: 2 } },
    ]);
    expect([requests, log.lines]).toMatchObject([['request-2'], [{ fields: { request_id: 'request-1' } }]]);
    expect(asked).toEqual([about('p1'), about('p1')]);
  });

  it('can be made at once, and hands the facts in the response to the inbox', async () => {
    const { inquiries } = process();
    const fact = aFact();
    response = async () => ({ facts: [fact], isDecided: true });
    expect(await inquiries.askNow(about('p1'))).toBe(true);
    expect(taken).toEqual([fact]);
  });

  it('is not planned at a provider that cannot be asked, or that is not configured', async () => {
    const { inquiries } = process();
    await inquiries.schedule([about('p1', 'mute'), about('p1', 'gone')]);
    expect(await inquiries.list(10)).toEqual([]);
  });

  it('is taken by one of several workers', async () => {
    const [one, other] = [process(), process()];
    await one.inquiries.schedule(Array.from({ length: 30 }, (_, i) => about(`p${i}`)));
    for (let i = 0; i < 3; i++) await Promise.all([one.turn(), other.turn()]);
    expect(one.asked.length + other.asked.length).toBe(30);
  });

  it('about what has not begun ends within 30 days without an error (rule 6.11)', async () => {
    const { inquiries, turn, log } = process();
    response = async () => ({ facts: [], isDecided: false, isIdle: true });
    await inquiries.schedule([about('p1')]);
    for (const pause of ['29 days', '23 hours 50 minutes']) {
      await turn();
      expect(await inquiries.list(10)).toHaveLength(1);
      await elapse(pause);
    }
    await turn();
    expect(await inquiries.list(10)).toEqual([]);
    expect(log.lines).toEqual([]);
  });

  it('is given up after 30 days, and is a case (rule 19.10)', async () => {
    const { inquiries, log, cases } = process();
    await inquiries.schedule([about('p1')]);
    await elapse('29 days');
    expect(await inquiries.giveUpOld()).toBe(0);
    await elapse('2 days');
    expect(await inquiries.giveUpOld()).toBe(1);
    expect(log.lines.map(({ message }) => message)).toContain('provider is not asked about the subject any more');
    expect(cases.opened).toMatchObject([
      { kind: 'unknown_subject', provider: 'bank', providerReference: 'p1', proposal: 'ask_provider' },
    ]);
  });
});
