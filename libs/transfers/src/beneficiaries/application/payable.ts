import type { Currency } from '@app/kernel';
import type { RailDestination } from '../../payouts/application/ports';
import type { Destination } from '../../payouts/domain/payout';

/** A destination that an outflow can go to now. `rail` has the whole account numbers: never log or answer it. */
export interface Payable {
  /** As the payout shows it. */
  readonly destination: Destination;
  readonly rail: RailDestination;
  readonly currency: Currency;
  /** Where a beneficiary is notified. */
  readonly email?: string;
}
