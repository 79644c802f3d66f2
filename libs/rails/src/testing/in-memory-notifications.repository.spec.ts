import { NoUnitOfWork } from '@app/kernel/testing';
import { InMemoryNotificationsRepository } from './in-memory-notifications.repository';
import { notificationsRepositoryContract } from './notifications-repository.contract';

describe('InMemoryNotificationsRepository', () => {
  const notifications = new InMemoryNotificationsRepository();
  const makeDue = async (...of: Parameters<typeof notifications.makeDue>) => notifications.makeDue(...of);
  notificationsRepositoryContract(() => ({ notifications, uow: new NoUnitOfWork(), makeDue }));
});
