import { Money, type UnsupportedAmount } from '@app/kernel';
import type { RailNotification } from './notification';

const DETAIL = 'unsupported_amount';

/** The reported amount in the fields of a notification. */
export function amountFields(
  reported: Money | UnsupportedAmount | null,
  details: RailNotification['details'],
): Pick<RailNotification, 'amount' | 'details'> {
  if (reported === null || reported instanceof Money) return { amount: reported, details };
  return { amount: null, details: { ...details, [DETAIL]: reported } };
}

/** The amount of a notification that is only known as text. */
export function unsupportedAmountOf({ details }: Pick<RailNotification, 'details'>): UnsupportedAmount | null {
  return (details?.[DETAIL] ?? null) as UnsupportedAmount | null;
}
