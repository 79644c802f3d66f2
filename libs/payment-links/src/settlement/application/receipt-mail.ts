import type { Account } from '@app/accounts';
import { letter, type NewMail } from '@app/mail';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { amountText } from '../../links/domain/amount-text';
import { localTime } from '../../links/domain/local-time';
import { methodTitle } from '../../links/domain/payment-method';
import type { PaymentLink } from '../../links/domain/payment-link';
import { findMethod } from '../../links/domain/payment-method';
import type { FeeReceipt } from '../domain/received-payment';
import { RECEIPT_TEXTS, type ReceiptTexts } from './receipt-texts';

/** A credited payment, with the account that received it. */
export interface Receipted {
  link: PaymentLink;
  order: CheckoutOrder;
  merchant: Pick<Account, 'name' | 'language'>;
  paidAt: Date;
  /** The payment exception, for money in addition to the link's own payment. */
  exceptionId?: string | undefined;
}

/**
 * The payer's receipt, or undefined when no address is known. One for each payment, even after retries. In the language of
 * the payer's page, or in that of the account for an order that no page opened.
 */
export function receiptMail(paid: Receipted): NewMail | undefined {
  const { link, order, merchant, exceptionId } = paid;
  const { texts, amount, fee } = wordsOf(paid);
  const isFeeBorne = order.terms.payerFee.isPositive();
  const paragraphs = [texts.receivedText(amount, merchant.name), ...(isFeeBorne ? [texts.feeIncluded(fee)] : [])];
  const key = exceptionId === undefined ? order.id : `exception:${exceptionId}`;
  return mailTo(paid, texts.received(amount, merchant.name), `receipt:${key}`, {
    paragraphs,
    rows: [[texts.amount, amount], ...detailsOf(paid, texts)],
    accountId: link.accountId,
  });
}

/** The payer's receipt for the fee that they bore, or undefined when no address is known. */
export function feeReceiptMail(paid: Receipted, { number }: FeeReceipt): NewMail | undefined {
  const { link, merchant } = paid;
  const { texts, amount, fee } = wordsOf(paid);
  return mailTo(paid, texts.fee(number, fee), `fee-receipt:${link.accountId}:${number}`, {
    paragraphs: [texts.feeText(amount, fee, merchant.name)],
    rows: [[texts.receiptNumber, number], [texts.feeAmount, fee], ...detailsOf(paid, texts)],
    accountId: link.accountId,
  });
}

interface Content {
  paragraphs: readonly string[];
  rows: readonly (readonly [name: string, value: string])[];
  accountId: string;
}

function mailTo(paid: Receipted, subject: string, dedupeKey: string, content: Content): NewMail | undefined {
  const to = paid.order.payer.email;
  if (!to) return undefined;
  const { paragraphs, rows, accountId } = content;
  const language = languageOf(paid);
  const closing = [RECEIPT_TEXTS[language].keep];
  return { accountId, to, subject, ...letter({ language, heading: subject, paragraphs, rows, closing }), dedupeKey };
}

function languageOf({ order, merchant }: Receipted) {
  return order.language ?? merchant.language;
}

function wordsOf(paid: Receipted) {
  const language = languageOf(paid);
  const { payerAmount, payerFee } = paid.order.terms;
  return {
    texts: RECEIPT_TEXTS[language],
    amount: amountText(payerAmount, language),
    fee: amountText(payerFee, language),
  };
}

function detailsOf(paid: Receipted, texts: ReceiptTexts): [string, string][] {
  const { link, order, merchant, paidAt } = paid;
  const language = languageOf(paid);
  return [
    [texts.merchant, merchant.name],
    [texts.description, link.description],
    ...(link.reference === null ? [] : [[texts.order, link.reference] satisfies [string, string]]),
    [texts.method, methodTitle(order.method, language)],
    [texts.date, localTime(paidAt, findMethod(order.method)?.country, language)],
    [texts.reference, link.id],
  ];
}
