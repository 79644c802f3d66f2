import { DomainError, Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aPayout } from '@app/ledger/testing';
import { Checkout, PaymentLinks, type CheckoutOrder } from '@app/payment-links';
import { SANDBOX_DEBIT } from '@app/providers';
import type { CollectionSystem, Merchant } from '../support/collection-system';
import { REFUND, type Command, type Credits, type Reply, type World } from './reference-model';

const CURRENCIES = ['ARS', 'USD'] as const;
const LINKS = [
  { currency: 'ARS', amount: '15000', method: 'ars_transfer' },
  { currency: 'ARS', amount: '15000', method: 'ars_transfer' },
  { currency: 'USD', amount: '50', method: 'usd_bank_debit' },
] as const;

/** The amounts that the links' payments credit with the fees of the worked examples. */
export const CREDITS: Credits = [
  { wallet: 0, cents: 1_426_500 },
  { wallet: 0, cents: 1_426_500 },
  { wallet: 1, cents: 4_950 },
];

const TYPES = {
  pay: 'payment.received',
  lapse: 'order.lapsed',
  submit: 'debit.submitted',
  settle: 'debit.settled',
  refuse: 'debit.refused',
  return: 'debit.returned',
  dispute: 'dispute.opened',
  win: 'dispute.won',
  refund: 'refund.made',
} as const;

/** A merchant with three opened links, on which the commands of the reference model are executed in the real system. */
export class Stage {
  private readonly id = newId();
  private readonly holds = new Map<number, { id: string; walletId: string; amount: Money }>();

  private constructor(
    private readonly system: CollectionSystem,
    private readonly merchant: Merchant,
    private readonly orders: readonly CheckoutOrder[],
  ) {}

  static async set(system: CollectionSystem): Promise<Stage> {
    const merchant = await system.merchant({ usd: true });
    const orders = await Promise.all(
      LINKS.map(async ({ method, ...link }) => system.choose(await system.link(merchant, link), method)),
    );
    return new Stage(system, merchant, orders);
  }

  async send(command: Command, on: CollectionSystem): Promise<Reply> {
    try {
      await this.carryOut(command, on);
      return 'done';
    } catch (error) {
      // A rail that reports a reversal of an unpaid order reports it again; it is stored and waits meanwhile.
      const isReversal = ['dispute', 'win', 'refund'].includes(command.does);
      if (error instanceof DomainError) return isReversal ? 'done' : 'refused';
      throw error;
    }
  }

  /** The state in the database. */
  async world(): Promise<World> {
    const links = await this.system.query<{ status: string; order: string; exceptions: string; waiting: string }>(
      `SELECT l.status, o.status AS order,
              (SELECT count(*) FROM payment_exceptions e WHERE e.order_id = o.id AND e.status = 'open') AS exceptions,
              (SELECT count(*) FROM provider_notifications n
                WHERE n.reference = o.provider_reference AND n.status = 'received') AS waiting
         FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, position)
         JOIN checkout_orders o ON o.id = wanted.id JOIN payment_links l ON l.id = o.link_id ORDER BY position`,
      [this.orders.map(({ id }) => id)],
    );
    const wallets = await Promise.all([0, 1].map((i) => this.system.get(LedgerService).findWallet(this.walletId(i))));
    return {
      links: links.map((row) => ({
        ...row,
        exceptions: +row.exceptions,
        cleared: false,
        waiting: +row.waiting,
        reversals: [],
        dispute: 'none',
        refunded: 0,
        disputed: 0,
      })) as World['links'],
      wallets: wallets.map((wallet) => ({
        balance: inCents(wallet!.balances.balance),
        reserved: inCents(wallet!.balances.reserved),
      })),
      holds: {},
      notices: new Set(),
    };
  }

  private async carryOut(command: Command, on: CollectionSystem): Promise<unknown> {
    if ('notice' in command) return this.notify(command, on);
    const [ledger, uow] = [on.get(LedgerService), on.get(UnitOfWork)];
    switch (command.does) {
      case 'cancel':
        return on.get(PaymentLinks).cancel(this.order(command.link).linkId, { userId: this.merchant.by.userId });
      case 'confirm': {
        const { linkId, id } = this.order(command.link);
        return on.get(Checkout).confirmDebit(linkId, SANDBOX_DEBIT, id);
      }
      case 'adjust': {
        const [walletId, amount] = [this.walletId(command.wallet), inMoney(command.cents, command.wallet)];
        return uow.run((tx) => ledger.adjust(tx, { walletId, amount, reason: 'stress', occurredAt: new Date() }));
      }
      case 'hold':
        return this.hold(command, on);
      case 'capture':
      case 'release':
        return this.endHold(command, on);
    }
  }

  private notify({ does, link, notice }: Extract<Command, { notice: number }>, on: CollectionSystem): Promise<void> {
    const { providerReference: reference, terms } = this.order(link);
    const amount = does === 'refund' ? inMoney(REFUND, 0) : terms.payerAmount;
    const money = { amount: amount.toFixed(), currency: amount.currency };
    const provider_reference = does === 'refund' ? `${reference}:${notice}` : reference;
    return on.notify({ id: `${this.id}:${notice}`, type: TYPES[does], reference, provider_reference, ...money });
  }

  private async hold({ wallet, cents, hold }: Extract<Command, { does: 'hold' }>, on: CollectionSystem): Promise<void> {
    const [walletId, amount] = [this.walletId(wallet), inMoney(cents, wallet)];
    const request = { walletId, amount, referenceType: 'test_outflow', referenceId: newId() };
    const { holdId } = await on.get(UnitOfWork).run((tx) => on.get(LedgerService).placeHold(tx, request));
    this.holds.set(hold, { id: holdId, walletId, amount });
  }

  /** A refused hold has no id, so an unknown id is used. */
  private async endHold({ does, hold }: Extract<Command, { does: 'capture' | 'release' }>, on: CollectionSystem) {
    const [ledger, uow] = [on.get(LedgerService), on.get(UnitOfWork)];
    const placed = this.holds.get(hold);
    if (!placed || does === 'release') return uow.run((tx) => ledger.releaseHold(tx, placed?.id ?? newId()));
    return uow.run((tx) => ledger.captureHold(tx, placed.id, aPayout(placed.walletId, placed.amount)));
  }

  private order(link: number): CheckoutOrder {
    return this.orders[link] as CheckoutOrder;
  }

  private walletId(index: number): string {
    return (index === 0 ? this.merchant.wallet : this.merchant.usdWallet)!.id;
  }
}

function inCents(amount: Money): number {
  return Number(amount.toFixed().replace('.', ''));
}

function inMoney(cents: number, wallet: number): Money {
  const text = `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;
  return Money.of(text, CURRENCIES[wallet] ?? 'ARS');
}
