import { letter, type NewMail } from '@app/mail';
import { accountNumberOf } from '../../beneficiaries/domain/bank-fields';
import type { NoticeLanguage } from '../../payouts/domain/payout';
import { VALID_MINUTES, type Verification } from '../domain/verification';
import { CODE_TEXTS } from './code-texts';

/** The mail with a verification's code, which stands alone on a line of the text. The subject does not have it. */
export function codeMail(verification: Verification, code: string, to: string, language: NoticeLanguage): NewMail {
  const { id, accountId, destination, amount, comment, resends } = verification;
  const texts = CODE_TEXTS[language];
  const content = letter({
    language,
    heading: texts.subject,
    paragraphs: [texts.intro, code, texts.validity(VALID_MINUTES)],
    rows: [
      [texts.recipient, destination.name],
      [texts.account, accountNumberOf(destination.bank)],
      [texts.amount, amount.toString()],
      [texts.comment, comment],
    ],
    closing: [texts.warning],
  });
  const dedupeKey = `transfer-code:${id}:${resends}`;
  return { accountId, to, subject: texts.subject, ...content, dedupeKey, sensitive: true };
}
