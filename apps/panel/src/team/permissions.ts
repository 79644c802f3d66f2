import type { Permission } from '../session/session';
import { everyValue } from '../api/every-value';

/** The permissions of users, in the order of the navigation. `*` grants all of them, also future ones. */
export const SINGLE_PERMISSIONS = everyValue<Exclude<Permission, '*'>>({
  view_balance_movements: true,
  view_payins: true,
  create_payins: true,
  create_refunds: true,
  view_payouts: true,
  create_payouts: true,
  manage_beneficiaries: true,
  manage_api_keys: true,
  manage_webhooks: true,
  manage_account: true,
});

/** Whether a user with these permissions can grant this one or revoke it. */
export function canGrant(held: readonly Permission[], permission: Permission): boolean {
  return held.includes('*') || held.includes(permission);
}

/** The permissions of `user` because of which a user with `held` cannot change that user. */
export function beyond(held: readonly Permission[], user: { permissions: readonly Permission[] }): Permission[] {
  return user.permissions.filter((permission) => !canGrant(held, permission));
}

/** The permissions to send: `*` makes the single ones unnecessary. */
export function wanted(chosen: readonly Permission[]): Permission[] {
  return chosen.includes('*') ? ['*'] : SINGLE_PERMISSIONS.filter((permission) => chosen.includes(permission));
}
