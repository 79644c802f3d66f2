import { letter, type NewMail } from '@app/mail';
import type { Account, AccountLanguage } from '../../accounts/domain/account';
import { visiblePrefix } from '../domain/api-key';
import type { ManagedKey } from '../domain/key-settings';
import type { ManagedUser } from '../../users/domain/panel-user';

interface Texts {
  subject: string;
  intro: (email: string) => string;
  advice: string;
}

const TEXTS: Readonly<Record<AccountLanguage, Texts>> = {
  en: {
    subject: 'API keys were deactivated',
    intro: (email) =>
      `The user ${email} lost permissions that these API keys of that user need. The keys no longer work:`,
    advice:
      'If an application uses one of them, give it a key of a user who has the permissions. If you did not expect this ' +
      'change, look at the audit log in the panel.',
  },
  es: {
    subject: 'Se desactivaron claves de API',
    intro: (email) =>
      `El usuario ${email} perdió permisos que estas claves de API suyas necesitan. Las claves ya no funcionan:`,
    advice:
      'Si una aplicación usa alguna de ellas, dale una clave de un usuario que tenga los permisos. Si no esperabas este ' +
      'cambio, revisa el registro de auditoría en el panel.',
  },
  pt: {
    subject: 'Chaves de API foram desativadas',
    intro: (email) =>
      `O usuário ${email} perdeu permissões de que estas chaves de API dele precisam. As chaves não funcionam mais:`,
    advice:
      'Se uma aplicação usa alguma delas, dê a ela uma chave de um usuário que tenha as permissões. Se você não esperava ' +
      'essa mudança, veja o registro de auditoria no painel.',
  },
};

/** The notice about deactivated keys of a user, for the account's registered address and for the user. */
export function lostKeysMails(
  account: Account,
  user: ManagedUser,
  keys: readonly ManagedKey[],
  changeId: string,
): NewMail[] {
  const { subject, intro, advice } = TEXTS[account.language];
  const content = letter({
    language: account.language,
    heading: subject,
    paragraphs: [intro(user.email)],
    rows: keys.map((key) => [key.name, shown(account, key)] as const),
    closing: [advice],
  });
  const registered = account.email ?? user.email;
  const recipients = registered.toLowerCase() === user.email.toLowerCase() ? [registered] : [registered, user.email];
  return recipients.map((to) => ({
    accountId: account.id,
    to,
    subject,
    ...content,
    dedupeKey: `keys-deactivated:${changeId}:${to}`,
  }));
}

function shown({ slug }: Account, { environment, lastFour }: ManagedKey): string {
  const prefix = visiblePrefix(slug, environment);
  return lastFour === null ? `${prefix}_…` : `${prefix}_…${lastFour}`;
}
