import type { Account } from '@app/accounts';
import { letter, type NewMail } from '@app/mail';
import { amountText } from '../../links/domain/amount-text';
import type { LockedPayment } from '../../settlement/application/ports';
import type { Share } from '../../settlement/domain/payment-share';
import { REVERSAL_TEXTS, type ReversalOccasion } from './reversal-texts';

/** A refund or a dispute of a payment, as mails report it. */
export interface ReversalNotice extends LockedPayment {
  readonly occasion: ReversalOccasion;
  readonly part: Share & {
    readonly id: string;
    readonly reason: string | null;
    readonly failureReason?: string | null;
  };
}

type Recipient = Pick<Account, 'id' | 'name' | 'email' | 'language'>;

/** The merchant's mail about every step, and the payer's about a completed refund. Each needs a known address. */
export function reversalMails(notice: ReversalNotice, merchant: Recipient): NewMail[] {
  const mails = [merchantMail(notice, merchant)];
  if (notice.occasion === 'refund_completed') mails.push(payerMail(notice, merchant));
  return mails.filter((mail) => mail !== undefined);
}

function merchantMail(notice: ReversalNotice, { id: accountId, email: to, language }: Recipient): NewMail | undefined {
  if (!to) return undefined;
  const { occasion, part, payment, link } = notice;
  const texts = REVERSAL_TEXTS[language];
  const amount = amountText(part.amount, language);
  const { subject, body } = texts.merchant[occasion];
  const isRefund = occasion.startsWith('refund');
  const reason = isRefund && occasion !== 'refund_completed' ? (part.failureReason ?? null) : part.reason;
  const rows: [string, string][] = [[isRefund ? texts.refunded : texts.disputed, amount]];
  if (occasion !== 'refund_failed') {
    const label = occasion === 'dispute_won' || occasion === 'refund_reversed' ? texts.backToWallet : texts.fromWallet;
    rows.push([label, amountText(part.walletAmount, language)]);
  }
  rows.push([texts.payment, amountText(payment.terms.payerAmount, language)], [texts.description, link.description]);
  if (link.reference !== null) rows.push([texts.order, link.reference]);
  if (reason) rows.push([texts.reason, reason]);
  rows.push([texts.link, link.id], [isRefund ? texts.refund : texts.dispute, part.id]);
  const heading = subject(amount);
  return {
    accountId,
    to,
    subject: heading,
    ...letter({ language, heading, paragraphs: [body], rows }),
    dedupeKey: `reversal:${part.id}:${occasion}:merchant`,
  };
}

/** In the language of the payer's page, or in that of the account for an order that no page opened. */
function payerMail({ part, payment, link, payerLanguage }: ReversalNotice, merchant: Recipient): NewMail | undefined {
  const to = payment.payer.email;
  if (!to) return undefined;
  const language = payerLanguage ?? merchant.language;
  const { payer: texts, ...labels } = REVERSAL_TEXTS[language];
  const { payerAmount, payerFee } = payment.terms;
  const [amount, whole] = [amountText(part.amount, language), amountText(payerAmount, language)];
  const heading = texts.subject(amount, merchant.name);
  const paragraphs = [texts.body(amount, whole, merchant.name)];
  if (payerFee.isPositive()) paragraphs.push(texts.feeStays(amountText(payerFee, language)));
  const rows: [string, string][] = [
    [labels.refunded, amount],
    [labels.payment, whole],
    [labels.merchantName, merchant.name],
    [labels.description, link.description],
  ];
  if (link.reference !== null) rows.push([labels.order, link.reference]);
  rows.push([labels.link, link.id]);
  return {
    accountId: payment.accountId,
    to,
    subject: heading,
    ...letter({ language, heading, paragraphs, rows, closing: [texts.arrival] }),
    dedupeKey: `reversal:${part.id}:refund_completed:payer`,
  };
}
