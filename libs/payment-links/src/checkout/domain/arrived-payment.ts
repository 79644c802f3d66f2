import type { Money, UnsupportedAmount } from '@app/kernel';

/**
 * Money that arrived for a link and was not credited as its own payment: it waits for a decision, or was credited in
 * addition, sent back by staff or returned by the rail.
 */
export interface ArrivedPayment {
  readonly amount: Money | UnsupportedAmount;
  readonly status: 'open' | 'credited' | 'refunded' | 'returned';
  readonly at: Date;
}

/** What the payer sees of the link changes with this text. */
export function stateOf(status: string, arrived: readonly ArrivedPayment[]): string {
  return [status, ...arrived.map((one) => one.status)].join(' ');
}
