import type { Schemas } from '../api/client';
import type { KeyPermission } from './key-permissions';

const DEFAULT_RATE_LIMIT = 60;
export const MAX_RATE_LIMIT = 10_000;
export const MAX_NAME_LENGTH = 100;
const MAX_ORIGINS = 100;

/** The values of the form; its fields have the names of the API, so that errors of the API match them. */
export interface KeyValues {
  name: string;
  permissions: KeyPermission[];
  /** One origin on each line. */
  allowed_origins: string;
  rate_limit: number | string;
  /** A day in UTC; empty for never. */
  expires_at: string;
}

export function valuesOf(key?: Schemas['ApiKey']): KeyValues {
  return {
    name: key?.name ?? '',
    permissions: [...(key?.permissions ?? [])],
    allowed_origins: (key?.allowed_origins ?? []).join('\n'),
    rate_limit: key?.rate_limit ?? DEFAULT_RATE_LIMIT,
    expires_at: key?.expires_at?.slice(0, 10) ?? '',
  };
}

/** Why the values cannot be sent: the keys of texts by field. */
export function problemsOf(
  values: KeyValues,
  before: KeyValues,
  now = Date.now(),
): Partial<Record<keyof KeyValues, string>> {
  const { name, permissions, allowed_origins, rate_limit, expires_at } = values;
  const origins = originsIn(allowed_origins);
  return {
    ...(name.trim() === '' ? { name: 'nameMissing' } : {}),
    ...(permissions.length === 0 ? { permissions: 'permissionsMissing' } : {}),
    ...(origins.length > MAX_ORIGINS || !origins.every(isOrigin) ? { allowed_origins: 'originsWrong' } : {}),
    ...(isRateLimit(rate_limit) ? {} : { rate_limit: 'rateLimitWrong' }),
    ...(expires_at !== '' && expires_at !== before.expires_at && Date.parse(expires_at) <= now
      ? { expires_at: 'expiryPast' }
      : {}),
  };
}

export function newKey(values: KeyValues): Schemas['NewApiKey'] {
  return {
    name: values.name.trim(),
    permissions: values.permissions,
    allowed_origins: originsIn(values.allowed_origins),
    rate_limit: isRateLimit(values.rate_limit) ? values.rate_limit : DEFAULT_RATE_LIMIT,
    expires_at: values.expires_at || null,
  };
}

/** Only the differences: the API would reject a past expiry date, or a permission that the user lacks, if sent again. */
export function changesOf(values: KeyValues, before: KeyValues): Schemas['ApiKeyChanges'] {
  const all = newKey(values);
  return {
    ...(all.name === before.name ? {} : { name: all.name }),
    ...(sameSet(values.permissions, before.permissions) ? {} : { permissions: all.permissions }),
    ...(sameSet(originsIn(values.allowed_origins), originsIn(before.allowed_origins))
      ? {}
      : { allowed_origins: originsIn(values.allowed_origins) }),
    ...(values.rate_limit !== before.rate_limit && isRateLimit(values.rate_limit)
      ? { rate_limit: values.rate_limit }
      : {}),
    ...(values.expires_at === before.expires_at ? {} : { expires_at: values.expires_at || null }),
  };
}

/** The state to show; an expired key may still be marked active. */
export function stateOf(
  { is_active, expires_at }: Pick<Schemas['ApiKey'], 'is_active' | 'expires_at'>,
  now: number,
): 'active' | 'inactive' | 'expired' {
  if (expires_at !== null && Date.parse(expires_at) <= now) return 'expired';
  return is_active ? 'active' : 'inactive';
}

export function originsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((origin) => origin !== ''))];
}

function isOrigin(text: string): boolean {
  return text === '*' || (/^https?:\/\/[^\s\\/?#@]+\/?$/i.test(text) && URL.canParse(text));
}

function isRateLimit(value: number | string): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MAX_RATE_LIMIT;
}

function sameSet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((one) => others.includes(one));
}

/** The recognisable part of a key: its prefix and, where they are known, its last characters. */
export function keyShown({ prefix, last_four }: Pick<Schemas['ApiKey'], 'prefix' | 'last_four'>): string {
  return `${prefix}_…${last_four ?? ''}`;
}
