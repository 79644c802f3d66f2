import { newId, type UnitOfWork } from '@app/kernel';
import type { CheckoutOrdersRepository, DueOrders } from '../checkout/application/ports';
import type { CheckoutOrder } from '../checkout/domain/checkout-order';
import type { PaymentExceptionsRepository } from '../exceptions/application/ports';
import type { PaymentLinksRepository } from '../links/application/ports';
import type { PaymentLink } from '../links/domain/payment-link';
import type {
  SettlementExceptions,
  ReceivedPaymentsRepository,
  SettlementRepository,
} from '../settlement/application/ports';
import type { PaymentException } from '../settlement/domain/payment-exception';
import type { ReceivedPayment } from '../settlement/domain/received-payment';
import { aLink, anOrder, type LinkOwner } from './factories';
import { InMemoryCheckoutOrdersRepository } from './in-memory-checkout-orders.repository';
import { InMemoryPaymentExceptionsRepository } from './in-memory-payment-exceptions.repository';
import { InMemoryPaymentLinksRepository } from './in-memory-payment-links.repository';
import { InMemoryReceivedPaymentsRepository } from './in-memory-received-payments.repository';
import { InMemorySettlementRepository } from './in-memory-settlement.repository';
import { InMemoryTables } from './in-memory-tables';
import { UndoingUnitOfWork } from './undoing-unit-of-work';

/** The repositories of one database, or of memory, and what a test needs to inspect or set up in addition. */
export interface PaymentLinkRepositories {
  links: PaymentLinksRepository;
  orders: CheckoutOrdersRepository & DueOrders;
  settlement: SettlementRepository & SettlementExceptions;
  payments: ReceivedPaymentsRepository;
  exceptions: PaymentExceptionsRepository;
  uow: UnitOfWork;
  /** Makes an account, a user of it and an ARS wallet. */
  anOwner(): Promise<LinkOwner>;
  /** The link as it is stored. */
  link(id: string): Promise<PaymentLink>;
  /** The status of an order as it is stored. */
  orderStatus(id: string): Promise<string>;
  /** Puts a link into a state that otherwise takes several steps to reach. */
  forceLink(id: string, state: Pick<PaymentLink, 'status' | 'currentUses'>): Promise<void>;
  /** The payment exceptions of the link, in order. */
  exceptionsOf(linkId: string): Promise<PaymentException[]>;
  /** Writes a payment exception as it is given, its order known or not. */
  addException(exception: PaymentException): Promise<void>;
  /** The link's own payment. */
  receivedPayment(linkId: string): Promise<ReceivedPayment | undefined>;
  /** What staff credited in addition to the link's own payment. */
  paymentOfException(exceptionId: string): Promise<ReceivedPayment | undefined>;
}

export function inMemoryRepositories(
  uow: UnitOfWork,
  now?: () => Date,
): PaymentLinkRepositories & { tables: InMemoryTables } {
  const tables = new InMemoryTables(now);
  return {
    tables,
    links: new InMemoryPaymentLinksRepository(tables),
    orders: new InMemoryCheckoutOrdersRepository(tables),
    settlement: new InMemorySettlementRepository(tables),
    payments: new InMemoryReceivedPaymentsRepository(tables),
    exceptions: new InMemoryPaymentExceptionsRepository(tables),
    uow: new UndoingUnitOfWork(uow, [tables]),
    anOwner: async () => ({ accountId: newId(), userId: newId(), walletId: newId() }),
    link: async (id) => tables.links.get(id) as PaymentLink,
    orderStatus: async (id) => (tables.orders.get(id) as CheckoutOrder).status,
    forceLink: async (id, state) => void tables.changeLink(id, state),
    exceptionsOf: async (linkId) => tables.exceptions.filter((exception) => exception.linkId === linkId),
    addException: async (exception) => void tables.exceptions.push(exception),
    receivedPayment: async (linkId) =>
      tables.payments.find((payment) => payment.linkId === linkId && payment.exceptionId === null),
    paymentOfException: async (id) => tables.payments.find(({ exceptionId }) => exceptionId === id),
  };
}

/** Writes a link of a new owner. */
export async function givenLink(to: PaymentLinkRepositories, changes: Partial<PaymentLink> = {}): Promise<PaymentLink> {
  const link = aLink({ ...(await to.anOwner()), ...changes });
  await to.uow.run((tx) => to.links.insert(tx, [link]));
  return link;
}

/** Writes a link of a new owner with an open order. */
export async function givenOrder(
  to: PaymentLinkRepositories,
  changes: Partial<CheckoutOrder> = {},
  ofLink: Partial<PaymentLink> = {},
): Promise<{ link: PaymentLink; order: CheckoutOrder }> {
  const { id: linkId } = await givenLink(to, ofLink);
  const order = anOrder({ linkId, ...changes });
  const link = await to.uow.run((tx) => to.orders.open(tx, order));
  if (!link) throw new Error('the link was not active');
  return { link, order };
}
