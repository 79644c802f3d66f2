import type { Schemas } from '../api/client';
import { everyValue } from '../api/every-value';
import type { operations } from '../api/panel-api';
import type { Permission } from '../session/session';

export type Movement = Schemas['BalanceMovement'];

type Query = NonNullable<operations['listBalanceMovements']['parameters']['query']>;
type MovementType = NonNullable<Query['type']>;

/** The types that the list can be filtered by; a later release of the API may list others. */
export const MOVEMENT_TYPES = everyValue<MovementType>({
  payment: true,
  return: true,
  payout: true,
  deposit: true,
  refund: true,
  adjustment: true,
});

export interface MovementFilters {
  type?: MovementType;
  start_date?: string;
  end_date?: string;
}

/** The filters of the address, without a type that the API would reject. */
export function movementFilters(filters: Partial<Record<keyof MovementFilters, string>>): MovementFilters {
  const { type, start_date, end_date } = filters;
  const known = MOVEMENT_TYPES.find((name) => name === type);
  return { ...(known && { type: known }), ...(start_date && { start_date }), ...(end_date && { end_date }) };
}

/** The change of the balance. The sign of the API's `amount` does not always show the direction. */
export function signedAmount({ direction, amount }: Pick<Movement, 'direction' | 'amount'>): string {
  const absolute = amount.replace(/^-/, '');
  return direction === 'out' ? `-${absolute}` : absolute;
}

interface ReferredPage {
  to: string;
  /** The key of the link's text below `reference`. */
  text: 'link' | 'cardLink' | 'payout' | 'transfer' | 'refund' | 'dispute';
  /** The permission that the page needs. */
  permission: Permission;
}

const PAGES: Readonly<Record<string, (id: string) => ReferredPage>> = {
  payment_link: (id) => ({ to: `/links/${id}`, text: 'link', permission: 'view_payins' }),
  card_payment_link: (id) => ({ to: `/links/cards/${id}`, text: 'cardLink', permission: 'view_payins' }),
  payout: (id) => ({ to: `/payouts/${id}`, text: 'payout', permission: 'view_payouts' }),
  transfer: (id) => ({ to: `/payouts/${id}`, text: 'transfer', permission: 'view_payouts' }),
  refund: (id) => ({ to: `/payments/refunds/${id}`, text: 'refund', permission: 'view_payins' }),
  dispute: () => ({ to: '/payments/disputes', text: 'dispute', permission: 'view_payins' }),
};

/** The page of the object that caused the movement, if it has one. */
export function referredPage(reference: Movement['reference']): ReferredPage | undefined {
  return reference ? PAGES[reference.type]?.(reference.id) : undefined;
}
