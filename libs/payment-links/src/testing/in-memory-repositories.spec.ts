import { NoUnitOfWork } from '@app/kernel/testing';
import {
  checkoutOrdersRepositoryContract,
  inMemoryRepositories,
  notificationsRepositoryContract,
  paymentExceptionsRepositoryContract,
  paymentLinksRepositoryContract,
  receivedPaymentsRepositoryContract,
} from '.';

const subject = inMemoryRepositories(new NoUnitOfWork());

describe('InMemoryPaymentLinksRepository', () => paymentLinksRepositoryContract(() => subject));
describe('InMemoryCheckoutOrdersRepository', () => checkoutOrdersRepositoryContract(() => subject));
describe('InMemoryNotificationsRepository', () => notificationsRepositoryContract(() => subject));
describe('InMemoryPaymentExceptionsRepository', () => paymentExceptionsRepositoryContract(() => subject));
describe('InMemoryReceivedPaymentsRepository', () => receivedPaymentsRepositoryContract(() => subject));
