import type { Schemas } from '../api/client';
import type { Permission } from '../session/session';

export type KeyPermission = Schemas['ApiKey']['permissions'][number];

/** For each permission of a key, the permissions of a user who may grant it; any one is enough. */
const GRANTED_BY: Readonly<Record<KeyPermission, readonly Permission[]>> = {
  'payment_links:create': ['create_payins'],
  'payment_links:read': ['view_payins', 'create_payins'],
  'payment_links:cancel': ['create_payins'],
  'card_payment_links:create': ['create_payins'],
  'card_payment_links:read': ['view_payins', 'create_payins'],
  'card_payment_links:cancel': ['create_payins'],
  'webhooks:read': ['manage_webhooks'],
  'webhooks:write': ['manage_webhooks'],
  '*': ['*'],
};

/** The permissions as the form groups them; `*` stands alone. */
export const PERMISSION_GROUPS = [
  { group: 'links', permissions: ['payment_links:create', 'payment_links:read', 'payment_links:cancel'] },
  {
    group: 'cards',
    permissions: ['card_payment_links:create', 'card_payment_links:read', 'card_payment_links:cancel'],
  },
  { group: 'webhooks', permissions: ['webhooks:read', 'webhooks:write'] },
  { group: 'all', permissions: ['*'] },
] as const satisfies readonly { group: string; permissions: readonly KeyPermission[] }[];

/**
 * What a user lacks to give a key the permission: any one of these; empty when the user may. What the key already has can
 * be kept.
 */
export function missingToGrant(
  held: readonly Permission[],
  permission: KeyPermission,
  kept: readonly KeyPermission[] = [],
): readonly Permission[] {
  if (kept.includes(permission) || kept.includes('*') || held.includes('*')) return [];
  const anyOf = GRANTED_BY[permission];
  return anyOf.some((needed) => held.includes(needed)) ? [] : anyOf;
}

/** The permissions of a key that the user may not grant: such a user may limit the key, but not widen its use. */
export function beyondOwn(held: readonly Permission[], ofKey: readonly KeyPermission[]): readonly KeyPermission[] {
  return ofKey.filter((permission) => missingToGrant(held, permission).length > 0);
}

/** Where the texts of a permission are: i18next reads colons and points in keys. */
export function permissionText(permission: KeyPermission): string {
  return permission === '*' ? 'everything' : permission.replace(':', '_');
}
