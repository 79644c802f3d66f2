import { newId } from '@app/kernel';
import type { Answer, HttpClient, Method } from './http-client';

/** The sixteen operations of the external API, as the specification's table of them names them. */
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

/** The operations on links and card links, which alone need the user of the key. */
export const LINK_OPERATIONS = OPERATIONS.filter((operation) => operation.includes('payment-links'));

export const LINK = { amount: 15000, currency: 'ARS', description: 'Order 1001' };
export const PAIR = { amount: 500, origin: 'BRL', destination: 'ARS' };

type Caller = Readonly<{ api: HttpClient }>;

/** Calls the operation as it is meant to be called, on that id where it has one. */
export function call(operation: Operation, api: HttpClient, id: string = newId()): Promise<Answer> {
  const [method, path] = operation.split(' ') as [Method, string];
  return api.send(method, path.replace('{id}', id), bodyOf(operation));
}

/** The same on something that `maker`, a caller with every permission, has just made, so that nothing is in the way. */
export async function succeed(operation: Operation, api: HttpClient, maker: Caller): Promise<Answer> {
  return call(operation, api, operation.includes('{id}') ? await make(operation, maker) : undefined);
}

/** Makes what the operation acts on; returns its id. */
async function make(operation: Operation, { api }: Caller): Promise<string> {
  const collection = operation.slice(operation.indexOf('/'), operation.indexOf('/{id}'));
  const { status, text, body } = await call(`POST ${collection}` as Operation, api);
  if (status !== 201) throw new Error(`nothing was made for ${operation}: ${text}`);
  return body.data.id as string;
}

function bodyOf(operation: Operation): object | undefined {
  if (operation.endsWith('payment-links')) return LINK;
  // Nobody listens there, and no name has to be resolved to find out, should the worker of a test try.
  if (operation === 'POST /v1/webhooks') return { url: `https://127.0.0.1:9/${newId()}` };
  if (operation.startsWith('PUT')) return { description: 'Orders' };
  return operation.includes('conversions') ? PAIR : undefined;
}
