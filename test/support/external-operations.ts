import { newId } from '@app/kernel';
import type { HttpResponse, HttpClient, Method } from './http-client';

/** The sixteen operations of the external API, named by method and path (rule 1.1). */
export const OPERATIONS = [
  'POST /v1/payment-links',
  'GET /v1/payment-links/{id}',
  'DELETE /v1/payment-links/{id}',
  'POST /v1/cards/payment-links',
  'GET /v1/cards/payment-links/{id}',
  'DELETE /v1/cards/payment-links/{id}',
  'GET /v1/webhooks',
  'GET /v1/webhooks/{id}',
  'POST /v1/webhooks',
  'PUT /v1/webhooks/{id}',
  'DELETE /v1/webhooks/{id}',
  'POST /v1/webhooks/{id}/rotate-secret',
  'GET /v1/wallets',
  'GET /v1/payment-methods',
  'POST /v1/conversions/quote',
  'POST /v1/conversions/rate',
] as const;

export type Operation = (typeof OPERATIONS)[number];

/** The operations on links and card links, the only ones that need the user of the key. */
export const LINK_OPERATIONS = OPERATIONS.filter((operation) => operation.includes('payment-links'));

export const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
export const PAIR = { amount: 500, origin: 'BRL', destination: 'ARS' };

type Caller = Readonly<{ api: HttpClient }>;

/** Calls the operation correctly, with that id if it takes one. */
export function call(operation: Operation, api: HttpClient, id: string = newId()): Promise<HttpResponse> {
  const [method, path] = operation.split(' ') as [Method, string];
  return api.send(method, path.replace('{id}', id), bodyOf(operation));
}

/** The same on an object that `maker`, a caller with every permission, has just created, so that it succeeds. */
export async function succeed(operation: Operation, api: HttpClient, maker: Caller): Promise<HttpResponse> {
  return call(operation, api, operation.includes('{id}') ? await make(operation, maker) : undefined);
}

/** Creates the object that the operation acts on; returns its id. */
async function make(operation: Operation, { api }: Caller): Promise<string> {
  const collection = operation.slice(operation.indexOf('/'), operation.indexOf('/{id}'));
  const { status, text, body } = await call(`POST ${collection}` as Operation, api);
  if (status !== 201) throw new Error(`no object was created for ${operation}: ${text}`);
  return body.data.id as string;
}

function bodyOf(operation: Operation): object | undefined {
  if (operation.endsWith('payment-links')) return LINK;
  // No server listens there, and the worker of a test can find that out without resolving a name.
  if (operation === 'POST /v1/webhooks') return { url: `https://127.0.0.1:9/${newId()}` };
  if (operation.startsWith('PUT')) return { description: 'Orders' };
  return operation.includes('conversions') ? PAIR : undefined;
}
