import type { PayerLanguage } from '../../links/domain/payer-language';

/** The texts of the payer's receipts in one language. */
export interface ReceiptTexts {
  received: (amount: string, merchant: string) => string;
  receivedText: (amount: string, merchant: string) => string;
  feeIncluded: (fee: string) => string;
  fee: (number: string, fee: string) => string;
  feeText: (amount: string, fee: string, merchant: string) => string;
  merchant: string;
  amount: string;
  feeAmount: string;
  receiptNumber: string;
  date: string;
  description: string;
  order: string;
  method: string;
  reference: string;
  keep: string;
}

export const RECEIPT_TEXTS: Readonly<Record<PayerLanguage, ReceiptTexts>> = {
  en: {
    received: (amount, merchant) => `Payment received: ${amount} to ${merchant}`,
    receivedText: (amount, merchant) => `We have received your payment of ${amount} to ${merchant}.`,
    feeIncluded: (fee) => `It includes a payment fee of ${fee}, for which you get a receipt of its own.`,
    fee: (number, fee) => `Receipt ${number} for the payment fee: ${fee}`,
    feeText: (amount, fee, merchant) => `Your payment of ${amount} to ${merchant} includes a payment fee of ${fee}.`,
    merchant: 'Paid to',
    amount: 'Amount paid',
    feeAmount: 'Payment fee',
    receiptNumber: 'Receipt number',
    date: 'Date',
    description: 'Description',
    order: 'Order',
    method: 'Paid with',
    reference: 'Reference',
    keep: 'Keep this message as your receipt.',
  },
  es: {
    received: (amount, merchant) => `Recibimos tu pago: ${amount} a ${merchant}`,
    receivedText: (amount, merchant) => `Recibimos tu pago de ${amount} a ${merchant}.`,
    feeIncluded: (fee) => `Incluye un cargo por el pago de ${fee}, del que recibes un comprobante aparte.`,
    fee: (number, fee) => `Comprobante ${number} del cargo por el pago: ${fee}`,
    feeText: (amount, fee, merchant) => `Tu pago de ${amount} a ${merchant} incluye un cargo por el pago de ${fee}.`,
    merchant: 'Pago a',
    amount: 'Importe pagado',
    feeAmount: 'Cargo por el pago',
    receiptNumber: 'Número de comprobante',
    date: 'Fecha',
    description: 'Descripción',
    order: 'Pedido',
    method: 'Medio de pago',
    reference: 'Referencia',
    keep: 'Guarda este mensaje como comprobante.',
  },
  pt: {
    received: (amount, merchant) => `Recebemos seu pagamento: ${amount} para ${merchant}`,
    receivedText: (amount, merchant) => `Recebemos seu pagamento de ${amount} para ${merchant}.`,
    feeIncluded: (fee) => `Ele inclui uma tarifa do pagamento de ${fee}, que tem um comprovante próprio.`,
    fee: (number, fee) => `Comprovante ${number} da tarifa do pagamento: ${fee}`,
    feeText: (amount, fee, merchant) =>
      `Seu pagamento de ${amount} para ${merchant} inclui uma tarifa do pagamento de ${fee}.`,
    merchant: 'Pagamento para',
    amount: 'Valor pago',
    feeAmount: 'Tarifa do pagamento',
    receiptNumber: 'Número do comprovante',
    date: 'Data',
    description: 'Descrição',
    order: 'Pedido',
    method: 'Meio de pagamento',
    reference: 'Referência',
    keep: 'Guarde esta mensagem como comprovante.',
  },
};
