import { newId } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import type { MailOutcome, QueuedMail } from '../application/ports';
import { elapseMail } from '../testing/elapse-mail';
import { MailMessageEntity } from './mail-message.entity';
import { PostgresMailQueue } from './postgres-mail.queue';

/** Earlier than anything that another test has left in the same database. */
const FIRST_IN_LINE_MS = 1_000_000_000;
const LEASE_MS = 60_000;

function aQueuedMail(changes: Partial<QueuedMail> = {}): QueuedMail {
  const id = newId();
  return {
    id,
    accountId: null,
    to: `${id}@example.com`,
    subject: 'Payment received',
    text: 'Thank you.',
    html: null,
    dedupeKey: id,
    sensitive: false,
    status: 'pending',
    lastError: null,
    ...changes,
  };
}

describe('PostgresMailQueue', () => {
  let source: DataSource;
  let queue: PostgresMailQueue;
  let uow: PostgresUnitOfWork;

  beforeAll(async () => {
    source = await testDataSource();
    queue = new PostgresMailQueue(source.getRepository(MailMessageEntity), new PostgresDatabase(source));
    uow = new PostgresUnitOfWork(source);
  });

  const add = (...messages: QueuedMail[]) => uow.run((tx) => queue.add(tx, messages));
  const claim = (limit = 1_000) => uow.once((tx) => queue.claim(tx, limit, LEASE_MS));
  const claimed = async ({ id }: QueuedMail) => (await claim()).find((message) => message.id === id);
  const complete = (outcome: Partial<MailOutcome> & Pick<MailOutcome, 'id'>) =>
    uow.once((tx) =>
      queue.complete(tx, [{ attempt: 1, status: 'sent', error: null, retryInMs: null, erase: false, ...outcome }]),
    );
  const shown = async ({ to }: QueuedMail) => (await queue.listNewest(to, 50))[0];

  describe('adding', () => {
    it('shows a message as added', async () => {
      const mail = aQueuedMail({ html: '<p>Thank you.</p>' });
      await add(mail);
      const { id, to, subject: subjectLine, text, html } = mail;
      expect(await shown(mail)).toEqual({
        id,
        to,
        subject: subjectLine,
        text,
        html,
        status: 'pending',
        createdAt: expect.any(Date) as Date,
        sentAt: null,
      });
    });

    it('adds a message once for each dedupe key', async () => {
      const mail = aQueuedMail();
      await add(mail);
      await add({ ...mail, id: newId() }, { ...mail, id: newId() });
      await expect(queue.listNewest(mail.to, 50)).resolves.toHaveLength(1);
    });

    it('adds the other messages when one already exists', async () => {
      const [known, fresh] = [aQueuedMail(), aQueuedMail()];
      await add(known);
      await add({ ...known, id: newId() }, fresh);
      await expect(shown(fresh)).resolves.toMatchObject({ id: fresh.id });
    });

    it('never claims a message that was added as failed', async () => {
      const mail = aQueuedMail({ status: 'failed', lastError: 'not an e-mail address' });
      await add(mail);
      await expect(claimed(mail)).resolves.toBeUndefined();
    });

    it('shows the newest messages to an address, in any letter case', async () => {
      const to = `Payer.${newId()}@Example.com`;
      const mails = [1, 2, 3].map(() => aQueuedMail({ to }));
      for (const mail of mails) await add(mail);
      const newest = await queue.listNewest(to.toLowerCase(), 2);
      expect(newest.map(({ id }) => id)).toEqual(
        mails
          .map(({ id }) => id)
          .sort()
          .reverse()
          .slice(0, 2),
      );
    });
  });

  describe('claiming', () => {
    it('claims a message with attempt 1', async () => {
      const mail = aQueuedMail({ sensitive: true });
      await add(mail);
      const { id, to, subject: subjectLine, text, html } = mail;
      await expect(claimed(mail)).resolves.toEqual({
        id,
        to,
        subject: subjectLine,
        text,
        html,
        attempt: 1,
        sensitive: true,
      });
    });

    it('claims no more than the limit, the longest due first', async () => {
      const first = aQueuedMail();
      await add(first);
      await elapseMail(source, FIRST_IN_LINE_MS);
      await add(aQueuedMail());
      const [one, ...others] = await claim(1);
      expect([one?.id, others]).toEqual([first.id, []]);
    });

    it('does not claim a message that is leased', async () => {
      const mail = aQueuedMail();
      await add(mail);
      await claim();
      await expect(claimed(mail)).resolves.toBeUndefined();
    });

    it('claims a message again, as its next attempt, when the lease has expired', async () => {
      const mail = aQueuedMail();
      await add(mail);
      await claim();
      await elapseMail(source, LEASE_MS);
      await expect(claimed(mail)).resolves.toMatchObject({ attempt: 2 });
    });

    it('claims a released message at once', async () => {
      const mail = aQueuedMail();
      await add(mail);
      await claim();
      await uow.once((tx) => queue.release(tx, [mail.id]));
      await expect(claimed(mail)).resolves.toMatchObject({ attempt: 2 });
    });
  });

  describe('completing', () => {
    const underWay = async (changes: Partial<QueuedMail> = {}) => {
      const mail = aQueuedMail(changes);
      await add(mail);
      await claim();
      return mail;
    };

    it('shows when a message was sent', async () => {
      const mail = await underWay();
      await complete({ id: mail.id });
      await expect(shown(mail)).resolves.toMatchObject({ status: 'sent', sentAt: expect.any(Date) as Date });
    });

    it('never claims a sent message', async () => {
      const mail = await underWay();
      await complete({ id: mail.id });
      await elapseMail(source, LEASE_MS);
      await expect(claimed(mail)).resolves.toBeUndefined();
    });

    it('claims a message to be retried when its delay is over, and not before', async () => {
      const mail = await underWay();
      await complete({ id: mail.id, status: 'pending', error: 'busy', retryInMs: 10_000 });
      await elapseMail(source, 9_000);
      await expect(claimed(mail)).resolves.toBeUndefined();
      await elapseMail(source, 1_000);
      await expect(claimed(mail)).resolves.toMatchObject({ attempt: 2 });
    });

    it('never claims a failed message', async () => {
      const mail = await underWay();
      await complete({ id: mail.id, status: 'failed', error: 'unknown user' });
      await elapseMail(source, LEASE_MS);
      await expect(claimed(mail)).resolves.toBeUndefined();
    });

    it('ignores the outcome of an attempt that is not the latest', async () => {
      const mail = await underWay();
      await elapseMail(source, LEASE_MS);
      await claim();
      await complete({ id: mail.id, attempt: 1, status: 'failed', error: 'late' });
      await expect(shown(mail)).resolves.toMatchObject({ status: 'pending' });
    });

    it('erases the text only when asked to', async () => {
      const [secret, plain] = [await underWay({ html: '<b>1</b>' }), await underWay()];
      await complete({ id: secret.id, erase: true });
      await complete({ id: plain.id });
      await expect(shown(secret)).resolves.toMatchObject({ text: '', html: null });
      await expect(shown(plain)).resolves.toMatchObject({ text: 'Thank you.' });
    });
  });

  it('adds nothing when the transaction is rolled back', async () => {
    const mail = aQueuedMail();
    const payment = uow.run(async (tx) => {
      await queue.add(tx, [mail]);
      throw new Error('payment rejected');
    });
    await expect(payment).rejects.toThrow('payment rejected');
    await expect(queue.listNewest(mail.to, 1)).resolves.toEqual([]);
  });

  it('adds a message once for concurrent transactions', async () => {
    const mails = [aQueuedMail(), aQueuedMail()];
    const add = (order: typeof mails) => {
      const copies = order.map((mail) => ({ ...mail, id: aQueuedMail().id }));
      return uow.run((tx) => queue.add(tx, copies));
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(index % 2 ? mails : [...mails].reverse())));
    for (const { to } of mails) await expect(queue.listNewest(to, 50)).resolves.toHaveLength(1);
  });

  it('never gives one message to two concurrent workers', async () => {
    const mails = Array.from({ length: 60 }, () => aQueuedMail());
    await uow.run((tx) => queue.add(tx, mails));
    const claimAll = async () => {
      const mine: string[] = [];
      for (;;) {
        const claimed = await uow.once((tx) => queue.claim(tx, 7, 60_000));
        if (claimed.length === 0) return mine;
        mine.push(...claimed.map(({ id }) => id));
      }
    };
    const claimed = (await Promise.all([claimAll(), claimAll(), claimAll(), claimAll()])).flat();
    const ours = new Set(mails.map(({ id }) => id));
    expect(claimed.filter((id) => ours.has(id)).sort()).toEqual([...ours].sort());
  });
});
