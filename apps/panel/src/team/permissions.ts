import type { Permission } from '../session/session';

/** What a user can be allowed, in the order of the navigation. `*` is all of it, also what is added later. */
export const SINGLE_PERMISSIONS = [
  'view_balance_movements',
  'view_payins',
  'create_payins',
  'view_payouts',
  'create_payouts',
  'manage_beneficiaries',
  'manage_api_keys',
  'manage_webhooks',
  'manage_account',
] as const satisfies readonly Permission[];

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
