import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../test/support/test-database';
import { aQueuedMail, mailQueueContract, type MailQueueSubject } from '../testing/mail-queue.contract';
import { MailMessageEntity } from './mail-message.entity';
import { PostgresMailQueue } from './postgres-mail.queue';

let source: DataSource;
let subject: MailQueueSubject;
beforeAll(async () => {
  source = await testDataSource();
  subject = {
    queue: new PostgresMailQueue(source.getRepository(MailMessageEntity), new PostgresDatabase(source)),
    uow: new PostgresUnitOfWork(source),
    elapse: async (ms) => {
      await source.query(
        `UPDATE mail_messages SET next_attempt_at = next_attempt_at - $1 * interval '1 millisecond' WHERE status = 'pending'`,
        [ms],
      );
    },
  };
});

describe('PostgresMailQueue', () => {
  mailQueueContract(() => subject);

  it('adds nothing when the transaction of the reason is rolled back', async () => {
    const mail = aQueuedMail();
    const payment = subject.uow.run(async (tx) => {
      await subject.queue.add(tx, [mail]);
      throw new Error('payment refused');
    });
    await expect(payment).rejects.toThrow('payment refused');
    await expect(subject.queue.newest(mail.to, 1)).resolves.toEqual([]);
  });

  it('adds a message once when many transactions add it at the same time', async () => {
    const mails = [aQueuedMail(), aQueuedMail()];
    const add = (order: typeof mails) => {
      const copies = order.map((mail) => ({ ...mail, id: aQueuedMail().id }));
      return subject.uow.run((tx) => subject.queue.add(tx, copies));
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => add(index % 2 ? mails : [...mails].reverse())));
    for (const { to } of mails) await expect(subject.queue.newest(to, 50)).resolves.toHaveLength(1);
  });

  it('never hands a message to two of four workers that claim at the same time', async () => {
    const mails = Array.from({ length: 60 }, () => aQueuedMail());
    await subject.uow.run((tx) => subject.queue.add(tx, mails));
    const claimAll = async () => {
      const mine: string[] = [];
      for (;;) {
        const claimed = await subject.uow.once((tx) => subject.queue.claim(tx, 7, 60_000));
        if (claimed.length === 0) return mine;
        mine.push(...claimed.map(({ id }) => id));
      }
    };
    const claimed = (await Promise.all([claimAll(), claimAll(), claimAll(), claimAll()])).flat();
    const ours = new Set(mails.map(({ id }) => id));
    expect(claimed.filter((id) => ours.has(id)).sort()).toEqual([...ours].sort());
  });
});
