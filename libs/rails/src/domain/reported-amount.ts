import { Money, type UnsupportedAmount } from '@app/kernel';
import type { Fact } from './fact';

const DETAIL = 'unsupported_amount';

/** The reported amount in the fields of a fact. */
export function amountFields(
  reported: Money | UnsupportedAmount | null,
  details: Fact['details'],
): Pick<Fact, 'amount' | 'details'> {
  if (reported === null || reported instanceof Money) return { amount: reported, details };
  return { amount: null, details: { ...details, [DETAIL]: reported } };
}

/** Why a reported amount cannot be booked for an order; undefined when it can, or when none was reported. */
export function amountException(reported: Money | UnsupportedAmount | null, ordered: Money): string | undefined {
  if (reported === null) return undefined;
  if (!(reported instanceof Money)) return 'exception:unsupported_amount';
  return reported.equals(ordered) ? undefined : 'exception:amount_mismatch';
}

/** The amount of a fact that is only known as text. */
export function unsupportedAmountOf({ details }: Pick<Fact, 'details'>): UnsupportedAmount | null {
  return (details?.[DETAIL] ?? null) as UnsupportedAmount | null;
}
