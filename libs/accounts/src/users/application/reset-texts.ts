import type { AccountLanguage } from '../../accounts/domain/account';

/** The texts of the mail with a link in one language. */
export interface ResetTexts {
  subject: string;
  intro: string;
  validity: (minutes: number) => string;
  warning: string;
}

export const RESET_TEXTS: Readonly<Record<AccountLanguage, ResetTexts>> = {
  en: {
    subject: 'Choose a new password',
    intro: 'Open this link to choose a new password for the panel:',
    validity: (minutes) => `The link works once, for ${minutes} minutes.`,
    warning: 'If you did not ask for it, ignore this message: your password stays the same.',
  },
  es: {
    subject: 'Elige una contraseña nueva',
    intro: 'Abre este enlace para elegir una contraseña nueva para el panel:',
    validity: (minutes) => `El enlace funciona una sola vez, durante ${minutes} minutos.`,
    warning: 'Si no lo pediste, ignora este mensaje: tu contraseña sigue siendo la misma.',
  },
  pt: {
    subject: 'Escolha uma nova senha',
    intro: 'Abra este link para escolher uma nova senha para o painel:',
    validity: (minutes) => `O link funciona uma única vez, por ${minutes} minutos.`,
    warning: 'Se você não pediu isso, ignore esta mensagem: sua senha continua a mesma.',
  },
};
