import {
  CARD,
  CardPlatform,
  CollectionRail,
  DebitRail,
  PAYMENT_METHODS,
  ReceivingAccounts,
  RefundRail,
} from '@app/payment-links';
import {
  aRailRefundOrder,
  cardPlatformContract,
  collectionRailContract,
  debitRailContract,
  receivingAccountsContract,
  refundRailContract,
} from '@app/payment-links/testing';
import { Providers, type ProviderAdapter } from '@app/rails';
import { PayoutRail } from '@app/transfers';
import { aRailPayoutOrder, payoutRailContract } from '@app/transfers/testing';
import type { ProviderSubject, RunningProvider } from './subject';

/** What the suites run for. */
export type Declared = Pick<ProviderSubject, 'methods' | 'refunds' | 'paysOut' | 'receives'> & {
  /** Whether a test can empty our account. */
  readonly hasFunds: boolean;
};

/** What the adapters of a provider must do, for each capability that it declares. `now`: the time of its orders. */
export function capabilitiesContract(
  { methods, refunds, paysOut, receives, hasFunds }: Declared,
  running: () => RunningProvider,
  now?: Date,
): void {
  const adapter =
    <T extends ProviderAdapter>(port: abstract new (...parameters: never[]) => T) =>
    () =>
      new Providers().adapterIn(port, running().provider);

  const collected = PAYMENT_METHODS.filter(({ code }) => methods.includes(code));
  if (collected.length > 0) {
    describe('collects', () => collectionRailContract(adapter(CollectionRail), collected, now));
  }
  if (collected.some(({ type }) => type === 'bank_debit')) {
    describe('debits', () =>
      debitRailContract(() => ({
        orders: adapter(CollectionRail)(),
        rail: adapter(DebitRail)(),
        debit: running().debits!.taken,
        declined: running().debits!.declined,
      })));
  }
  if (methods.includes(CARD)) {
    describe('accepts cards', () => cardPlatformContract(adapter(CardPlatform), () => running().payCard));
  }
  const setFunds = hasFunds ? () => running().setFunds! : undefined;
  if (refunds) {
    const paid = () => running().paidOrder?.() ?? Promise.resolve(aRailRefundOrder());
    describe('refunds', () => refundRailContract(adapter(RefundRail), paid, setFunds));
  }
  if (paysOut) {
    const order = () => (running().payoutOrder ?? aRailPayoutOrder)();
    describe('pays out', () => payoutRailContract(adapter(PayoutRail), order, setFunds));
  }
  if (receives) describe('receives', () => receivingAccountsContract(adapter(ReceivingAccounts)));
}
