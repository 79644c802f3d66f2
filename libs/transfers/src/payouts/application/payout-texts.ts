import type { NoticeLanguage, PayoutEvent, PayoutType } from '../domain/payout';

/** What a mail is about: the order, or what a rail reported. */
export type MailOccasion = 'request' | Exclude<PayoutEvent, 'correct'>;

type Subject = (type: string, amount: string) => string;

/** The texts of mails about payouts in one language. */
export interface PayoutTexts {
  types: Readonly<Record<PayoutType, string>>;
  merchant: Readonly<Record<MailOccasion, { subject: Subject; body: string }>>;
  beneficiary: { subject: (amount: string) => string; body: string };
  recipient: string;
  amount: string;
  received: string;
  /** What the bank sent back, and what the wallet got for it. */
  cameBack: string;
  backInWallet: string;
  comment: string;
  reason: string;
  reference: string;
  /** Why it failed or came back: what the provider says is for staff. */
  reasons: Readonly<Record<'fail' | 'return', string>>;
}

const en: PayoutTexts = {
  types: { payout: 'Payout', transfer: 'Transfer' },
  merchant: {
    request: {
      subject: (type, amount) => `${type} of ${amount} requested`,
      body: 'We have received your order. The amount is reserved until the payment completes.',
    },
    process: {
      subject: (type, amount) => `${type} of ${amount} in process`,
      body: 'The bank is processing the payment.',
    },
    complete: {
      subject: (type, amount) => `${type} of ${amount} completed`,
      body: 'The payment has completed, and the amount has left your wallet.',
    },
    fail: {
      subject: (type, amount) => `${type} of ${amount} failed`,
      body: 'The payment failed. The whole amount is available in your wallet again.',
    },
    return: {
      subject: (type, amount) => `${type} of ${amount} returned`,
      body: 'The bank returned the payment, or a part of it, after it had completed. What came back is in your wallet again; fees are kept.',
    },
  },
  beneficiary: {
    subject: (amount) => `You have received ${amount}`,
    body: 'A transfer to your bank account has completed.',
  },
  recipient: 'Recipient',
  amount: 'Amount',
  received: 'Amount received',
  cameBack: 'Returned',
  backInWallet: 'Back in your wallet',
  comment: 'Comment',
  reason: 'Reason',
  reference: 'Reference',
  reasons: {
    fail: 'The bank or the payment provider did not accept the payment. Check the details of the recipient.',
    return: 'The recipient’s bank sent the money back. Check the details of the recipient.',
  },
};

const es: PayoutTexts = {
  types: { payout: 'Retiro', transfer: 'Transferencia' },
  merchant: {
    request: {
      subject: (type, amount) => `${type} de ${amount}: orden recibida`,
      body: 'Recibimos tu orden. El importe queda reservado hasta que el pago se complete.',
    },
    process: {
      subject: (type, amount) => `${type} de ${amount}: en proceso`,
      body: 'El banco está procesando el pago.',
    },
    complete: {
      subject: (type, amount) => `${type} de ${amount}: pago completado`,
      body: 'El pago se completó y el importe salió de tu billetera.',
    },
    fail: {
      subject: (type, amount) => `${type} de ${amount}: pago fallido`,
      body: 'El pago falló. El importe completo vuelve a estar disponible en tu billetera.',
    },
    return: {
      subject: (type, amount) => `${type} de ${amount}: pago devuelto`,
      body: 'El banco devolvió el pago, o una parte, después de completarlo. Lo que volvió está otra vez en tu billetera; las comisiones no se devuelven.',
    },
  },
  beneficiary: {
    subject: (amount) => `Recibiste ${amount}`,
    body: 'Se completó una transferencia a tu cuenta bancaria.',
  },
  recipient: 'Destinatario',
  amount: 'Importe',
  received: 'Importe recibido',
  cameBack: 'Devuelto',
  backInWallet: 'De vuelta en tu billetera',
  comment: 'Comentario',
  reason: 'Motivo',
  reference: 'Referencia',
  reasons: {
    fail: 'El banco o el proveedor de pagos no aceptó el pago. Revisa los datos del destinatario.',
    return: 'El banco del destinatario devolvió el dinero. Revisa los datos del destinatario.',
  },
};

const pt: PayoutTexts = {
  types: { payout: 'Saque', transfer: 'Transferência' },
  merchant: {
    request: {
      subject: (type, amount) => `${type} de ${amount}: ordem recebida`,
      body: 'Recebemos sua ordem. O valor fica reservado até a conclusão do pagamento.',
    },
    process: {
      subject: (type, amount) => `${type} de ${amount}: em processamento`,
      body: 'O banco está processando o pagamento.',
    },
    complete: {
      subject: (type, amount) => `${type} de ${amount}: pagamento concluído`,
      body: 'O pagamento foi concluído e o valor saiu da sua carteira.',
    },
    fail: {
      subject: (type, amount) => `${type} de ${amount}: pagamento não realizado`,
      body: 'O pagamento falhou. O valor total está disponível novamente na sua carteira.',
    },
    return: {
      subject: (type, amount) => `${type} de ${amount}: pagamento devolvido`,
      body: 'O banco devolveu o pagamento, ou uma parte, depois de concluído. O que voltou está de novo na sua carteira; as tarifas não são devolvidas.',
    },
  },
  beneficiary: {
    subject: (amount) => `Você recebeu ${amount}`,
    body: 'Uma transferência para a sua conta bancária foi concluída.',
  },
  recipient: 'Destinatário',
  amount: 'Valor',
  received: 'Valor recebido',
  cameBack: 'Devolvido',
  backInWallet: 'De volta na sua carteira',
  comment: 'Comentário',
  reason: 'Motivo',
  reference: 'Referência',
  reasons: {
    fail: 'O banco ou o provedor de pagamentos não aceitou o pagamento. Confira os dados do destinatário.',
    return: 'O banco do destinatário devolveu o dinheiro. Confira os dados do destinatário.',
  },
};

export const PAYOUT_TEXTS: Readonly<Record<NoticeLanguage, PayoutTexts>> = { es, pt, en };
