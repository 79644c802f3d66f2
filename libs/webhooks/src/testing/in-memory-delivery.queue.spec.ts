import { deliveryQueueContract, type DeliveryQueueSubject } from './delivery-queue.contract';
import { inMemoryQueueSubject } from './in-memory-queue.subject';

describe('InMemoryDeliveryQueue', () => {
  let subject: DeliveryQueueSubject;
  beforeEach(() => {
    subject = inMemoryQueueSubject();
  });

  deliveryQueueContract(() => subject);
});
