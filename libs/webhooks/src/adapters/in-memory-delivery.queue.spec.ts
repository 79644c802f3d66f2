import { deliveryLogReaderContract, type DeliveryLogReaderSubject } from '../testing/delivery-log-reader.contract';
import { deliveryQueueContract } from '../testing/delivery-queue.contract';
import { inMemoryQueueSubject } from '../testing/in-memory-queue.subject';

let subject: DeliveryLogReaderSubject;
beforeEach(() => {
  subject = inMemoryQueueSubject();
});

describe('InMemoryDeliveryQueue', () => {
  deliveryQueueContract(() => subject);
});

describe('InMemoryDeliveryLogReader', () => {
  deliveryLogReaderContract(() => subject);
});
