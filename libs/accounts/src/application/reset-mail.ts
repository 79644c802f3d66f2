import { letter, type NewMail } from '@app/mail';
import type { PanelUser } from '../domain/panel-user';
import { RESET_TEXTS } from './reset-texts';

/** The mail with a link to choose another password, which stands alone on a line of the text. */
export function resetMail({ email, account }: PanelUser, url: string, minutes: number, id: string): NewMail {
  const { id: accountId, language } = account;
  const { subject, intro, validity, warning } = RESET_TEXTS[language];
  const content = letter({
    language,
    heading: subject,
    paragraphs: [intro, url, validity(minutes)],
    closing: [warning],
  });
  return { accountId, to: email, subject, ...content, dedupeKey: `password-reset:${id}`, sensitive: true };
}
