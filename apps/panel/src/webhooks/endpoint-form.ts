import type { Schemas } from '../api/client';
import { EVENTS, type EventName } from './events';

const MAX_URL_LENGTH = 2_048;
export const MAX_DESCRIPTION_LENGTH = 255;

/** The values of the form; its fields have the names of the API. */
export interface EndpointValues {
  url: string;
  description: string;
  events: EventName[];
}

/** A new endpoint begins with all events. */
export function valuesOf(endpoint?: Schemas['WebhookEndpoint']): EndpointValues {
  return {
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    events: [...(endpoint?.events ?? EVENTS)],
  };
}

/** Why the values cannot be sent: the keys of texts by field. Only the API can check whether an address is public. */
export function problemsOf({ url, events }: EndpointValues): Partial<Record<keyof EndpointValues, string>> {
  const problem = urlProblem(url.trim());
  return {
    ...(problem === undefined ? {} : { url: problem }),
    ...(events.length === 0 ? { events: 'eventsMissing' } : {}),
  };
}

export function newEndpoint({ url, description, events }: EndpointValues): Schemas['NewWebhookEndpoint'] {
  return { url: url.trim(), description: description.trim() || null, events };
}

function urlProblem(url: string): string | undefined {
  if (url === '') return 'urlMissing';
  if (!/^https?:\/\/[^\s\\]+$/i.test(url) || !URL.canParse(url)) return 'urlWrong';
  if (url.length > MAX_URL_LENGTH) return 'urlTooLong';
  const { username, password } = new URL(url);
  return username || password ? 'urlCredentials' : undefined;
}
