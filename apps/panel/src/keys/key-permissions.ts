import type { Schemas } from '../api/client';
import type { Permission } from '../session/session';

export type KeyPermission = Schemas['ApiKey']['permissions'][number];

const GROUPS = ['links', 'cards', 'webhooks', 'all'] as const;

/** The group of each permission in the form, and the permissions of a user who may grant it; any one is enough. */
const PERMISSIONS: Readonly<
  Record<KeyPermission, readonly [group: (typeof GROUPS)[number], grantedBy: readonly Permission[]]>
> = {
  'payment_links:create': ['links', ['create_payins']],
  'payment_links:read': ['links', ['view_payins', 'create_payins']],
  'payment_links:cancel': ['links', ['create_payins']],
  'card_payment_links:create': ['cards', ['create_payins']],
  'card_payment_links:read': ['cards', ['view_payins', 'create_payins']],
  'card_payment_links:cancel': ['cards', ['create_payins']],
  'webhooks:read': ['webhooks', ['manage_webhooks']],
  'webhooks:write': ['webhooks', ['manage_webhooks']],
  '*': ['all', ['*']],
};

/** The permissions in the groups of the form; `*` has a group of its own. */
export const PERMISSION_GROUPS = GROUPS.map((group) => ({
  group,
  permissions: (Object.keys(PERMISSIONS) as KeyPermission[]).filter(
    (permission) => PERMISSIONS[permission][0] === group,
  ),
}));

/**
 * The permissions that a user lacks to grant a key the permission, of which one is enough; empty when the user may grant
 * it. A key can keep the permissions that it already has.
 */
export function missingToGrant(
  held: readonly Permission[],
  permission: KeyPermission,
  kept: readonly KeyPermission[] = [],
): readonly Permission[] {
  if (kept.includes(permission) || kept.includes('*') || held.includes('*')) return [];
  const anyOf = PERMISSIONS[permission][1];
  return anyOf.some((needed) => held.includes(needed)) ? [] : anyOf;
}

/** The permissions of a key that the user may not grant. Such a user may limit the key, but not extend its use. */
export function beyondOwn(held: readonly Permission[], ofKey: readonly KeyPermission[]): readonly KeyPermission[] {
  return ofKey.filter((permission) => missingToGrant(held, permission).length > 0);
}

/** The key of the texts of a permission: colons and dots have a meaning in keys of i18next. */
export function permissionText(permission: KeyPermission): string {
  return permission === '*' ? 'everything' : permission.replace(':', '_');
}
