import { ConnectionLostError, type UnitOfWork } from '@app/kernel';
import { Metrics, SilentLog } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import { InMemoryMailQueue } from '../testing/in-memory-mail-queue';
import { MAX_ATTEMPTS, type NewMail } from '../domain/message';
import { MailDelivery } from './mail-delivery';
import { Mailbox } from './mailbox';
import { MailOutbox } from './mail-outbox';
import { Mailer, type MailMessage, type MailResult } from './ports';

const tx = {} as never;
const uow = { run: (work) => work(tx), once: (work) => work(tx) } as UnitOfWork;

class ScriptedMailer extends Mailer {
  readonly sent: MailMessage[] = [];
  reachesServer = true;
  answer: () => MailResult | Promise<MailResult> = () => ({ sent: true });

  async send(message: MailMessage): Promise<MailResult> {
    this.sent.push(message);
    return this.answer();
  }

  async close(): Promise<void> {}
}

const refused = (permanent: boolean): MailResult => ({ sent: false, error: 'mail server answered 4xx', permanent });

function aMail(changes: Partial<NewMail> = {}): NewMail {
  return { accountId: null, to: 'a@b.example', subject: 'Code', text: '123456', dedupeKey: 'k', ...changes };
}

let now: number;
let queue: InMemoryMailQueue;
let mailer: ScriptedMailer;
let outbox: MailOutbox;
let delivery: MailDelivery;
let freed: number;

beforeEach(() => {
  now = Date.now();
  queue = new InMemoryMailQueue(() => now);
  mailer = new ScriptedMailer();
  outbox = new MailOutbox(queue);
  delivery = new MailDelivery(queue, mailer, uow, new SilentLog(), new Metrics('test', false));
  freed = 0;
});

const turn = () => delivery.turn(() => (freed += 1));
const deliver = async () => {
  await turn();
  await delivery.drain(1_000);
};
const shown = async (to = 'a@b.example') => new Mailbox(queue).newest(to, 50);

describe('MailOutbox', () => {
  it('queues a message', async () => {
    await outbox.enqueue(tx, [aMail()]);
    await expect(shown()).resolves.toMatchObject([{ subject: 'Code', text: '123456', html: null, status: 'pending' }]);
  });

  it('queues a message once for its dedupe key', async () => {
    await outbox.enqueue(tx, [aMail(), aMail()]);
    await outbox.enqueue(tx, [aMail()]);
    await expect(shown()).resolves.toHaveLength(1);
  });

  it('puts the subject on one line', async () => {
    await outbox.enqueue(tx, [aMail({ subject: 'Order\r\nBcc: thief@example.com' })]);
    await expect(shown()).resolves.toMatchObject([{ subject: 'Order Bcc: thief@example.com' }]);
  });

  it('stores a message to an invalid address as failed, and does not send it', async () => {
    await outbox.enqueue(tx, [aMail({ to: 'nobody' })]);
    await deliver();
    await expect(shown('nobody')).resolves.toMatchObject([{ status: 'failed' }]);
    expect(mailer.sent).toEqual([]);
  });
});

describe('MailDelivery', () => {
  it('sends a queued message once', async () => {
    await outbox.enqueue(tx, [aMail()]);
    await deliver();
    await deliver();
    expect(mailer.sent).toMatchObject([{ to: 'a@b.example', subject: 'Code', text: '123456' }]);
    await expect(shown()).resolves.toMatchObject([{ status: 'sent' }]);
  });

  it('is not sent twice when the connection was lost while the outcome was recorded', async () => {
    const complete = jest.spyOn(queue, 'complete').mockRejectedValueOnce(new ConnectionLostError('reset'));
    await outbox.enqueue(tx, [aMail()]);
    await deliver();
    expect(complete).toHaveBeenCalledTimes(2);
    await expect(shown()).resolves.toMatchObject([{ status: 'sent' }]);
  });

  it('retries after growing delays', async () => {
    mailer.answer = () => refused(false);
    await outbox.enqueue(tx, [aMail()]);
    await deliver();
    now += 10_000;
    await deliver();
    now += 10_000;
    await deliver();
    expect(mailer.sent).toHaveLength(2);
  });

  it('gives up after the last attempt', async () => {
    mailer.answer = () => refused(false);
    await outbox.enqueue(tx, [aMail()]);
    for (let count = 0; count < MAX_ATTEMPTS + 3; count++) {
      await deliver();
      now += 24 * 3_600_000;
    }
    expect(mailer.sent).toHaveLength(MAX_ATTEMPTS);
    await expect(shown()).resolves.toMatchObject([{ status: 'failed' }]);
  });

  it('gives up at once after a permanent refusal', async () => {
    mailer.answer = () => refused(true);
    await outbox.enqueue(tx, [aMail()]);
    await deliver();
    await expect(shown()).resolves.toMatchObject([{ status: 'failed' }]);
  });

  it('fails a message whose last attempt had no outcome', async () => {
    await outbox.enqueue(tx, [aMail()]);
    for (let count = 0; count < MAX_ATTEMPTS; count++) {
      await queue.claim(tx, 1, 60_000);
      now += 60_000;
    }
    await deliver();
    expect(mailer.sent).toEqual([]);
    await expect(shown()).resolves.toMatchObject([{ status: 'failed' }]);
  });

  it('erases a sensitive text once a mail server has accepted it', async () => {
    await outbox.enqueue(tx, [aMail({ sensitive: true })]);
    await deliver();
    await expect(shown()).resolves.toMatchObject([{ text: '' }]);
  });

  it('keeps a sensitive text that is only stored, for testers', async () => {
    mailer.reachesServer = false;
    await outbox.enqueue(tx, [aMail({ sensitive: true })]);
    await deliver();
    await expect(shown()).resolves.toMatchObject([{ text: '123456', status: 'sent' }]);
  });

  it('sends a few messages at a time, and reports when more may be due', async () => {
    mailer.answer = () => new Promise(() => undefined);
    await outbox.enqueue(
      tx,
      Array.from({ length: 20 }, (_, index) => aMail({ dedupeKey: String(index) })),
    );
    await expect(turn()).resolves.toBe(true);
    await expect(turn()).resolves.toBe(false);
    expect(mailer.sent).toHaveLength(8);
  });

  it('reports a free slot', async () => {
    await outbox.enqueue(tx, [aMail()]);
    await deliver();
    expect(freed).toBe(1);
  });

  it('releases, when it is stopped, the messages whose attempts do not end in time', async () => {
    mailer.answer = () => new Promise(() => undefined);
    await outbox.enqueue(tx, [aMail()]);
    await turn();
    await delivery.drain(10);
    await expect(queue.claim(tx, 1, 60_000)).resolves.toMatchObject([{ attempt: 2 }]);
  });

  it('logs no address and no text', async () => {
    const log = new RecordedLog();
    delivery = new MailDelivery(queue, mailer, uow, log, new Metrics('test', false));
    mailer.answer = () => refused(true);
    await outbox.enqueue(tx, [aMail()]);
    await deliver();
    expect(log.lines).toHaveLength(1);
    expect(JSON.stringify(log.lines)).not.toMatch(/a@b\.example|123456/);
  });
});
