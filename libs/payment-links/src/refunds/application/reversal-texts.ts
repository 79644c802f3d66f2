import type { PayerLanguage } from '../../links/domain/payer-language';

/** What happened to money that leaves a payment, or comes back to it. */
export type ReversalOccasion =
  | 'refund_completed'
  | 'refund_failed'
  | 'refund_doubted'
  | 'refund_reversed'
  | 'dispute_open'
  | 'dispute_lost'
  | 'dispute_won';

/** The texts of mails about refunds and disputes in one language. */
export interface ReversalTexts {
  merchant: Readonly<Record<ReversalOccasion, { subject: (amount: string) => string; body: string }>>;
  payer: {
    subject: (amount: string, merchant: string) => string;
    body: (amount: string, payment: string, merchant: string) => string;
    feeStays: (fee: string) => string;
    arrival: string;
  };
  refunded: string;
  disputed: string;
  fromWallet: string;
  backToWallet: string;
  payment: string;
  merchantName: string;
  description: string;
  order: string;
  reason: string;
  link: string;
  refund: string;
  dispute: string;
  /** Why a refund failed: what the provider says is for staff. */
  failures: Readonly<Record<'fail' | 'doubt', string>>;
}

const en: ReversalTexts = {
  merchant: {
    refund_completed: {
      subject: (amount) => `Refund completed: ${amount}`,
      body: 'The payer gets the money back. The amount was deducted from your wallet; fees are not given back.',
    },
    refund_failed: {
      subject: (amount) => `Refund failed: ${amount}`,
      body: 'The provider could not refund the payer. The money that was reserved for the refund is available in your wallet again.',
    },
    refund_doubted: {
      subject: (amount) => `Refund may have failed: ${amount}`,
      body: 'The provider reports that this refund failed after it had been completed, so the payer may not have the money. We are clarifying it with the provider and write to you again. Nothing has changed in your wallet yet.',
    },
    refund_reversed: {
      subject: (amount) => `Refund failed: ${amount}`,
      body: 'The refund did not reach the payer, although it had been completed. The amount is in your wallet again, and you can refund the payment once more.',
    },
    dispute_open: {
      subject: (amount) => `Payment disputed: ${amount}`,
      body: 'The payer contests this payment at their bank. The amount was deducted from your wallet until the dispute is decided. Keep proof of the delivery and contact us if you have it.',
    },
    dispute_lost: {
      subject: (amount) => `Dispute lost: ${amount}`,
      body: 'The bank decided for the payer. The amount that was deducted from your wallet stays deducted.',
    },
    dispute_won: {
      subject: (amount) => `Dispute won: ${amount}`,
      body: 'The bank decided for you. The amount that had been deducted is in your wallet again.',
    },
  },
  payer: {
    subject: (amount, merchant) => `Refund of ${amount} from ${merchant}`,
    body: (amount, payment, merchant) => `${merchant} refunded ${amount} of your payment of ${payment}.`,
    feeStays: (fee) => `The payment fee of ${fee} is not given back.`,
    arrival: 'Your bank or card issuer may take some days to show the money.',
  },
  refunded: 'Refunded',
  disputed: 'Disputed',
  fromWallet: 'Deducted from your wallet',
  backToWallet: 'Returned to your wallet',
  payment: 'Payment',
  merchantName: 'Paid to',
  description: 'Description',
  order: 'Reference of the shop',
  reason: 'Reason',
  link: 'Payment link',
  refund: 'Refund',
  dispute: 'Dispute',
  failures: {
    fail: 'The provider could not refund the payer.',
    doubt: 'The provider failed the refund after it had been completed.',
  },
};

