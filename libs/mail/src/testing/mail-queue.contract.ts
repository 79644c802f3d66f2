import { newId, type UnitOfWork } from '@app/kernel';
import type { MailOutcome, MailQueue, QueuedMail } from '../application/ports';

export interface MailQueueSubject {
  queue: MailQueue;
  uow: UnitOfWork;
  /** Advances the time of everything pending. */
  elapse(ms: number): Promise<void>;
}

/** Earlier than anything that another test has left in the same database. */
const FIRST_IN_LINE_MS = 1_000_000_000;
const LEASE_MS = 60_000;

export function aQueuedMail(changes: Partial<QueuedMail> = {}): QueuedMail {
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

/** What every adapter of the port must do. */
export function mailQueueContract(subject: () => MailQueueSubject): void {
  const add = (...messages: QueuedMail[]) => subject().uow.run((tx) => subject().queue.add(tx, messages));
  const claim = (limit = 1_000) => subject().uow.once((tx) => subject().queue.claim(tx, limit, LEASE_MS));
  const claimed = async ({ id }: QueuedMail) => (await claim()).find((message) => message.id === id);
  const complete = (outcome: Partial<MailOutcome> & Pick<MailOutcome, 'id'>) =>
    subject().uow.once((tx) =>
      subject().queue.complete(tx, [
        { attempt: 1, status: 'sent', error: null, retryInMs: null, erase: false, ...outcome },
      ]),
    );
  const shown = async ({ to }: QueuedMail) => (await subject().queue.newest(to, 50))[0];

  adding();
  claiming();
  completing();

  function adding(): void {
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
      await expect(subject().queue.newest(mail.to, 50)).resolves.toHaveLength(1);
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
      const newest = await subject().queue.newest(to.toLowerCase(), 2);
      expect(newest.map(({ id }) => id)).toEqual(
        mails
          .map(({ id }) => id)
          .sort()
          .reverse()
          .slice(0, 2),
      );
    });
  }

  function claiming(): void {
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
      await subject().elapse(FIRST_IN_LINE_MS);
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
      await subject().elapse(LEASE_MS);
      await expect(claimed(mail)).resolves.toMatchObject({ attempt: 2 });
    });

    it('claims a released message at once', async () => {
      const mail = aQueuedMail();
      await add(mail);
      await claim();
      await subject().uow.once((tx) => subject().queue.release(tx, [mail.id]));
      await expect(claimed(mail)).resolves.toMatchObject({ attempt: 2 });
    });
  }

  function completing(): void {
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
      await subject().elapse(LEASE_MS);
      await expect(claimed(mail)).resolves.toBeUndefined();
    });

    it('claims a message to be retried when its delay is over, and not before', async () => {
      const mail = await underWay();
      await complete({ id: mail.id, status: 'pending', error: 'busy', retryInMs: 10_000 });
      await subject().elapse(9_000);
      await expect(claimed(mail)).resolves.toBeUndefined();
      await subject().elapse(1_000);
      await expect(claimed(mail)).resolves.toMatchObject({ attempt: 2 });
    });

    it('never claims a failed message', async () => {
      const mail = await underWay();
      await complete({ id: mail.id, status: 'failed', error: 'unknown user' });
      await subject().elapse(LEASE_MS);
      await expect(claimed(mail)).resolves.toBeUndefined();
    });

    it('ignores the outcome of an attempt that is not the latest', async () => {
      const mail = await underWay();
      await subject().elapse(LEASE_MS);
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
  }
}
