import type { UnitOfWork } from '@app/kernel';
import { mailQueueContract, type MailQueueSubject } from './mail-queue.contract';
import { InMemoryMailQueue } from './in-memory-mail-queue';

const uow = { run: (work) => work({} as never), once: (work) => work({} as never) } as UnitOfWork;

describe('InMemoryMailQueue', () => {
  let subject: MailQueueSubject;
  beforeEach(() => {
    let now = Date.now();
    const elapse = async (ms: number) => void (now += ms);
    subject = { queue: new InMemoryMailQueue(() => now), uow, elapse };
  });
  mailQueueContract(() => subject);
});
