import { parseUrl, ValidationError } from '@app/kernel';
import { grants, type ApiKey, type KeyEnvironment } from './api-key';
import { PermissionDeniedError } from '../../users/domain/errors';
import type { PanelPermission } from '../../users/domain/panel-user';

/** The permissions that operations of the external API require, and `*` for all. */
export const KEY_PERMISSIONS = [
  'payment_links:create',
  'payment_links:read',
  'payment_links:cancel',
  'card_payment_links:create',
  'card_payment_links:read',
  'card_payment_links:cancel',
  'webhooks:read',
  'webhooks:write',
  '*',
] as const;

type KeyPermission = (typeof KEY_PERMISSIONS)[number];

const MANAGES_LINKS: readonly PanelPermission[] = ['create_payins'];
const READS_LINKS: readonly PanelPermission[] = ['view_payins', 'create_payins'];
const MANAGES_WEBHOOKS: readonly PanelPermission[] = ['manage_webhooks'];

/**
 * For each permission of a key, the user permissions that allow granting it; one is enough. Rule 2.20.
 */
const NEEDED_TO_GRANT: Readonly<Record<Exclude<KeyPermission, '*'>, readonly PanelPermission[]>> = {
  'payment_links:create': MANAGES_LINKS,
  'payment_links:read': READS_LINKS,
  'payment_links:cancel': MANAGES_LINKS,
  'card_payment_links:create': MANAGES_LINKS,
  'card_payment_links:read': READS_LINKS,
  'card_payment_links:cancel': MANAGES_LINKS,
  'webhooks:read': MANAGES_WEBHOOKS,
  'webhooks:write': MANAGES_WEBHOOKS,
};

/**
 * Checks whether a user with the permissions `held` may change a key's permissions from `before` to `after`.
 * Permissions that the key already has are not checked. Throws `PermissionDeniedError`.
 */
export function assertMayGrantToKey(
  held: readonly string[],
  after: readonly string[],
  before: readonly string[] = [],
): void {
  for (const permission of after) {
    if (grants(before, permission) || mayGrantToKey(held, permission)) continue;
    throw new PermissionDeniedError(neededToGrant(permission), `Giving a key ${permission}`);
  }
}

/** Throws `ValidationError` for an end that is not in the future. */
export function assertExpiresLater({ expiresAt }: Pick<KeyChanges, 'expiresAt'>, now: Date): void {
  if (expiresAt && expiresAt <= now) throw ValidationError.of('expires_at', 'must be in the future');
}

/** Throws `ValidationError` for an expired key: the first request would deactivate it again, and not say why. */
export function assertMayActivate({ expiresAt }: ManagedKey, now: Date): void {
  if (expiresAt && expiresAt <= now) {
    throw ValidationError.of('is_active', 'The key has expired: move its expires_at as well.');
  }
}

/**
 * Whether the change lets the key be used where or when it could not be used before: it activates the key, moves its end,
 * or admits more origins. Such a change grants all permissions of the key.
 */
export function widens(before: ManagedKey, after: ManagedKey): boolean {
  const activated = after.isActive && !before.isActive;
  const prolonged = (after.expiresAt?.getTime() ?? Infinity) > (before.expiresAt?.getTime() ?? Infinity);
  return activated || prolonged || admitsMore(before.allowedOrigins, after.allowedOrigins);
}

function admitsMore(before: readonly string[], after: readonly string[]): boolean {
  const admitsAll = (origins: readonly string[]) => origins.length === 0 || origins.includes('*');
  if (admitsAll(before)) return false;
  return admitsAll(after) || after.some((origin) => !before.includes(origin));
}

/**
 * The permissions of a key that its owner could grant with the permissions `before`, and no longer can with those of
 * `after`.
 */
export function permissionsLost(
  { permissions }: Pick<KeySettings, 'permissions'>,
  before: readonly string[],
  after: readonly string[],
): string[] {
  return permissions.filter((permission) => mayGrantToKey(before, permission) && !mayGrantToKey(after, permission));
}

function mayGrantToKey(held: readonly string[], permission: string): boolean {
  return neededToGrant(permission).some((needed) => grants(held, needed));
}

function neededToGrant(permission: string): readonly PanelPermission[] {
  return Object.hasOwn(NEEDED_TO_GRANT, permission)
    ? NEEDED_TO_GRANT[permission as keyof typeof NEEDED_TO_GRANT]
    : ['*'];
}

/** Requests per minute. Rule 2.9. */
export const DEFAULT_RATE_LIMIT = 60;
export const MAX_RATE_LIMIT = 10_000;
const MAX_ORIGIN_LENGTH = 255;

/** The settings of a key that its account chooses. */
export interface KeySettings {
  name: string;
  permissions: readonly string[];
  /** As browsers send them (`https://shop.example`), or `*`. Empty: the origin is not checked. */
  allowedOrigins: readonly string[];
  /** Requests per minute, 1 to 10,000. */
  rateLimit: number;
  expiresAt: Date | null;
}

/** The user to whom a key belongs. A deleted user stays the owner, and is not active. */
export interface KeyOwner {
  id: string;
  email: string;
  isActive: boolean;
}

/** A key as the panel shows it, without the secret. */
export interface ManagedKey extends KeySettings, Pick<ApiKey, 'id' | 'accountId'> {
  environment: KeyEnvironment;
  /** The last four characters of the secret; null for keys of versions that did not keep them. */
  lastFour: string | null;
  /** Null on a record that has lost its owner. */
  owner: KeyOwner | null;
  isActive: boolean;
  createdAt: Date;
  lastUsedAt: Date | null;
}

export type KeyChanges = Partial<KeySettings & Pick<ManagedKey, 'isActive'>>;

/** The fields in which two states of a key differ, each with both values. */
export function differences(before: ManagedKey, after: ManagedKey): Record<string, { from: unknown; to: unknown }> {
  const fields = {
    name: 'name',
    permissions: 'permissions',
    allowed_origins: 'allowedOrigins',
    rate_limit: 'rateLimit',
    expires_at: 'expiresAt',
    is_active: 'isActive',
  } as const;
  const changed = Object.entries(fields).filter(
    ([, field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map(([name, field]) => [name, { from: before[field], to: after[field] }]));
}

/**
 * The origin as browsers send it, since headers are compared character by character: lower case, no default port, no
 * trailing slash; `*` stays as it is. Undefined for anything that is not exactly an origin, a pattern such as
 * `https://*.shop.example` included: it would never match.
 */
export function normalizedOrigin(text: unknown): string | undefined {
  if (text === '*') return text;
  if (typeof text !== 'string' || text.length > MAX_ORIGIN_LENGTH) return undefined;
  // The parser would drop or repair white space, backslashes and missing slashes.
  if (!/^https?:\/\/[^\s\p{Cc}\\/?#@*]+\/?$/iu.test(text)) return undefined;
  return parseUrl(text)?.origin;
}
