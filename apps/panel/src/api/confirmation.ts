import type { Middleware } from 'openapi-fetch';

/** Asks for the password. Resolves to true once the user has confirmed, to false when the user cancels. */
type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let asking: Promise<boolean> | undefined;

/** Sets how the user is asked. Concurrent requests ask once. */
export function confirmBy(next: Ask): void {
  ask = next;
}

const copies = new Map<string, Request>();

/**
 * Operations that a stolen session must not run need a fresh session. The user enters the password, and the middleware
 * repeats the request: the page that sent it needs no code for this, and no input is lost.
 */
export const confirmation: Middleware = {
  onRequest({ request, id }) {
    if (request.method !== 'GET') copies.set(id, request.clone());
    return undefined;
  },
  async onResponse({ response, id }) {
    const copy = copies.get(id);
    copies.delete(id);
    if (!copy || response.status !== 403 || !(await asksForConfirmation(response))) return undefined;
    asking ??= ask().finally(() => (asking = undefined));
    return (await asking) ? fetch(copy) : undefined;
  },
  onError({ id }) {
    copies.delete(id);
  },
};

async function asksForConfirmation(response: Response): Promise<boolean> {
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as { code?: string };
  return body.code === 'CONFIRMATION_REQUIRED';
}
