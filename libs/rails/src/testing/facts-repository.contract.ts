import { Money, newId, RetryTransactionError, type UnitOfWork } from '@app/kernel';
import type { FactsRepository } from '../application/ports';
import type { FactKey, Fact, SettledFact } from '../domain/fact';
import { aFact } from './factories';

export interface FactsRepositorySubject {
  facts: FactsRepository;
  uow: UnitOfWork;
  /** Makes a stored fact due for its next attempt at that time. */
  makeDue(key: FactKey, at: Date): Promise<void>;
}

const KIND = 'payout';

/** What every adapter of the port must do. */
export function factsRepositoryContract(subject: () => FactsRepositorySubject): void {
  const storeAll = (...given: Fact[]) =>
    subject().uow.once((tx) =>
      subject().facts.store(
        tx,
        given.map((fact) => ({ fact, body: '{}' })),
      ),
    );
  const store = async (fact: Fact) => (await storeAll(fact))[0];
  const stored = async (changes: Partial<Fact> = {}) => {
    const fact = aFact({ kind: KIND, ...changes });
    await store(fact);
    return fact;
  };
  const unsettled = (...about: Fact[]) => subject().uow.run((tx) => subject().facts.findUnsettled(tx, KIND, about));
  const settle = (...settled: Fact[]) =>
    subject().uow.run((tx) =>
      subject().facts.settle(
        tx,
        settled.map((fact): SettledFact => ({ fact, outcome: 'paid' })),
      ),
    );
  const noteWaiting = (longestMs: number, ...facts: Fact[]) =>
    subject().uow.run((tx) => subject().facts.noteWaiting(tx, facts, longestMs));
  const takeDue = (limit = 1_000, kinds = [KIND]) =>
    subject().uow.once((tx) => subject().facts.takeDue(tx, kinds, limit));

  describe('storing', () => {
    it('distinguishes the first arrival from the second, and from one after the fact was settled', async () => {
      const fact = aFact({ kind: KIND });
      expect([await store(fact), await store(fact)]).toEqual(['stored', 'repeated']);
      await settle(fact);
      await expect(store(fact)).resolves.toBe('settled');
    });

    it('keeps what came first when the same id comes with other content', async () => {
      const fact = await stored();
      const changed = { ...fact, amount: Money.of('1', 'ARS') };
      await expect(store(changed)).resolves.toBe('repeated');
      await expect(unsettled(fact)).resolves.toMatchObject([fact]);
    });

    it('keeps the request that brought it, if one did', async () => {
      const [brought, asked] = [aFact({ kind: KIND }), aFact({ kind: KIND })];
      const received = [
        { fact: brought, body: '{}', requestId: 'request-1' },
        { fact: asked, body: '{}' },
      ];
      await subject().uow.once((tx) => subject().facts.store(tx, received));
      const found = await unsettled(brought, asked);
      const requestOf = ({ id }: Fact) => found.find((one) => one.id === id)?.requestId;
      expect([requestOf(brought), requestOf(asked)]).toEqual(['request-1', null]);
    });

    it('treats the same id of another provider as another fact', async () => {
      const fact = await stored();
      await expect(store({ ...fact, provider: 'another' })).resolves.toBe('stored');
    });

    it('returns results in the order of the facts, including repeated ones', async () => {
      const [known, one, two] = [await stored(), aFact({ kind: KIND }), aFact({ kind: KIND })];
      await expect(storeAll(one, known, two)).resolves.toEqual(['stored', 'repeated', 'stored']);
    });

    it('keeps the first of two with the same id that arrive together', async () => {
      const fact = aFact({ kind: KIND });
      const again = { ...fact, amount: Money.of('1', 'ARS') };
      await expect(storeAll(fact, again)).resolves.toEqual(['stored', 'repeated']);
      await expect(unsettled(fact)).resolves.toMatchObject([fact]);
    });

    it('keeps the facts of two providers with the same id that arrive together', async () => {
      const fact = aFact({ kind: KIND });
      const foreign = { ...fact, provider: 'another' };
      await expect(storeAll(fact, foreign)).resolves.toEqual(['stored', 'stored']);
      await expect(unsettled(foreign)).resolves.toMatchObject([foreign]);
    });

    it('does nothing for an empty list', async () => {
      await expect(storeAll()).resolves.toEqual([]);
    });

    it('stores once, however many arrive at the same moment', async () => {
      const fact = aFact({ kind: KIND });
      const results = await Promise.all(Array.from({ length: 10 }, () => store(fact)));
      expect(results.filter((result) => result === 'stored')).toHaveLength(1);
    });

    it('stores once for batches that overlap in opposite orders at the same moment', async () => {
      const given = Array.from({ length: 5 }, () => aFact({ kind: KIND }));
      const results = await Promise.all([0, 1, 2, 3].map((i) => storeAll(...(i % 2 ? given : [...given].reverse()))));
      expect(results.flat().filter((result) => result === 'stored')).toHaveLength(5);
    });
  });

  describe('the unsettled facts of a subject', () => {
    it('are read as they were stored, with and without money and details', async () => {
      const one = await stored({ amount: Money.of('12.34', 'BRL'), details: { reason: 'closed', 'n.º': 7 } });
      const other = await stored({ ...one, id: newId(), amount: null, details: null });
      expect(byId(await unsettled(one))).toMatchObject(byId([one, other]));
    });

    it('come in the order of arrival', async () => {
      const first = await stored();
      const ids = [first.id];
      for (let i = 0; i < 3; i++) ids.push((await stored({ reference: first.reference })).id);
      expect((await unsettled(first)).map(({ id }) => id)).toEqual(ids);
    });

    it('are not those that were settled, of another kind, another subject or another provider', async () => {
      const fact = await stored();
      const { reference } = fact;
      await settle(await stored({ reference }));
      await stored({ reference, kind: 'another' });
      await stored({ reference, provider: 'another' });
      await stored();
      await expect(unsettled(fact)).resolves.toMatchObject([fact]);
    });

    it('are empty for no subject', async () => {
      await expect(unsettled()).resolves.toEqual([]);
    });
  });

  describe('settling', () => {
    it('is rejected for a fact that is settled already, together with the others', async () => {
      const [settled, other] = [await stored(), await stored()];
      await settle(settled);
      await expect(settle(other, settled)).rejects.toThrow(RetryTransactionError);
    });
  });

  it('says which facts of a provider are stored, settled or not', async () => {
    const [settled, open] = [await stored(), await stored()];
    await settle(settled);
    const find = (provider: string) =>
      subject().uow.once((tx) => subject().facts.findStored(tx, provider, [settled.id, open.id, 'another']));
    expect(await find(settled.provider)).toEqual(new Set([settled.id, open.id]));
    expect(await find('another')).toEqual(new Set());
  });

  describe('the backlog', () => {
    it('counts what is stored and not settled', async () => {
      const before = await subject().facts.backlog();
      await settle(await stored());
      await stored();
      await expect(subject().facts.backlog()).resolves.toMatchObject({ pending: before.pending + 1 });
    });

    it('does not count what waits for another fact (rule 19.7)', async () => {
      const before = await subject().facts.backlog();
      const fact = await stored();
      await expect(noteWaiting(60_000, fact)).resolves.toEqual([]);
      await expect(subject().facts.backlog()).resolves.toMatchObject({ pending: before.pending });
      await expect(unsettled(fact)).resolves.toMatchObject([{ id: fact.id }]);
    });

    it('says which facts have waited for too long', async () => {
      const [one, other] = [await stored(), await stored()];
      const keyOf = ({ provider, id }: Fact) => ({ provider, id });
      const overdue = await noteWaiting(-60_000, one, other);
      expect(overdue).toHaveLength(2);
      expect(overdue).toEqual(expect.arrayContaining([keyOf(one), keyOf(other)]));
      await settle(one);
      await expect(noteWaiting(-60_000, other)).resolves.toEqual([keyOf(other)]);
    });

    it('returns the age of the oldest', async () => {
      await stored();
      const { oldestSeconds } = await subject().facts.backlog();
      expect(oldestSeconds).toBeGreaterThanOrEqual(0);
      expect(oldestSeconds).toBeLessThan(600);
    });
  });

  describe('the next attempt', () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const keyOf = ({ provider, id, kind, reference }: Fact) => ({ provider, id, kind, reference });

    // What other tests have left behind may be due by now.
    beforeEach(() => takeDue());

    it('is not due at once: the process that stored the fact is settling it', async () => {
      const fact = await stored();
      expect((await takeDue()).map(({ id }) => id)).not.toContain(fact.id);
    });

    it('is taken once it is due, and the next one comes later', async () => {
      const fact = await stored();
      await subject().makeDue(fact, ago(1));
      await expect(takeDue()).resolves.toEqual([keyOf(fact)]);
      await expect(takeDue()).resolves.toEqual([]);
    });

    it('is left to a process that has a handler for the kind', async () => {
      const fact = await stored();
      await subject().makeDue(fact, ago(1));
      await expect(takeDue(1_000, ['another'])).resolves.toEqual([]);
      await expect(takeDue(1_000, ['another', KIND])).resolves.toEqual([keyOf(fact)]);
    });

    it('takes no more than the limit, the longest due first', async () => {
      const given = [await stored(), await stored(), await stored()];
      await Promise.all(given.map((fact, i) => subject().makeDue(fact, ago(30 - 10 * i))));
      const ids = given.map(({ id }) => id);
      const taken = async () => (await takeDue(2)).map(({ id }) => id).sort();
      expect(await taken()).toEqual(ids.slice(0, 2).sort());
      expect(await taken()).toEqual(ids.slice(2));
    });

    it('is taken by one of many concurrent workers', async () => {
      const fact = await stored();
      await subject().makeDue(fact, ago(1));
      const taken = (await Promise.all([takeDue(), takeDue(), takeDue()])).flat();
      expect(taken.map(({ id }) => id)).toEqual([fact.id]);
    });

    it('never comes for what was settled', async () => {
      const fact = await stored();
      await subject().makeDue(fact, ago(1));
      await settle(fact);
      await expect(takeDue()).resolves.toEqual([]);
    });
  });
}

function byId(facts: readonly Fact[]): Fact[] {
  return [...facts].sort((a, b) => (a.id < b.id ? -1 : 1));
}
