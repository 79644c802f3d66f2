import type { ApiKey, KeyEnvironment } from './api-key';

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

/** Requests per minute. Source: specification, Limits. */
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

/** A key as the panel shows it, without the secret. */
export interface ManagedKey extends KeySettings, Pick<ApiKey, 'id' | 'accountId'> {
  environment: KeyEnvironment;
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
 * slash at the end; `*` stays as it is. Undefined for anything that is not exactly an origin.
 */
export function normalizedOrigin(text: unknown): string | undefined {
  if (text === '*') return text;
  if (typeof text !== 'string' || text.length > MAX_ORIGIN_LENGTH) return undefined;
  // The parser would drop or repair white space, backslashes and missing slashes.
  if (!/^https?:\/\/[^\s\p{Cc}\\/?#@]+\/?$/iu.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
