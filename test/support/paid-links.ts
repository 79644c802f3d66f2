import { UnitOfWork } from '@app/kernel';
import { LedgerService, type JournalEntry } from '@app/ledger';
import { Rates } from '@app/rates';
import type { HttpClient } from './http-client';
import type { TestService } from './service';

type Fields = Readonly<Record<string, unknown>>;
type Caller = Readonly<{ api: HttpClient }>;

/** A link as the external API returns it. */
export interface LinkJson {
  readonly amount: string;
  readonly currency: string;
  readonly currency_destiny: string;
  readonly description: string;
  readonly expires_at: string | null;
  readonly max_uses: number;
  readonly current_uses: number;
  readonly status: string;
  readonly checkout_url: string;
  readonly payment_method: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The record of a payment; money and rates are decimal text. */
export interface PaymentRow {
  readonly id: string;
  readonly status: string;
  readonly payment_method: string;
  readonly payer_amount: string;
  readonly payer_currency: string;
  readonly exchange_rate: string | null;
  readonly reference_rate: string | null;
  readonly effective_rate: string | null;
  readonly currency: string;
  readonly gross_amount: string;
  readonly fee_percentage_amount: string;
  readonly fee_fixed_amount: string;
  readonly fee_fixed_amount_usd: string;
  readonly collection_fee: string;
  readonly fee_bounded_by: string | null;
  readonly fee_borne_by: string;
  readonly conversion_fee: string;
  readonly credited_amount: string;
  readonly wallet_id: string;
}

export const CARD_LINKS = '/v1/cards/payment-links';

export async function readLink({ api }: Caller, linkId: string): Promise<LinkJson> {
  return (await api.get(`/v1/payment-links/${linkId}`)).body.data as LinkJson;
}

/** A paid link as `TestService.createLink` creates it; returns its id. */
export async function payNewLink(service: TestService, merchant: Caller, fields: Fields = {}): Promise<string> {
  const linkId = await service.createLink(merchant, fields);
  const { status, text } = await service.simulate(linkId, { event: 'pay' });
  if (status !== 200) throw new Error(`the link was not paid: ${text}`);
  return linkId;
}

/** A card link for 15,000 ARS; `fields` overrides parts of the request. Returns its id. */
export async function createCardLink({ api }: Caller, fields: Fields = {}): Promise<string> {
  const { status, text, body } = await api.post(CARD_LINKS, {
    amount: 15000,
    currency: 'ARS',
    description: 'Order 1001',
    ...fields,
  });
  if (status !== 201) throw new Error(`the card link was not created: ${text}`);
  return body.data.id as string;
}

/** A card link that its payer has paid; returns its id. */
export async function payNewCardLink(service: TestService, merchant: Caller, fields: Fields = {}): Promise<string> {
  const linkId = await createCardLink(merchant, fields);
  const path = `/sandbox/cards/payment-links/${linkId}/simulate`;
  const { status, text } = await service.anonymous().post(path, { event: 'pay' });
  if (status !== 200) throw new Error(`the card link was not paid: ${text}`);
  return linkId;
}

/** A link whose payer has paid 14,000 ARS instead of 15,000, which is a payment exception; returns its id. */
export async function payTooLittle(service: TestService, merchant: Caller): Promise<string> {
  const linkId = await service.createLink(merchant);
  const { status, text } = await service.simulate(linkId, { event: 'pay', amount: '14000.00' });
  if (status !== 200) throw new Error(`the link was not paid: ${text}`);
  return linkId;
}

/** The records of all payments for the link. */
export function paymentsOf(service: TestService, linkId: string): Promise<PaymentRow[]> {
  return service.sql<PaymentRow>('SELECT * FROM received_payments WHERE payment_link_id = $1', [linkId]);
}

/** The only payment record of a paid link. */
export async function paymentOf(service: TestService, linkId: string): Promise<PaymentRow> {
  const [payment] = await paymentsOf(service, linkId);
  if (!payment) throw new Error('the link has no received payment');
  return payment;
}

/** The id under which the panel shows the payment of a link. */
export async function paymentIdOf(service: TestService, linkId: string): Promise<string> {
  return (await paymentOf(service, linkId)).id;
}

/** The movements that the merchant sees, newest first, amounts as decimal text. */
export async function movementsOf(service: TestService, walletId: string) {
  const { items } = await service.get(LedgerService).listMovements(walletId, { limit: 50 });
  return items.map(({ label, direction, amount, balanceAfter }) => ({
    label,
    direction,
    amount: amount.toFixed(),
    balanceAfter: balanceAfter.toFixed(),
  }));
}

/** Balance, reserved and available of the wallet now, as decimal text. */
export async function balancesOf(service: TestService, walletId: string) {
  const wallet = await service.get(LedgerService).findWallet(walletId);
  if (!wallet) throw new Error('there is no such wallet');
  const { balance, reserved, available } = wallet.balances;
  return { balance: balance.toFixed(), reserved: reserved.toFixed(), available: available.toFixed() };
}

/** Posts entries that no operation creates yet. */
export async function post(service: TestService, ...entries: readonly JournalEntry[]): Promise<void> {
  await service.get(UnitOfWork).run((tx) => service.get(LedgerService).post(tx, entries));
}

/** Sets the price of one USD, for every test on this database until a service starts again. */
export async function setUsdRate(service: TestService, currency: string, rate: string): Promise<void> {
  const rates = service.get(Rates);
  await service.get(UnitOfWork).run((tx) => rates.setRate(tx, 'USD', currency, rate));
  rates.invalidate();
}
