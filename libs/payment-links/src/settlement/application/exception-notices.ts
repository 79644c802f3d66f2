import { Merchants, type Account } from '@app/accounts';
import { Money, type Currency, type Tx } from '@app/kernel';
import { letter, MailOutbox, type NewMail } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { amountText } from '../../links/domain/amount-text';
import type { PaymentLink } from '../../links/domain/payment-link';
import type { ExceptionReason, PaymentException } from '../domain/payment-exception';
import { EXCEPTION_TEXTS, type ExceptionOccasion, type ExceptionTexts } from './exception-texts';

/** Something that happened to money that could not be credited automatically. */
export interface ExceptionNotice {
  occasion: ExceptionOccasion;
  /** The account that gets the notice. */
  accountId: string;
  exceptionId: string;
  /** Why it was not credited; said at the arrival only. */
  reason?: ExceptionReason;
  received: PaymentException['amount'];
  /** Both null for an order that we do not know. */
  expected: Money | null;
  link: PaymentLink | null;
}

/**
 * Tells merchants about money that arrived and did not fit, when it arrives and at each decision about it. Every mail
 * belongs to the transaction of what it reports, and is sent once.
 */
@Injectable()
export class ExceptionNotices {
  constructor(
    private readonly merchants: Merchants,
    private readonly mail: MailOutbox,
  ) {}

  async send(tx: Tx, notices: readonly ExceptionNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const accounts = await this.merchants.findInTransaction(
      tx,
      notices.map(({ accountId }) => accountId),
    );
    await this.mail.enqueue(
      tx,
      notices.flatMap((notice) => noticeMail(notice, accounts.get(notice.accountId)) ?? []),
    );
  }
}

/** Undefined when the account has no registered address. */
export function noticeMail(notice: ExceptionNotice, account: Account | undefined): NewMail | undefined {
  if (!account?.email) return undefined;
  const { occasion, exceptionId, reason, received, expected, link } = notice;
  const { language } = account;
  const texts = EXCEPTION_TEXTS[language];
  const written = (amount: PaymentException['amount'], convention?: Currency) =>
    amount instanceof Money ? amountText(amount, language, convention) : `${amount.amount} ${amount.currency}`;
  const convention = expected?.currency;
  const { subject, text } = texts.occasions[occasion];
  const heading = subject(written(received, convention));
  const rows: [string, string][] = [
    [texts.received, written(received, convention)],
    ...(expected ? [[texts.expected, written(expected)] satisfies [string, string]] : []),
    ...(link ? aboutLink(link, texts) : []),
    [texts.exception, exceptionId],
  ];
  const paragraphs = [...(reason ? [texts.reasons[reason]] : []), text];
  return {
    accountId: account.id,
    to: account.email,
    subject: heading,
    ...letter({ language, heading, paragraphs, rows }),
    dedupeKey: `payment-exception:${exceptionId}:${occasion}`,
  };
}

function aboutLink({ description, reference, id }: PaymentLink, texts: ExceptionTexts): [string, string][] {
  return [
    [texts.description, description],
    ...(reference === null ? [] : [[texts.order, reference] satisfies [string, string]]),
    [texts.link, id],
  ];
}
