import type { DebitAuthorisation } from '@app/payment-links';
import type { aRailRefundOrder } from '@app/payment-links/testing';
import type { Provider, ProviderMessage } from '@app/rails';
import type { aRailPayoutOrder } from '@app/transfers/testing';

/** A provider as the contract suites run it: over its fake, or, for the sandbox, as it is. */
export interface ProviderSubject {
  /** Its name in the configuration. */
  readonly name: string;
  /** The names under which records store it. */
  readonly storedNames: readonly string[];
  /** What it declares; the suites of these capabilities run. */
  readonly methods: readonly string[];
  /** Whether payments by any of its methods can be refunded. */
  readonly refunds: boolean;
  readonly paysOut: boolean;
  readonly receives: boolean;
  start(): Promise<RunningProvider>;
}

export interface RunningProvider {
  readonly provider: Provider;
  stop(): Promise<void>;
  /** Signed messages, one for each name under which records store the provider. */
  readonly messages: Readonly<Record<string, (reference: string, now: Date) => ProviderMessage>>;
  /** Whether a message is refused when its signature is old. */
  readonly messagesExpire: boolean;
  /** Debits that it takes, and that it declines; null without bank debits. */
  readonly debits: { readonly taken: DebitAuthorisation; readonly declined: DebitAuthorisation } | null;
  /** Pays a card session at the provider; absent where sessions are not kept. */
  readonly payCard?: (reference: string) => Promise<void>;
  /** Empties our account at the provider, and fills it; absent for a provider that has no account of ours. */
  readonly setFunds?: (amount: 'none' | 'enough') => void;
  /** A payout that it serves; by default one to Argentina. */
  readonly payoutOrder?: typeof aRailPayoutOrder;
  /** A refund of an order that has been paid at the provider; by default of any order. */
  readonly paidOrder?: () => Promise<ReturnType<typeof aRailRefundOrder>>;
}
