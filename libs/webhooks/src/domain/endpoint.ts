import { isStorable, ValidationError } from '@app/kernel';
import { EVENT_NAMES, isEventName, type EventName } from './event-names';

/** Longest accepted URL, in characters. Source: contract, "Webhook endpoint update". */
const MAX_URL_LENGTH = 2_048;
const MAX_DESCRIPTION_LENGTH = 255;
/** The most endpoints of an account. */
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

/** The body of a request to register an endpoint, not yet validated. */
export type EndpointInput = { readonly [K in 'url' | 'description' | 'events']?: unknown };
export type EndpointChangesInput = EndpointInput & { readonly is_active?: unknown };

export type NewEndpoint = Pick<WebhookEndpoint, 'url' | 'description' | 'events'>;
export type EndpointChanges = Partial<NewEndpoint & Pick<WebhookEndpoint, 'isActive'>>;

type Complaints = Record<string, string[]>;

/** Without `events` the endpoint receives all of them. Throws `ValidationError`, which names every invalid field. */
export function parseEndpoint(input: EndpointInput, httpsOnly: boolean): NewEndpoint {
  const complaints: Complaints = {};
  if (input.url === undefined || input.url === null) complaints.url = ['The url is required.'];
  const changes = parse(input, httpsOnly, complaints);
  return {
    url: changes.url as string,
    description: changes.description ?? null,
    events: changes.events ?? [...EVENT_NAMES],
  };
}

/** Validates the given fields like those of a new endpoint. Throws `ValidationError`. */
export function parseEndpointChanges(input: EndpointChangesInput, httpsOnly: boolean): EndpointChanges {
  const complaints: Complaints = {};
  if (input.url === null) complaints.url = ['The url must be text.'];
  const changes: EndpointChanges = {};
  if (input.is_active !== undefined) {
    if (typeof input.is_active === 'boolean') changes.isActive = input.is_active;
    else complaints.is_active = ['The is_active field must be true or false.'];
  }
  return Object.assign(changes, parse(input, httpsOnly, complaints));
}

function parse({ url, description, events }: EndpointInput, httpsOnly: boolean, complaints: Complaints) {
  const changes: Partial<NewEndpoint> = {};
  if (url !== undefined && url !== null) {
    const complaint = webhookUrlComplaint(url, httpsOnly);
    if (complaint) complaints.url = [complaint];
    else changes.url = url as string;
  }
  if (description !== undefined) {
    if (description !== null && (typeof description !== 'string' || !isStorable(description))) {
      complaints.description = ['The description must be text.'];
    } else if (description !== null && [...description].length > MAX_DESCRIPTION_LENGTH) {
      complaints.description = [`The description may have at most ${MAX_DESCRIPTION_LENGTH} characters.`];
    } else changes.description = description;
  }
  if (events !== undefined) {
    const complaint = eventsComplaint(events);
    if (complaint) complaints.events = [complaint];
    else changes.events = [...new Set(events as EventName[])];
  }
  if (Object.keys(complaints).length > 0) throw new ValidationError('The webhook was not accepted.', complaints);
  return changes;
}

/**
 * Why deliveries cannot go to the URL, or undefined if they can. Whether its host may be contacted is decided at every
 * attempt, when the name is resolved.
 */
export function webhookUrlComplaint(url: unknown, httpsOnly: boolean): string | undefined {
  if (typeof url !== 'string') return 'The url must be text.';
  // The URL parser silently drops or replaces white space, control characters and backslashes.
  if (!/^https?:\/\/[^\s\p{Cc}\\]+$/iu.test(url) || !isStorable(url) || !URL.canParse(url)) {
    return 'The url must be an http or https address.';
  }
  const parsed = new URL(url);
  if (Math.max(url.length, parsed.href.length) > MAX_URL_LENGTH) {
    return `The url may have at most ${MAX_URL_LENGTH} characters.`;
  }
  if (parsed.username || parsed.password) return 'The url must not contain credentials.';
  if (httpsOnly && parsed.protocol !== 'https:') return 'The url must be an https address.';
  return undefined;
}

function eventsComplaint(events: unknown): string | undefined {
  if (!Array.isArray(events) || events.length === 0) return 'The events must be a list with at least one event name.';
  if (!events.every(isEventName)) return `The events must be among ${EVENT_NAMES.join(', ')}.`;
  return undefined;
}
