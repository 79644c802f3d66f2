import { letter, type NewMail } from '@app/mail';
import type { Account } from '../../accounts/domain/account';

/** What a mail with a link says in one language. */
export interface LinkTexts {
  subject: string;
  intro: string;
  validity: string;
  warning: string;
}

/** A mail with a link that works once, which stands alone on a line of the text. */
export function linkMail(
  { id: accountId, language }: Pick<Account, 'id' | 'language'>,
  to: string,
  url: string,
  { subject, intro, validity, warning }: LinkTexts,
  dedupeKey: string,
): NewMail {
  const content = letter({ language, heading: subject, paragraphs: [intro, url, validity], closing: [warning] });
  return { accountId, to, subject, ...content, dedupeKey, sensitive: true };
}
