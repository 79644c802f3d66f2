import { ConnectionLostError } from '@app/kernel';
import { Metrics, PostgresDatabase, PostgresUnitOfWork, SilentLog } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { DataSource } from 'typeorm';
import { scratchDataSource } from '../../../../test/support/test-database';
import { MailMessageEntity } from '../adapters/mail-message.entity';
import { PostgresMailQueue } from '../adapters/postgres-mail.queue';
import { MAX_ATTEMPTS, type NewMail } from '../domain/message';
import { elapseMail } from '../testing/elapse-mail';
import { MailDelivery } from './mail-delivery';
import { Mailbox } from './mailbox';
import { MailOutbox } from './mail-outbox';
import { Mailer, type MailMessage, type MailResult } from './ports';

class ScriptedMailer extends Mailer {
  readonly sent: MailMessage[] = [];
  reachesServer = true;
  respond: () => MailResult | Promise<MailResult> = () => ({ sent: true });

  async send(message: MailMessage): Promise<MailResult> {
    this.sent.push(message);
    return this.respond();
  }

  async close(): Promise<void> {}
}

const rejected = (permanent: boolean): MailResult => ({ sent: false, error: 'mail server returned 4xx', permanent });

function aMail(changes: Partial<NewMail> = {}): NewMail {
  return { accountId: null, to: 'a@b.example', subject: 'Code', text: '123456', dedupeKey: 'k', ...changes };
}

