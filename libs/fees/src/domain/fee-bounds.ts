import type { Money } from '@app/kernel';

export interface BoundedFee {
  total: Money;
  boundedBy: 'minimum' | 'maximum' | null;
}

/** The fee within its bounds. Where they contradict each other, the minimum applies. Rule 7.2. */
export function withinBounds(fee: Money, minimum: Money | null, maximum: Money | null): BoundedFee {
  if (minimum && fee.isLessThan(minimum)) return { total: minimum, boundedBy: 'minimum' };
  if (maximum && fee.isGreaterThan(maximum)) return { total: maximum, boundedBy: 'maximum' };
  return { total: fee, boundedBy: null };
}
