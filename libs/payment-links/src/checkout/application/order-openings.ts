import { Batcher, Clock, isolateFailures, newId, UnitOfWork, type Answer, type Failure } from '@app/kernel';
import type { PayerBank } from '@app/rails';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable } from '@nestjs/common';
import { toTerms, type OfferedMethod } from '../../links/application/collection-pricing';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { CheckoutOrder, Payer } from '../domain/checkout-order';
import { checkoutAddress } from '../domain/checkout-address';
import { Collectors } from './collectors';
import { OrderInquiries } from './order-inquiries';
import { CheckoutOrdersRepository, OrderRacedError, type OpeningLimits } from './ports';

/**
 * How many orders of one link are opened at a rail. Each choice of another method, or under another name, opens one; a
 * payer makes a few in all. Without a limit, strangers who know the address could open orders without end.
 */
const ORDERS_AN_HOUR = 20;
const ORDERS_IN_ALL = 60;
const HOUR_MS = 3_600_000;

/** Opens orders at providers and stores them. */
@Injectable()
export class OrderOpenings {
  /**
   * Payers who choose at the same moment share a statement. It skips locked links, so that a payer does not wait for the
   * links of others. What it skips is done alone.
   */
  private readonly counting = Batcher.ofRequests((linkIds: string[]) => this.countTogether(linkIds));
  private readonly writing = Batcher.ofRequests((orders: CheckoutOrder[], answer: Answer<boolean | Failure>) =>
    this.writeTogether(orders, answer),
  );

  constructor(
    private readonly orders: CheckoutOrdersRepository,
    private readonly collectors: Collectors,
    private readonly inquiries: OrderInquiries,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /**
   * Counts one more order of the link, or what costs the service as much as one. Returns false and counts nothing
   * beyond the limit. To be called before the rail, so that concurrent payers cannot open more.
   */
  async count(linkId: string): Promise<boolean> {
    if (await this.counting.add(linkId)) return true;
    const { now, limits } = this.limits();
    return this.uow.once((tx) => this.orders.countOpening(tx, linkId, now, limits));
  }

  /** Throws what the provider throws. */
  async openAtRail(
    link: PaymentLink,
    { method, figures }: OfferedMethod,
    payer: Payer,
    bank: PayerBank | null,
    now: Date,
  ): Promise<Omit<CheckoutOrder, 'language'>> {
    const id = newId();
    const { description } = link;
    const amount = figures.payerAmount;
    const returnUrl = checkoutAddress(this.config, link.id);
    const request = { orderId: id, method, amount, description, payer, bank, returnUrl, now };
    const railOrder = await this.collectors.open(request);
    // Before the order is written: if that fails, the payment of what the provider has opened still becomes known.
    await this.inquiries.askLater({ provider: railOrder.provider, providerReference: railOrder.reference });
    return {
      id,
      linkId: link.id,
      method: method.code,
      status: 'open',
      provider: railOrder.provider,
      providerReference: railOrder.reference,
      payer,
      terms: toTerms(figures),
      instructions: railOrder.instructions,
      debit: null,
      expiresAt: railOrder.expiresAt,
      createdAt: now,
    };
  }

  /**
   * Stores an order that the provider has opened; false when the link is no longer active. Payers who choose on one
   * link at the same moment queue on its lock; other payers do not wait.
   */
  async write(order: CheckoutOrder): Promise<boolean> {
    const written = await this.writing.add(order);
    if (written === true) return true;
    if (written !== false && !(written.error instanceof OrderRacedError)) throw written.error;
    return (await this.writeAlone(order)) !== undefined;
  }

  private async writeAlone(order: CheckoutOrder): Promise<PaymentLink | undefined> {
    try {
      return await this.uow.once((tx) => this.orders.open(tx, order));
    } catch (error) {
      if (!(error instanceof OrderRacedError)) throw error;
      return this.uow.run(async (tx) => {
        await this.orders.lock(tx, order.linkId);
        return this.orders.open(tx, order);
      });
    }
  }

  private async countTogether(linkIds: readonly string[]): Promise<boolean[]> {
    const { now, limits } = this.limits();
    const counted = await this.uow.once((tx) => this.orders.countOpenings(tx, linkIds, now, limits));
    // Once for each link, however many of its payers there are.
    return linkIds.map((id) => counted.delete(id));
  }

  /** Whether each order was written, or why it fails. */
  private async writeTogether(
    orders: readonly CheckoutOrder[],
    answer: Answer<boolean | Failure>,
  ): Promise<(boolean | Failure)[]> {
    const written = new Set<string>();
    const result = (at: number, failure: Failure | undefined) =>
      failure ?? written.has((orders[at] as CheckoutOrder).id);
    const failures = await isolateFailures(
      orders,
      async (some) => {
        for (const id of await this.uow.once((tx) => this.orders.openFree(tx, some))) written.add(id);
      },
      (at, failure) => answer(at, result(at, failure)),
    );
    return failures.map((failure, at) => result(at, failure));
  }

  private limits(): { now: Date; limits: OpeningLimits } {
    const now = this.clock.now();
    const since = new Date(now.getTime() - HOUR_MS);
    return { now, limits: { inAll: ORDERS_IN_ALL, recent: ORDERS_AN_HOUR, since } };
  }
}
