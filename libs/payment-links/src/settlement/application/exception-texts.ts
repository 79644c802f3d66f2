import type { AccountLanguage } from '@app/accounts';
import type { ExceptionReason } from '../domain/payment-exception';

/** What a mail about a payment exception reports. */
export type ExceptionOccasion = 'arrived' | 'credited' | 'refunded' | 'returned';

/** The texts of mails to merchants about payments that could not be credited automatically, in one language. */
export interface ExceptionTexts {
  occasions: Readonly<Record<ExceptionOccasion, { subject: (amount: string) => string; text: string }>>;
  reasons: Readonly<Record<ExceptionReason, string>>;
  received: string;
  expected: string;
  description: string;
  order: string;
  link: string;
  exception: string;
}

const en: ExceptionTexts = {
  occasions: {
    arrived: {
      subject: (amount) => `A payment of ${amount} needs a decision`,
      text: 'We hold the money. Our staff will credit it to your wallet or send it back, and you will get a mail about the decision. Tell us if you know what the payer meant. Please do not ask the payer to pay again before that.',
    },
    credited: {
      subject: (amount) => `The payment of ${amount} was credited`,
      text: 'Our staff credited this payment to your wallet, less fees. The received payments and the movements of the wallet show the figures.',
    },
    refunded: {
      subject: (amount) => `The payment of ${amount} is sent back`,
      text: 'Our staff decided to send this money back to the payer. It is not credited to your wallet.',
    },
    returned: {
      subject: (amount) => `The payment of ${amount} was returned`,
      text: 'The payment rail took this money back. If it had been credited to your wallet, it was deducted again.',
    },
  },
  reasons: {
    amount_mismatch: 'The amount received is not the amount that the payer was asked for.',
    currency_mismatch: 'The payment arrived in another currency than the payer was asked for.',
    unsupported_amount: 'The payment arrived in a currency or with a precision that we cannot book automatically.',
    link_not_payable: 'The payment link could not be paid any more: it was paid already, cancelled or is being paid.',
    fee_exceeds_amount: 'The fees are higher than the amount received.',
    rate_moved: 'The payment came late, and the exchange rate has moved since.',
    unknown_order: 'The payment names no order that we know.',
  },
  received: 'Received',
  expected: 'Expected',
  description: 'Description',
  order: 'Your reference',
  link: 'Payment link',
  exception: 'Case',
};

const es: ExceptionTexts = {
  occasions: {
    arrived: {
      subject: (amount) => `Un pago de ${amount} espera una decisión`,
      text: 'El dinero está en nuestro poder. Nuestro equipo lo acreditará en tu billetera o lo devolverá, y te escribiremos con la decisión. Avísanos si sabes qué quiso pagar el pagador. Hasta entonces, no le pidas que pague otra vez.',
    },
    credited: {
      subject: (amount) => `Se acreditó el pago de ${amount}`,
      text: 'Nuestro equipo acreditó este pago en tu billetera, menos los cargos. Los pagos recibidos y los movimientos de la billetera muestran las cifras.',
    },
    refunded: {
      subject: (amount) => `Se devuelve el pago de ${amount}`,
      text: 'Nuestro equipo decidió devolver este dinero al pagador. No se acredita en tu billetera.',
    },
    returned: {
      subject: (amount) => `El pago de ${amount} fue devuelto`,
      text: 'La red de pagos retiró este dinero. Si se había acreditado en tu billetera, se volvió a descontar.',
    },
  },
  reasons: {
    amount_mismatch: 'El importe recibido no es el que se le pidió al pagador.',
    currency_mismatch: 'El pago llegó en otra moneda que la que se le pidió al pagador.',
    unsupported_amount: 'El pago llegó en una moneda o con una precisión que no podemos registrar automáticamente.',
    link_not_payable: 'El link de pago ya no se podía pagar: estaba pagado, cancelado o con un pago en curso.',
    fee_exceeds_amount: 'Los cargos superan el importe recibido.',
    rate_moved: 'El pago llegó tarde y el tipo de cambio se movió desde entonces.',
    unknown_order: 'El pago no nombra ninguna orden que conozcamos.',
  },
  received: 'Recibido',
  expected: 'Esperado',
  description: 'Descripción',
  order: 'Tu referencia',
  link: 'Link de pago',
  exception: 'Caso',
};

const pt: ExceptionTexts = {
  occasions: {
    arrived: {
      subject: (amount) => `Um pagamento de ${amount} aguarda uma decisão`,
      text: 'O dinheiro está conosco. Nossa equipe vai creditá-lo na sua carteira ou devolvê-lo, e você receberá um e-mail com a decisão. Avise-nos se souber o que o pagador quis pagar. Até lá, não peça a ele que pague de novo.',
    },
    credited: {
      subject: (amount) => `O pagamento de ${amount} foi creditado`,
      text: 'Nossa equipe creditou este pagamento na sua carteira, menos as taxas. Os pagamentos recebidos e as movimentações da carteira mostram os valores.',
    },
    refunded: {
      subject: (amount) => `O pagamento de ${amount} será devolvido`,
      text: 'Nossa equipe decidiu devolver este dinheiro ao pagador. Ele não é creditado na sua carteira.',
    },
    returned: {
      subject: (amount) => `O pagamento de ${amount} foi devolvido`,
      text: 'A rede de pagamentos retirou este dinheiro. Se ele tinha sido creditado na sua carteira, foi descontado de novo.',
    },
  },
  reasons: {
    amount_mismatch: 'O valor recebido não é o que foi pedido ao pagador.',
    currency_mismatch: 'O pagamento chegou em uma moeda diferente da que foi pedida ao pagador.',
    unsupported_amount:
      'O pagamento chegou em uma moeda ou com uma precisão que não podemos registrar automaticamente.',
    link_not_payable: 'O link de pagamento já não podia ser pago: estava pago, cancelado ou com um pagamento em curso.',
    fee_exceeds_amount: 'As taxas são maiores que o valor recebido.',
    rate_moved: 'O pagamento chegou tarde e a cotação mudou desde então.',
    unknown_order: 'O pagamento não informa nenhum pedido que conheçamos.',
  },
  received: 'Recebido',
  expected: 'Esperado',
  description: 'Descrição',
  order: 'Sua referência',
  link: 'Link de pagamento',
  exception: 'Caso',
};

export const EXCEPTION_TEXTS: Readonly<Record<AccountLanguage, ExceptionTexts>> = { en, es, pt };
