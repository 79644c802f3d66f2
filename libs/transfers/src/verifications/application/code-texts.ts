import type { NoticeLanguage } from '../../payouts/domain/payout';

/** The texts of the mail with a code in one language. */
export interface CodeTexts {
  subject: string;
  intro: string;
  validity: (minutes: number) => string;
  warning: string;
  recipient: string;
  account: string;
  amount: string;
  comment: string;
}

export const CODE_TEXTS: Readonly<Record<NoticeLanguage, CodeTexts>> = {
  en: {
    subject: 'Code to confirm a transfer',
    intro: 'Enter this code in the panel to confirm the transfer:',
    validity: (minutes) => `The code is valid for ${minutes} minutes. An earlier code no longer works.`,
    warning: 'If you do not recognise this transfer, do not share the code, and contact support.',
    recipient: 'Recipient',
    account: 'Account',
    amount: 'Amount',
    comment: 'Comment',
  },
  es: {
    subject: 'Código para confirmar una transferencia',
    intro: 'Ingresa este código en el panel para confirmar la transferencia:',
    validity: (minutes) => `El código vale por ${minutes} minutos. Un código anterior ya no sirve.`,
    warning: 'Si no reconoces esta transferencia, no compartas el código y contacta a soporte.',
    recipient: 'Destinatario',
    account: 'Cuenta',
    amount: 'Importe',
    comment: 'Comentario',
  },
  pt: {
    subject: 'Código para confirmar uma transferência',
    intro: 'Digite este código no painel para confirmar a transferência:',
    validity: (minutes) => `O código vale por ${minutes} minutos. Um código anterior não funciona mais.`,
    warning: 'Se você não reconhece esta transferência, não compartilhe o código e fale com o suporte.',
    recipient: 'Destinatário',
    account: 'Conta',
    amount: 'Valor',
    comment: 'Comentário',
  },
};
