import type { WrittenAmount } from '@app/kernel';
import type { AmountType, LinkDetails } from '../domain/payment-link';

/** A request for a link, of the right shape; whether amount and currency can be collected is decided when it is created. */
export interface NewPaymentLink extends LinkDetails {
  amount: WrittenAmount;
  currency: string;
  amountType: AmountType;
  customerPaidFee: boolean;
  /** The currency that the caller expects the receiving wallet to have; a form of the panel names it. */
  currencyDestiny?: string;
}

/** The fields of a request, not yet validated, that determine what the link is worth. */
export interface DeclaredAmount {
  readonly amount?: unknown;
  readonly currency?: unknown;
  readonly amount_type?: unknown;
}