describe('mail on PostgreSQL', () => {
  let source: DataSource;
  let uow: PostgresUnitOfWork;
  let queue: PostgresMailQueue;
  let mailer: ScriptedMailer;
  let outbox: MailOutbox;
  let delivery: MailDelivery;
  let freed: number;

  beforeAll(async () => {
    source = await scratchDataSource();
    uow = new PostgresUnitOfWork(source);
  });

  beforeEach(async () => {
    await source.query('DELETE FROM mail_messages');
    queue = new PostgresMailQueue(source.getRepository(MailMessageEntity), new PostgresDatabase(source));
    mailer = new ScriptedMailer();
    outbox = new MailOutbox(queue);
    delivery = new MailDelivery(queue, mailer, uow, new SilentLog(), new Metrics('test', false));
    freed = 0;
  });

  const enqueue = (...mails: NewMail[]) => uow.run((tx) => outbox.enqueue(tx, mails));
  const claim = () => uow.once((tx) => queue.claim(tx, 1, 60_000));
  const turn = () => delivery.turn(() => (freed += 1));
  const deliver = async () => {
    await turn();
    await delivery.drain(1_000);
  };
  const shown = async (to = 'a@b.example') => new Mailbox(queue).listNewest(to, 50);

  describe('MailOutbox', () => {
    it('queues a message', async () => {
      await enqueue(aMail());
      await expect(shown()).resolves.toMatchObject([
        { subject: 'Code', text: '123456', html: null, status: 'pending' },
      ]);
    });

    it('queues a message once for its dedupe key', async () => {
      await enqueue(aMail(), aMail());
      await enqueue(aMail());
      await expect(shown()).resolves.toHaveLength(1);
    });

    it('puts the subject on one line', async () => {
      await enqueue(aMail({ subject: 'Order\r\nBcc: thief@example.com' }));
      await expect(shown()).resolves.toMatchObject([{ subject: 'Order Bcc: thief@example.com' }]);
    });

    it('stores a message to an invalid address as failed, and does not send it', async () => {
      await enqueue(aMail({ to: 'nobody' }));
      await deliver();
      await expect(shown('nobody')).resolves.toMatchObject([{ status: 'failed' }]);
      expect(mailer.sent).toEqual([]);
    });
  });

  describe('MailDelivery', () => {
    it('sends a queued message once', async () => {
      await enqueue(aMail());
      await deliver();
      await deliver();
      expect(mailer.sent).toMatchObject([{ to: 'a@b.example', subject: 'Code', text: '123456' }]);
      await expect(shown()).resolves.toMatchObject([{ status: 'sent' }]);
    });

    it('records messages that were sent at the same moment in one commit', async () => {
      const complete = jest.spyOn(queue, 'complete');
      for (const dedupeKey of ['one', 'two', 'three']) await enqueue(aMail({ dedupeKey }));
      await deliver();
      expect(complete).toHaveBeenCalledTimes(1);
      expect(mailer.sent).toHaveLength(3);
    });

    it('is not sent twice when the connection was lost while the outcome was recorded', async () => {
      const complete = jest.spyOn(queue, 'complete').mockRejectedValueOnce(new ConnectionLostError('reset'));
      await enqueue(aMail());
      await deliver();
      expect(complete).toHaveBeenCalledTimes(2);
      await expect(shown()).resolves.toMatchObject([{ status: 'sent' }]);
    });

    it('retries after growing delays', async () => {
      mailer.respond = () => rejected(false);
      await enqueue(aMail());
      await deliver();
      await elapseMail(source, 10_000);
      await deliver();
      await elapseMail(source, 10_000);
      await deliver();
      expect(mailer.sent).toHaveLength(2);
    });

    it('gives up after the last attempt', async () => {
      mailer.respond = () => rejected(false);
      await enqueue(aMail());
      for (let count = 0; count < MAX_ATTEMPTS + 3; count++) {
        await deliver();
        await elapseMail(source, 24 * 3_600_000);
      }
      expect(mailer.sent).toHaveLength(MAX_ATTEMPTS);
      await expect(shown()).resolves.toMatchObject([{ status: 'failed' }]);
    });

    it('gives up at once after a permanent rejection', async () => {
      mailer.respond = () => rejected(true);
      await enqueue(aMail());
      await deliver();
      await expect(shown()).resolves.toMatchObject([{ status: 'failed' }]);
    });

    it('fails a message whose last attempt had no outcome', async () => {
      await enqueue(aMail());
      for (let count = 0; count < MAX_ATTEMPTS; count++) {
        await claim();
        await elapseMail(source, 60_000);
      }
      await deliver();
      expect(mailer.sent).toEqual([]);
      await expect(shown()).resolves.toMatchObject([{ status: 'failed' }]);
    });

    it('erases a sensitive text once a mail server has accepted it', async () => {
      await enqueue(aMail({ sensitive: true }));
      await deliver();
      await expect(shown()).resolves.toMatchObject([{ text: '' }]);
    });

    it('keeps a sensitive text that is only stored, for testers', async () => {
      mailer.reachesServer = false;
      await enqueue(aMail({ sensitive: true }));
      await deliver();
      await expect(shown()).resolves.toMatchObject([{ text: '123456', status: 'sent' }]);
    });

    it('sends a few messages at a time, and reports when more may be due', async () => {
      mailer.respond = () => new Promise(() => undefined);
      await enqueue(...Array.from({ length: 20 }, (_, index) => aMail({ dedupeKey: String(index) })));
      await expect(turn()).resolves.toBe(true);
      await expect(turn()).resolves.toBe(false);
      expect(mailer.sent).toHaveLength(8);
    });

    it('reports a free slot', async () => {
      await enqueue(aMail());
      await deliver();
      expect(freed).toBe(1);
    });

    it('releases, when it is stopped, the messages whose attempts do not end in time', async () => {
      mailer.respond = () => new Promise(() => undefined);
      await enqueue(aMail());
      await turn();
      await delivery.drain(10);
      await expect(claim()).resolves.toMatchObject([{ attempt: 2 }]);
    });

    it('logs no address and no text', async () => {
      const log = new RecordedLog();
      delivery = new MailDelivery(queue, mailer, uow, log, new Metrics('test', false));
      mailer.respond = () => rejected(true);
      await enqueue(aMail());
      await deliver();
      expect(log.lines).toHaveLength(1);
      expect(JSON.stringify(log.lines)).not.toMatch(/a@b\.example|123456/);
    });
  });
});
