import type { NewMail } from '@app/mail';
import type { PanelUser } from '../domain/panel-user';
import { linkMail } from './link-mail';
import { RESET_TEXTS } from './reset-texts';

/** The mail with a link to choose another password. */
export function resetMail({ email, account }: PanelUser, url: string, minutes: number, id: string): NewMail {
  const { validity, ...texts } = RESET_TEXTS[account.language];
  return linkMail(account, email, url, { ...texts, validity: validity(minutes) }, `password-reset:${id}`);
}
