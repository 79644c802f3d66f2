import type { Permission } from '../session/session';
import { everyValue } from '../api/every-value';

/** What a user can be allowed, in the order of the navigation. `*` is all of it, also what is added later. */
export const SINGLE_PERMISSIONS = everyValue<Exclude<Permission, '*'>>({
  view_balance_movements: true,
  view_payins: true,
  create_payins: true,
  view_payouts: true,
  create_payouts: true,
  manage_beneficiaries: true,
  manage_api_keys: true,
  manage_webhooks: true,
  manage_account: true,
});

/** Whether someone who holds these permissions can grant this one, or take it from someone. */
export function canGrant(held: readonly Permission[], permission: Permission): boolean {
  return held.includes('*') || held.includes(permission);
}

/** The permissions of a user that keep someone with `held` from changing them. */
export function beyond(held: readonly Permission[], user: { permissions: readonly Permission[] }): Permission[] {
  return user.permissions.filter((permission) => !canGrant(held, permission));
}

/** The permissions as they are sent: everything makes the single ones superfluous. */
export function wanted(chosen: readonly Permission[]): Permission[] {
  return chosen.includes('*') ? ['*'] : SINGLE_PERMISSIONS.filter((permission) => chosen.includes(permission));
}
