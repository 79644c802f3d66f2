import { Money, newId, RetryTransactionError, type UnitOfWork } from '@app/kernel';
import type { NotificationsRepository } from '../application/ports';
import type { NotificationKey, RailNotification, SettledNotification } from '../domain/notification';
import { aNotification } from './factories';

export interface NotificationsRepositorySubject {
  notifications: NotificationsRepository;
  uow: UnitOfWork;
  /** Makes a stored notification due for its next attempt at that time. */
  makeDue(key: NotificationKey, at: Date): Promise<void>;
}

const KIND = 'payout';

/** What every adapter of the port must do. */
export function notificationsRepositoryContract(subject: () => NotificationsRepositorySubject): void {
  const storeAll = (...given: RailNotification[]) =>
    subject().uow.once((tx) =>
      subject().notifications.store(
        tx,
        given.map((notification) => ({ notification, body: '{}' })),
      ),
    );
  const store = async (notification: RailNotification) => (await storeAll(notification))[0];
  const stored = async (changes: Partial<RailNotification> = {}) => {
    const notification = aNotification({ kind: KIND, ...changes });
    await store(notification);
    return notification;
  };
  const unsettled = (...about: RailNotification[]) =>
    subject().uow.run((tx) => subject().notifications.unsettled(tx, KIND, about));
  const settle = (...settled: RailNotification[]) =>
    subject().uow.run((tx) =>
      subject().notifications.settle(
        tx,
        settled.map((notification): SettledNotification => ({ notification, outcome: 'paid', needsStaff: false })),
      ),
    );
  const takeDue = (limit = 1_000, kinds = [KIND]) =>
    subject().uow.once((tx) => subject().notifications.takeDue(tx, kinds, limit));

  describe('storing', () => {
    it('distinguishes the first arrival from the second, and from one after the notification was settled', async () => {
      const notification = aNotification({ kind: KIND });
      expect([await store(notification), await store(notification)]).toEqual(['stored', 'repeated']);
      await settle(notification);
      await expect(store(notification)).resolves.toBe('settled');
    });

    it('keeps what came first when the same id comes with other content', async () => {
      const notification = await stored();
      const changed = { ...notification, amount: Money.of('1', 'ARS') };
      await expect(store(changed)).resolves.toBe('repeated');
      await expect(unsettled(notification)).resolves.toMatchObject([notification]);
    });

    it('treats the same id of another provider as another notification', async () => {
      const notification = await stored();
      await expect(store({ ...notification, provider: 'another' })).resolves.toBe('stored');
    });

    it('returns results in the order of the notifications, including repeated ones', async () => {
      const [known, one, two] = [await stored(), aNotification({ kind: KIND }), aNotification({ kind: KIND })];
      await expect(storeAll(one, known, two)).resolves.toEqual(['stored', 'repeated', 'stored']);
    });

    it('keeps the first of two with the same id that arrive together', async () => {
      const notification = aNotification({ kind: KIND });
      const again = { ...notification, amount: Money.of('1', 'ARS') };
      await expect(storeAll(notification, again)).resolves.toEqual(['stored', 'repeated']);
      await expect(unsettled(notification)).resolves.toMatchObject([notification]);
    });

    it('does nothing for an empty list', async () => {
      await expect(storeAll()).resolves.toEqual([]);
    });

    it('stores once, however many arrive at the same moment', async () => {
      const notification = aNotification({ kind: KIND });
      const results = await Promise.all(Array.from({ length: 10 }, () => store(notification)));
      expect(results.filter((result) => result === 'stored')).toHaveLength(1);
    });

    it('stores once for batches that overlap in opposite orders at the same moment', async () => {
      const given = Array.from({ length: 5 }, () => aNotification({ kind: KIND }));
      const results = await Promise.all([0, 1, 2, 3].map((i) => storeAll(...(i % 2 ? given : [...given].reverse()))));
      expect(results.flat().filter((result) => result === 'stored')).toHaveLength(5);
    });
  });

  describe('the unsettled notifications of a subject', () => {
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
      const notification = await stored();
      const { reference } = notification;
      await settle(await stored({ reference }));
      await stored({ reference, kind: 'another' });
      await stored({ reference, provider: 'another' });
      await stored();
      await expect(unsettled(notification)).resolves.toMatchObject([notification]);
    });

    it('are empty for no subject', async () => {
      await expect(unsettled()).resolves.toEqual([]);
    });
  });

  describe('settling', () => {
    it('is refused for a notification that is settled already, together with the others', async () => {
      const [settled, other] = [await stored(), await stored()];
      await settle(settled);
      await expect(settle(other, settled)).rejects.toThrow(RetryTransactionError);
    });
  });

  describe('the backlog', () => {
    it('counts what is stored and not settled', async () => {
      const before = await subject().notifications.backlog();
      await settle(await stored());
      await stored();
      await expect(subject().notifications.backlog()).resolves.toMatchObject({ pending: before.pending + 1 });
    });

    it('tells the age of the oldest', async () => {
      await stored();
      const { oldestSeconds } = await subject().notifications.backlog();
      expect(oldestSeconds).toBeGreaterThanOrEqual(0);
      expect(oldestSeconds).toBeLessThan(600);
    });
  });

  describe('the next attempt', () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);
    const keyOf = ({ provider, id, kind, reference }: RailNotification) => ({ provider, id, kind, reference });

    // What other tests have left behind may be due by now.
    beforeEach(() => takeDue());

    it('is not due at once: the process that stored the notification is settling it', async () => {
      const notification = await stored();
      expect((await takeDue()).map(({ id }) => id)).not.toContain(notification.id);
    });

    it('is taken once it is due, and the next one comes later', async () => {
      const notification = await stored();
      await subject().makeDue(notification, ago(1));
      await expect(takeDue()).resolves.toEqual([keyOf(notification)]);
      await expect(takeDue()).resolves.toEqual([]);
    });

    it('is left to a process that has a handler for the kind', async () => {
      const notification = await stored();
      await subject().makeDue(notification, ago(1));
      await expect(takeDue(1_000, ['another'])).resolves.toEqual([]);
      await expect(takeDue(1_000, ['another', KIND])).resolves.toEqual([keyOf(notification)]);
    });

    it('takes no more than the limit, the longest due first', async () => {
      const given = [await stored(), await stored(), await stored()];
      await Promise.all(given.map((notification, i) => subject().makeDue(notification, ago(30 - 10 * i))));
      const ids = given.map(({ id }) => id);
      const taken = async () => (await takeDue(2)).map(({ id }) => id).sort();
      expect(await taken()).toEqual(ids.slice(0, 2).sort());
      expect(await taken()).toEqual(ids.slice(2));
    });

    it('is taken by one of many concurrent workers', async () => {
      const notification = await stored();
      await subject().makeDue(notification, ago(1));
      const taken = (await Promise.all([takeDue(), takeDue(), takeDue()])).flat();
      expect(taken.map(({ id }) => id)).toEqual([notification.id]);
    });

    it('never comes for what was settled', async () => {
      const notification = await stored();
      await subject().makeDue(notification, ago(1));
      await settle(notification);
      await expect(takeDue()).resolves.toEqual([]);
    });
  });
}

function byId(notifications: readonly RailNotification[]): RailNotification[] {
  return [...notifications].sort((a, b) => (a.id < b.id ? -1 : 1));
}
