import type { Middleware } from 'openapi-fetch';

/** Asks who is there and resolves once they have confirmed it; resolves to false when they would rather not. */
type Ask = () => Promise<boolean>;

let ask: Ask = () => Promise.resolve(false);
let asking: Promise<boolean> | undefined;

/** Says how people are asked. Requests that need it at the same time ask once. */
export function confirmBy(next: Ask): void {
  ask = next;
}

const copies = new Map<string, Request>();

/**
 * A session that is not fresh is refused what a stolen one must not do. The user confirms who they are, and the same
 * request is sent again: the page that sent it notices nothing, and nothing that was typed is lost.
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