const es: ReversalTexts = {
  merchant: {
    refund_completed: {
      subject: (amount) => `Reembolso completado: ${amount}`,
      body: 'El pagador recibe el dinero de vuelta. El importe se descontó de tu billetera; los cargos no se devuelven.',
    },
    refund_failed: {
      subject: (amount) => `Reembolso fallido: ${amount}`,
      body: 'El proveedor no pudo reembolsar al pagador. El dinero reservado para el reembolso vuelve a estar disponible en tu billetera.',
    },
    refund_doubted: {
      subject: (amount) => `Reembolso por verificar: ${amount}`,
      body: 'El proveedor informa que este reembolso falló después de completarse, así que es posible que el pagador no tenga el dinero. Lo estamos aclarando con el proveedor y te escribiremos de nuevo. Por ahora nada cambió en tu billetera.',
    },
    refund_reversed: {
      subject: (amount) => `Reembolso fallido: ${amount}`,
      body: 'El reembolso no llegó al pagador, aunque se había completado. El importe está otra vez en tu billetera y puedes volver a reembolsar el pago.',
    },
    dispute_open: {
      subject: (amount) => `Pago en disputa: ${amount}`,
      body: 'El pagador desconoce este pago ante su banco. El importe se descontó de tu billetera hasta que se resuelva la disputa. Guarda las pruebas de la entrega y escríbenos si las tienes.',
    },
    dispute_lost: {
      subject: (amount) => `Disputa perdida: ${amount}`,
      body: 'El banco resolvió a favor del pagador. El importe que se descontó de tu billetera no vuelve.',
    },
    dispute_won: {
      subject: (amount) => `Disputa ganada: ${amount}`,
      body: 'El banco resolvió a tu favor. El importe que se había descontado está otra vez en tu billetera.',
    },
  },
  payer: {
    subject: (amount, merchant) => `Reembolso de ${amount} de ${merchant}`,
    body: (amount, payment, merchant) => `${merchant} te reembolsó ${amount} de tu pago de ${payment}.`,
    feeStays: (fee) => `El cargo por el pago de ${fee} no se devuelve.`,
    arrival: 'Tu banco o el emisor de tu tarjeta puede tardar unos días en mostrar el dinero.',
  },
  refunded: 'Reembolsado',
  disputed: 'En disputa',
  fromWallet: 'Descontado de tu billetera',
  backToWallet: 'Devuelto a tu billetera',
  payment: 'Pago',
  merchantName: 'Pago a',
  description: 'Descripción',
  order: 'Referencia del comercio',
  reason: 'Motivo',
  link: 'Link de pago',
  refund: 'Reembolso',
  dispute: 'Disputa',
  failures: {
    fail: 'El proveedor no pudo reembolsar al pagador.',
    doubt: 'El proveedor informó que el reembolso falló después de completarse.',
  },
};

const pt: ReversalTexts = {
  merchant: {
    refund_completed: {
      subject: (amount) => `Reembolso concluído: ${amount}`,
      body: 'O pagador recebe o dinheiro de volta. O valor foi descontado da sua carteira; as taxas não são devolvidas.',
    },
    refund_failed: {
      subject: (amount) => `Reembolso não realizado: ${amount}`,
      body: 'O provedor não conseguiu reembolsar o pagador. O dinheiro reservado para o reembolso está disponível de novo na sua carteira.',
    },
    refund_doubted: {
      subject: (amount) => `Reembolso em verificação: ${amount}`,
      body: 'O provedor informa que este reembolso falhou depois de concluído, então talvez o pagador não tenha recebido o dinheiro. Estamos esclarecendo com o provedor e escreveremos de novo. Por enquanto nada mudou na sua carteira.',
    },
    refund_reversed: {
      subject: (amount) => `Reembolso não realizado: ${amount}`,
      body: 'O reembolso não chegou ao pagador, embora tivesse sido concluído. O valor está de novo na sua carteira, e você pode reembolsar o pagamento outra vez.',
    },
    dispute_open: {
      subject: (amount) => `Pagamento contestado: ${amount}`,
      body: 'O pagador contestou este pagamento no banco dele. O valor foi descontado da sua carteira até a contestação ser decidida. Guarde as provas da entrega e fale conosco se as tiver.',
    },
    dispute_lost: {
      subject: (amount) => `Contestação perdida: ${amount}`,
      body: 'O banco decidiu a favor do pagador. O valor descontado da sua carteira não volta.',
    },
    dispute_won: {
      subject: (amount) => `Contestação ganha: ${amount}`,
      body: 'O banco decidiu a seu favor. O valor que tinha sido descontado está de novo na sua carteira.',
    },
  },
  payer: {
    subject: (amount, merchant) => `Reembolso de ${amount} de ${merchant}`,
    body: (amount, payment, merchant) => `${merchant} reembolsou ${amount} do seu pagamento de ${payment}.`,
    feeStays: (fee) => `A tarifa do pagamento de ${fee} não é devolvida.`,
    arrival: 'Seu banco ou o emissor do seu cartão pode levar alguns dias para mostrar o dinheiro.',
  },
  refunded: 'Reembolsado',
  disputed: 'Contestado',
  fromWallet: 'Descontado da sua carteira',
  backToWallet: 'Devolvido à sua carteira',
  payment: 'Pagamento',
  merchantName: 'Pagamento para',
  description: 'Descrição',
  order: 'Referência da loja',
  reason: 'Motivo',
  link: 'Link de pagamento',
  refund: 'Reembolso',
  dispute: 'Contestação',
  failures: {
    fail: 'O provedor não conseguiu reembolsar o pagador.',
    doubt: 'O provedor informou que o reembolso falhou depois de concluído.',
  },
};

export const REVERSAL_TEXTS: Readonly<Record<PayerLanguage, ReversalTexts>> = { en, es, pt };
