import type { NewMail } from '@app/mail';
import type { Account, AccountLanguage } from '../../accounts/domain/account';
import { linkMail, type LinkTexts } from './link-mail';

/** The mail that invites a user to the panel of the account. */
export function invitationMail(account: Account, email: string, url: string, hours: number, id: string): NewMail {
  return linkMail(account, email, url, INVITATION_TEXTS[account.language](account.name, hours), `invitation:${id}`);
}

const INVITATION_TEXTS: Readonly<Record<AccountLanguage, (account: string, hours: number) => LinkTexts>> = {
  en: (account, hours) => ({
    subject: `Your access to the panel of ${account}`,
    intro: `You have been invited to the panel of ${account}. Open this link to choose your password:`,
    validity: `The link works once, for ${hours} hours. After that, ask for a new invitation.`,
    warning: 'If you did not expect this invitation, ignore this message: without the link, no one can sign in.',
  }),
  es: (account, hours) => ({
    subject: `Tu acceso al panel de ${account}`,
    intro: `Te invitaron al panel de ${account}. Abre este enlace para elegir tu contraseña:`,
    validity: `El enlace funciona una sola vez, durante ${hours} horas. Después, pide una invitación nueva.`,
    warning: 'Si no esperabas esta invitación, ignora este mensaje: sin el enlace, nadie puede iniciar sesión.',
  }),
  pt: (account, hours) => ({
    subject: `Seu acesso ao painel de ${account}`,
    intro: `Você foi convidado para o painel de ${account}. Abra este link para escolher sua senha:`,
    validity: `O link funciona uma única vez, por ${hours} horas. Depois disso, peça um novo convite.`,
    warning: 'Se você não esperava este convite, ignore esta mensagem: sem o link, ninguém consegue entrar.',
  }),
};
