import { Money, UnitOfWork } from '@app/kernel';
import { LedgerService, type JournalEntry } from '@app/ledger';
import { aDebitCollection, aDebitReturn } from '@app/ledger/testing';
import type { OpenApiDocument } from './open-api-types';
import { DocumentedResponses } from './documented-responses';
import { watchResponses, type HttpClient } from './http-client';
import { signIn } from './panel';
import type { Merchant, MerchantOptions, TestService } from './service';

/** The request for a link in the panel. */
export const LINK = { amount: 15000, currency: 'ARS', currency_destiny: 'ARS', description: 'Order 1001' };
/** Fields of a link whose payment is converted. */
export const CHARGED_BRL = { currency: 'BRL', amount: 500, amount_type: 'charge' };

export const TEXT = expect.any(String) as string;

const COLLECTED = Money.of('50.00', 'USD');
const FEE = Money.of('0.50', 'USD');

/** A list of the panel. */
export interface Item {
  id: string;
  [field: string]: unknown;
}

/** Checks each further response in this test file against the service's own OpenAPI document. */
export async function watchDocumented(service: TestService): Promise<void> {
  // The lists in the test of the document are mostly empty.
  const document = (await service.anonymous().get('/docs/openapi.json')).body as OpenApiDocument;
  watchResponses(new DocumentedResponses(document).check);
}

/** The user of a new merchant, signed in to the panel. */
export async function owner(service: TestService, options: MerchantOptions): Promise<HttpClient> {
  return (await signIn(service, await service.merchant(options))).panel;
}

/** The panel's response; throws unless it is 200. */
export async function data<T = Item>(panel: HttpClient, path: string): Promise<T> {
  const { status, text, body } = await panel.get(path);
  if (status !== 200) throw new Error(`${path} got ${status} ${text}`);
  return body.data as T;
}

export async function ids(panel: HttpClient, path: string): Promise<string[]> {
  return (await data<Item[]>(panel, path)).map(({ id }) => id);
}

/** Reads the whole list, two items at a time. */
export async function paged(panel: HttpClient, path: string): Promise<{ sizes: number[]; seen: string[] }> {
  const pages: string[][] = [];
  let next: string | null = '';
  while (next !== null && pages.length < 10) {
    const { body } = await panel.get(`${path}?per_page=2${next && `&cursor=${next}`}`);
    pages.push((body.data as Item[]).map(({ id }) => id));
    expect(body.meta).toMatchObject({ per_page: 2, next_cursor: body.meta.next_cursor });
    next = body.meta.next_cursor as string | null;
  }
  return { sizes: pages.map(({ length }) => length), seen: pages.flat() };
}

/** Adjusts the balance of the merchant's local wallet. */
export async function adjust(service: TestService, { local }: Pick<Merchant, 'local'>, amount: string): Promise<void> {
  await service.get(UnitOfWork).run((tx) =>
    service.get(LedgerService).adjust(tx, {
      walletId: local!.id,
      amount: Money.of(amount, local!.currency),
      reason: 'counted again',
      occurredAt: new Date(),
    }),
  );
}

/** A USD debit of 50, credited, with its fee deducted. */
export function debit({ usd }: Pick<Merchant, 'usd'>): JournalEntry {
  return aDebitCollection(usd!.id, COLLECTED, FEE);
}

/** The return of such a debit. */
export function debitReturned({ usd }: Pick<Merchant, 'usd'>): JournalEntry {
  return aDebitReturn(usd!.id, COLLECTED, FEE);
}
