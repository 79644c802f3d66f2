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

/** The amount of a fact that is only known as text. */
export function unsupportedAmountOf({ details }: Pick<Fact, 'details'>): UnsupportedAmount | null {
  return (details?.[DETAIL] ?? null) as UnsupportedAmount | null;
}
