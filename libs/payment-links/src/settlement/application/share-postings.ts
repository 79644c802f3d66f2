import { movement, platformPosting, type MovementType, type Posting } from '@app/ledger';
import type { Share } from '../domain/payment-share';

/** A part of a payment that leaves its wallet. */
interface LeavingShare extends Share {
  readonly walletId: string;
  readonly exchangeRate: string | null;
}

/**
 * The wallet pays back what the payer gets, at the rate of the payment; fees stay with the platform. The exchange position
 * gives the payer's currency and takes the wallet's.
 */
export function sharePostings(
  { amount, walletAmount, walletId, exchangeRate }: LeavingShare,
  type: MovementType,
): Posting[] {
  const postings: Posting[] = [
    movement(walletId, type, walletAmount.negated()),
    platformPosting('rail_clearing', amount),
  ];
  if (exchangeRate === null) return postings;
  postings.push(
    platformPosting('exchange_position', walletAmount),
    platformPosting('exchange_position', amount.negated()),
  );
  return postings;
}
