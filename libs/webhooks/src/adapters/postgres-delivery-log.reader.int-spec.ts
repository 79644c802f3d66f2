import { testDataSource } from '../../../../test/support/test-database';
import { deliveryLogReaderContract } from '../testing/delivery-log-reader.contract';
import { postgresQueueSubject, type PostgresQueueSubject } from '../testing/postgres-queue.subject';

let subject: PostgresQueueSubject;
beforeAll(async () => {
  subject = postgresQueueSubject(await testDataSource());
});

describe('PostgresDeliveryLogReader', () => {
  deliveryLogReaderContract(() => subject);
});
