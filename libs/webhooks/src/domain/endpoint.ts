import { httpUrlProblem, parseUrl } from '@app/kernel';
import type { EventName } from './event-names';

/** Longest description, in characters. */
export const MAX_DESCRIPTION_LENGTH = 255;
/** The maximum number of endpoints of an account. Rule 13.17. */
export const MAX_ENDPOINTS = 50;

/** A registered endpoint, without its secret. */
export interface WebhookEndpoint {
  id: string;
  accountId: string;
  /** The key that registered it; null when that key was deleted, which does not affect the endpoint. */
  apiKeyId: string | null;
  url: string;
  description: string | null;
  events: EventName[];
  isActive: boolean;
  secretVersion: number;
  lastTriggeredAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The data of a new endpoint. By default it has no description, and subscribes to every event. */
export type NewEndpoint = Pick<WebhookEndpoint, 'url'> & Partial<Pick<WebhookEndpoint, 'description' | 'events'>>;

/** The fields to change. */
export type EndpointChanges = Partial<Pick<WebhookEndpoint, 'url' | 'description' | 'events' | 'isActive'>>;

/** The settings as the audit log keeps them: without the query of the URL, which often holds a token of the receiver. */
export function auditedSettings({ url, description, events, isActive }: WebhookEndpoint): Record<string, unknown> {
  return { url: withoutQuery(url), description, events, is_active: isActive };
}

/** The settings in which two states of an endpoint differ, each with both values as the audit log keeps them. */
export function endpointDifferences(
  before: WebhookEndpoint,
  after: WebhookEndpoint,
): Record<string, { from: unknown; to: unknown }> {
  const fields = { url: 'url', description: 'description', events: 'events', is_active: 'isActive' } as const;
  const [from, to] = [auditedSettings(before), auditedSettings(after)];
  const changed = Object.entries(fields).filter(
    ([, field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  return Object.fromEntries(changed.map(([name]) => [name, { from: from[name], to: to[name] }]));
}

/** What a deployment accepts as the address of a receiver. */
export interface UrlRules {
  httpsOnly: boolean;
  guard: {
    /** Whether the host part of a URL may be contacted, as far as it shows. */
    allowsHost(hostname: string): boolean;
  };
}

/**
 * Why deliveries cannot go to the URL, or undefined if they can. A host that is an address is judged here; a name is
 * judged at every attempt, when it is resolved.
 */
export function webhookUrlProblem(url: unknown, { httpsOnly, guard }: UrlRules): string | undefined {
  const problem = httpUrlProblem(url, 'url', { httpsOnly });
  if (problem !== undefined) return problem;
  const host = parseUrl(url as string)?.hostname ?? '';
  return guard.allowsHost(host) ? undefined : 'The url must not lead to a private, local or reserved address.';
}

/** What RFC 3986 allows without an escape. */
const UNRESERVED = /[\w.~-]/;

/**
 * The address in the form in which two URLs that reach the same receiver are equal: no fragment, no default port, no final
 * dot of the host, which is in ASCII and lower case, no dot segments, and no escapes that are not needed. The slash at the
 * end of a path counts.
 */
export function normalAddress(url: string): string {
  const parsed = parseUrl(url);
  if (!parsed) return url;
  const { protocol, hostname, port, pathname, search } = parsed;
  const path = `${pathname}${search}`.replace(/%([0-9a-f]{2})/gi, (escape, hex: string) => {
    const character = String.fromCharCode(parseInt(hex, 16));
    return UNRESERVED.test(character) ? character : escape.toUpperCase();
  });
  return `${protocol}//${hostname.replace(/\.$/, '')}${port && `:${port}`}${path}`;
}

/** The address without what may be a secret of the receiver. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
