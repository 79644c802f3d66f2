import { NoUnitOfWork } from '@app/kernel/testing';
import {
  checkoutOrdersRepositoryContract,
  inMemoryRepositories,
  paymentExceptionsRepositoryContract,
  paymentLinksRepositoryContract,
  receivedPaymentsRepositoryContract,
  settlementRepositoryContract,
} from '.';

const subject = inMemoryRepositories(new NoUnitOfWork());

describe('InMemoryPaymentLinksRepository', () => paymentLinksRepositoryContract(() => subject));
describe('InMemoryCheckoutOrdersRepository', () => checkoutOrdersRepositoryContract(() => subject));
describe('InMemorySettlementRepository', () => settlementRepositoryContract(() => subject));
describe('InMemoryPaymentExceptionsRepository', () => paymentExceptionsRepositoryContract(() => subject));
describe('InMemoryReceivedPaymentsRepository', () => receivedPaymentsRepositoryContract(() => subject));
