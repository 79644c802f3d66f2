export type KeyEnvironment = 'dev' | 'test' | 'live';

/** Length of the secret segment. Rule 2.4. */
export const SECRET_LENGTH = 48;
/** The maximum number of keys that the users of an account can create. Rule 2.19. */
export const MAX_KEYS = 50;
const MAX_KEY_LENGTH = 255;

/** An API key as the guards check it; the secret itself is never kept. */
export interface ApiKey {
  id: string;
  accountId: string;
  /** Null on a record that has lost its owner: the key verifies, but operations that need a user reject it. */
  userId: string | null;
  userExists: boolean;
  environment: KeyEnvironment;
  permissions: readonly string[];
  allowedOrigins: readonly string[];
  /** Requests per minute, 1 to 10,000. */
  rateLimit: number;
  expiresAt: Date | null;
}

export interface ParsedKey {
  slug: string;
  environment: KeyEnvironment;
  /** The key as sent; the stored hash is made of it. */
  text: string;
}

/** Reads `pay_<account>_<environment>_<secret>`; undefined when the prefix cannot be read. The secret is not checked. */
export function parseKey(text: string): ParsedKey | undefined {
  if (text.length > MAX_KEY_LENGTH) return undefined;
  const match = /^pay_([^_]+)_(dev|test|live)_/.exec(text);
  if (!match) return undefined;
  return { slug: match[1] as string, environment: match[2] as KeyEnvironment, text };
}

/** The first three segments of a key, which the panel shows; the secret is the fourth. */
export function visiblePrefix(slug: string, environment: KeyEnvironment): string {
  return `pay_${slug}_${environment}`;
}

/** The end of a key, which the panel shows so that people can distinguish keys. */
export function lastFourOf(apiKey: string): string {
  return apiKey.slice(-4);
}

/** Permissions are compared exactly; only `*` satisfies all. */
export function grants(permissions: readonly string[], needed: string): boolean {
  return permissions.includes(needed) || permissions.includes('*');
}

/**
 * Whether a request with that `Origin` header may use the key. An empty list and `*` allow everything, even a missing
 * header; any other list allows only what it contains, so not a missing header.
 */
export function allowsOrigin(allowed: readonly string[], origin: string | undefined): boolean {
  if (allowed.length === 0 || allowed.includes('*')) return true;
  return origin !== undefined && allowed.includes(origin);
}

export function isExpired(key: ApiKey, now: Date): boolean {
  return key.expiresAt !== null && key.expiresAt.getTime() <= now.getTime();
}
