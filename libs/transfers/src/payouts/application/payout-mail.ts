import { letter, type NewMail } from '@app/mail';
import type { NoticeLanguage, Payout } from '../domain/payout';
import type { PayoutReturn } from './ports';
import { PAYOUT_TEXTS, type MailOccasion, type PayoutTexts } from './payout-texts';

/**
 * The merchant's mail about every step, and the beneficiary's about completion only. Rules 15.1 and 15.2.
 */
export function payoutMails(payout: Payout, occasion: MailOccasion, part?: PayoutReturn): NewMail[] {
  const { merchant, beneficiary, language } = payout.notices;
  const mails: NewMail[] = [];
  if (merchant) mails.push(merchantMail(payout, occasion, merchant, language, part));
  if (beneficiary && occasion === 'complete') mails.push(beneficiaryMail(payout, beneficiary, language));
  return mails;
}

function merchantMail(
  payout: Payout,
  occasion: MailOccasion,
  to: string,
  language: NoticeLanguage,
  part: PayoutReturn | undefined,
): NewMail {
  const texts = PAYOUT_TEXTS[language];
  const { subject, body } = texts.merchant[occasion];
  const { figures, destination, failureReason } = payout;
  const heading = subject(texts.types[payout.type], figures.amount.toString());
  const rows: [string, string][] = [
    [texts.recipient, destination.name],
    [texts.amount, figures.amount.toString()],
    [texts.received, figures.destinationAmount.toString()],
  ];
  if (part) rows.push([texts.cameBack, part.amount.toString()], [texts.backInWallet, part.walletAmount.toString()]);
  if (failureReason && (occasion === 'fail' || occasion === 'return')) rows.push([texts.reason, failureReason]);
  rows.push([texts.reference, payout.id]);
  // Each part that comes back has a mail of its own.
  const purpose = part ? `${occasion}:${part.id}` : occasion;
  return compose(payout, to, heading, `${purpose}:merchant`, { language, paragraphs: [body], rows });
}

function beneficiaryMail(payout: Payout, to: string, language: NoticeLanguage): NewMail {
  const texts = PAYOUT_TEXTS[language];
  const amount = payout.figures.destinationAmount.toString();
  const rows = rowsOfBeneficiary(payout, texts, amount);
  return compose(payout, to, texts.beneficiary.subject(amount), 'complete:beneficiary', {
    language,
    paragraphs: [texts.beneficiary.body],
    rows,
  });
}

function rowsOfBeneficiary({ comment, id }: Payout, texts: PayoutTexts, amount: string): [string, string][] {
  const rows: [string, string][] = [[texts.received, amount]];
  if (comment) rows.push([texts.comment, comment]);
  rows.push([texts.reference, id]);
  return rows;
}

function compose(
  { accountId, id }: Payout,
  to: string,
  heading: string,
  purpose: string,
  content: { language: NoticeLanguage; paragraphs: string[]; rows: [string, string][] },
): NewMail {
  return { accountId, to, subject: heading, ...letter({ heading, ...content }), dedupeKey: `payout:${id}:${purpose}` };
}
