import type { Money } from '@app/kernel';
import type { PayoutStatus } from '../domain/payout';

/** What the sandbox needs to play the rail of a payout. */
export interface PayoutSummary {
  readonly id: string;
  readonly status: PayoutStatus;
  /** What the recipient gets. */
  readonly destinationAmount: Money;
  /** The holder of the account that it goes to. */
  readonly holder: string;
}

/** Finds payouts of any account. Only the sandbox may show them, as its testers have no account. */
export abstract class PayoutLookup {
  abstract find(id: string): Promise<PayoutSummary | undefined>;
}
