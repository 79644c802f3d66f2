import { Complaints, isStorable, readIsoDate } from '@app/kernel';
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
const MAX_RATE_LIMIT = 10_000;
const MAX_NAME = 100;
const MAX_ORIGINS = 100;
const MAX_ORIGIN = 255;

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

/** The body of a request. Unknown fields are ignored. */
export type KeyInput = Readonly<Record<string, unknown>>;

/**
 * Reads the settings of a new key; an optional one that is null counts as omitted. Throws `ValidationError` that names
 * every refused field. A date must be after `now`.
 */
export function parseNewKey(input: KeyInput, now: Date): KeySettings {
  const complaints = new Complaints();
  const { allowed_origins, rate_limit, ...others } = input;
  if (input['name'] === undefined) complaints.add('name', 'The name is required.');
  if (input['permissions'] === undefined) complaints.add('permissions', 'The permissions are required.');
  const settings = readSettings(
    { ...others, allowed_origins: allowed_origins ?? undefined, rate_limit: rate_limit ?? undefined },
    now,
    complaints,
  );
  complaints.throwIfAny();
  return {
    name: settings.name as string,
    permissions: settings.permissions as string[],
    allowedOrigins: settings.allowedOrigins ?? [],
    rateLimit: settings.rateLimit ?? DEFAULT_RATE_LIMIT,
    expiresAt: settings.expiresAt ?? null,
  };
}

/** Reads the settings that were sent, with the rules of a new key. Throws `ValidationError`. */
export function parseKeyChanges(input: KeyInput, now: Date): KeyChanges {
  const complaints = new Complaints();
  const changes: KeyChanges = readSettings(input, now, complaints);
  const isActive = input['is_active'];
  if (typeof isActive === 'boolean') changes.isActive = isActive;
  else if (isActive !== undefined) complaints.add('is_active', 'The is_active field must be true or false.');
  if (input['environment'] !== undefined) complaints.add('environment', 'The environment of a key never changes.');
  complaints.throwIfAny();
  return changes;
}

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

function readSettings(input: KeyInput, now: Date, complaints: Complaints): Partial<KeySettings> {
  const settings: Partial<KeySettings> = {};
  const { name, permissions, allowed_origins, rate_limit, expires_at } = input;
  if (isName(name)) settings.name = name;
  else if (name !== undefined) complaints.add('name', `The name must be text of 1 to ${MAX_NAME} characters.`);
  if (isPermissionList(permissions)) settings.permissions = [...new Set(permissions)];
  else if (permissions !== undefined) {
    complaints.add('permissions', `The permissions must be a list of at least one of ${KEY_PERMISSIONS.join(', ')}.`);
  }
  if (allowed_origins !== undefined) {
    const origins = readOrigins(allowed_origins);
    if (origins) settings.allowedOrigins = origins;
    else complaints.add('allowed_origins', ORIGINS_COMPLAINT);
  }
  if (isRateLimit(rate_limit)) settings.rateLimit = rate_limit;
  else if (rate_limit !== undefined) {
    complaints.add('rate_limit', `The rate_limit must be a whole number from 1 to ${MAX_RATE_LIMIT}.`);
  }
  if (expires_at !== undefined) {
    const date = expires_at === null ? null : readIsoDate(expires_at);
    if (date === undefined) complaints.add('expires_at', 'The expires_at must be null or an ISO 8601 date.');
    else if (date && date <= now) complaints.add('expires_at', 'The expires_at must lie in the future.');
    else settings.expiresAt = date;
  }
  return settings;
}

const ORIGINS_COMPLAINT = `The allowed_origins must be a list of at most ${MAX_ORIGINS} origins such as https://shop.example, or *.`;

function isName(name: unknown): name is string {
  return typeof name === 'string' && name.trim() !== '' && [...name].length <= MAX_NAME && isStorable(name);
}

function isPermissionList(list: unknown): list is string[] {
  const known: readonly unknown[] = KEY_PERMISSIONS;
  return Array.isArray(list) && list.length > 0 && list.every((permission) => known.includes(permission));
}

function isRateLimit(limit: unknown): limit is number {
  return typeof limit === 'number' && Number.isInteger(limit) && limit >= 1 && limit <= MAX_RATE_LIMIT;
}

function readOrigins(list: unknown): string[] | undefined {
  if (!Array.isArray(list) || list.length > MAX_ORIGINS) return undefined;
  const origins = list.map(readOrigin);
  return origins.includes(undefined) ? undefined : [...new Set(origins as string[])];
}

/**
 * The origin as browsers write it, since headers are compared exactly: lower case, no default port, no trailing slash.
 * Undefined for anything else than an origin.
 */
function readOrigin(text: unknown): string | undefined {
  if (text === '*') return text;
  if (typeof text !== 'string' || text.length > MAX_ORIGIN) return undefined;
  // The URL parser would drop or repair white space, backslashes and missing slashes.
  if (!/^https?:\/\/[^\s\p{Cc}\\/?#@]+\/?$/iu.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text).origin;
}
