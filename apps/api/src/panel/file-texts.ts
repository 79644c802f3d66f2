import type { AccountLanguage } from '@app/accounts';

type Texts = Readonly<Record<AccountLanguage, string>>;

const texts = (en: string, es: string, pt: string): Texts => ({ en, es, pt });

/** The names of the lists, by the names of their files. */
export const TITLES: Readonly<Record<string, Texts>> = {
  'balance-movements': texts('Movements', 'Movimientos', 'Movimentações'),
  'received-payments': texts('Received payments', 'Pagos recibidos', 'Pagamentos recebidos'),
  'payment-links': texts('Payment links', 'Enlaces de pago', 'Links de pagamento'),
  refunds: texts('Refunds', 'Reembolsos', 'Reembolsos'),
  payouts: texts('Payouts and transfers', 'Retiros y transferencias', 'Saques e transferências'),
  'audit-log': texts('Audit log', 'Registro de auditoría', 'Registro de auditoria'),
};

/** Columns with a moment. Their headings name the time zone. */
export const MOMENTS: Readonly<Record<string, Texts>> = {
  completed_at: texts('Completed', 'Completado', 'Concluído'),
  created_at: texts('Created', 'Creado', 'Criado'),
  credited_at: texts('Credited', 'Acreditado', 'Creditado'),
  expires_at: texts('Expires', 'Vence', 'Expira'),
  failed_at: texts('Failed', 'Fallido', 'Falhou'),
  fee_receipt_issued_at: texts('Fee receipt issued', 'Recibo de comisión emitido', 'Recibo da tarifa emitido'),
  returned_at: texts('Returned', 'Devuelto', 'Devolvido'),
  returned_amount: texts('Amount returned', 'Importe devuelto', 'Valor devolvido'),
  updated_at: texts('Changed', 'Modificado', 'Alterado'),
};

/** The other columns. */
export const COLUMNS: Readonly<Record<string, Texts>> = {
  action: texts('Action', 'Acción', 'Ação'),
  actor_id: texts('By (id)', 'Por (id)', 'Por (id)'),
  actor_name: texts('By', 'Por', 'Por'),
  actor_type: texts('By (kind)', 'Por (tipo)', 'Por (tipo)'),
  amount: texts('Amount', 'Importe', 'Valor'),
  amount_currency: texts('Currency of the amount', 'Moneda del importe', 'Moeda do valor'),
  amount_type: texts('Amount type', 'Tipo de importe', 'Tipo de valor'),
  balance_after: texts('Balance after', 'Saldo posterior', 'Saldo posterior'),
  checkout_url: texts('Checkout address', 'Dirección de pago', 'Endereço de pagamento'),
  collection_fee_borne_by: texts(
    'Collection fee borne by',
    'Comisión de cobro a cargo de',
    'Tarifa de cobrança paga por',
  ),
  collection_fee_bounded_by: texts(
    'Collection fee bound',
    'Límite de la comisión de cobro',
    'Limite da tarifa de cobrança',
  ),
  collection_fee_fixed_amount: texts('Collection fee, fixed', 'Comisión de cobro, fija', 'Tarifa de cobrança, fixa'),
  collection_fee_fixed_amount_usd: texts(
    'Collection fee, fixed, USD',
    'Comisión de cobro, fija, USD',
    'Tarifa de cobrança, fixa, USD',
  ),
  collection_fee_percentage_amount: texts(
    'Collection fee, percentage',
    'Comisión de cobro, porcentual',
    'Tarifa de cobrança, percentual',
  ),
  collection_fee_total: texts('Collection fee', 'Comisión de cobro', 'Tarifa de cobrança'),
  comment: texts('Comment', 'Comentario', 'Comentário'),
  conversion_fee: texts('Conversion fee', 'Comisión de conversión', 'Tarifa de conversão'),
  created_by_api_key_id: texts('Created by API key', 'Creado por clave de API', 'Criado por chave de API'),
  created_by_user_id: texts('Created by user', 'Creado por usuario', 'Criado por usuário'),
  credited_amount: texts('Credited amount', 'Importe acreditado', 'Valor creditado'),
  currency: texts('Currency', 'Moneda', 'Moeda'),
  currency_destiny: texts('Wallet currency', 'Moneda de la billetera', 'Moeda da carteira'),
  current_uses: texts('Uses', 'Usos', 'Usos'),
  customer_paid_fee: texts('Payer bears the fee', 'El pagador asume la comisión', 'O pagador assume a tarifa'),
  description: texts('Description', 'Descripción', 'Descrição'),
  destination_amount: texts('Destination amount', 'Importe de destino', 'Valor de destino'),
  destination_country: texts('Destination country', 'País de destino', 'País de destino'),
  destination_currency: texts('Destination currency', 'Moneda de destino', 'Moeda de destino'),
  destination_id: texts('Destination (id)', 'Destino (id)', 'Destino (id)'),
  destination_name: texts('Destination', 'Destino', 'Destino'),
  destination_type: texts('Destination type', 'Tipo de destino', 'Tipo de destino'),
  details: texts('Details', 'Detalles', 'Detalhes'),
  direction: texts('Direction', 'Sentido', 'Sentido'),
  disputed_amount: texts('Disputed', 'En disputa', 'Contestado'),
  effective_rate: texts('Effective rate', 'Tasa efectiva', 'Taxa efetiva'),
  exchange_rate: texts('Exchange rate', 'Tipo de cambio', 'Taxa de câmbio'),
  failure_reason: texts('Reason of failure', 'Motivo del fallo', 'Motivo da falha'),
  fee_amount: texts('Fee', 'Comisión', 'Tarifa'),
  fee_balance_after: texts('Balance after the fee', 'Saldo tras la comisión', 'Saldo após a tarifa'),
  fee_receipt_amount: texts('Fee receipt, amount', 'Recibo de comisión, importe', 'Recibo da tarifa, valor'),
  fee_receipt_currency: texts('Fee receipt, currency', 'Recibo de comisión, moneda', 'Recibo da tarifa, moeda'),
  fee_receipt_number: texts('Fee receipt, number', 'Recibo de comisión, número', 'Recibo da tarifa, número'),
  fees_conversion: texts('Conversion fee', 'Comisión de conversión', 'Tarifa de conversão'),
  fees_instant: texts('Instant fee', 'Comisión por inmediatez', 'Tarifa de instantâneo'),
  fees_payout_bounded_by: texts('Payout fee bound', 'Límite de la comisión de retiro', 'Limite da tarifa de saque'),
  fees_payout_fixed_amount: texts('Payout fee, fixed', 'Comisión de retiro, fija', 'Tarifa de saque, fixa'),
  fees_payout_percentage_amount: texts(
    'Payout fee, percentage',
    'Comisión de retiro, porcentual',
    'Tarifa de saque, percentual',
  ),
  fees_payout_total: texts('Payout fee', 'Comisión de retiro', 'Tarifa de saque'),
  fees_tax: texts('Tax', 'Impuesto', 'Imposto'),
  from_address: texts('From address', 'Desde la dirección', 'Do endereço'),
  gross_amount: texts('Gross amount', 'Importe bruto', 'Valor bruto'),
  id: texts('Id', 'Id', 'Id'),
  instant: texts('Instant', 'Inmediato', 'Instantâneo'),
  kind: texts('Kind', 'Clase', 'Espécie'),
  label: texts('Label', 'Etiqueta', 'Rótulo'),
  lead_time: texts('Lead time', 'Plazo', 'Prazo'),
  max_uses: texts('Maximum uses', 'Usos máximos', 'Máximo de usos'),
  net_amount: texts('Net amount', 'Importe neto', 'Valor líquido'),
  origin: texts('Origin', 'Origen', 'Origem'),
  payer_amount: texts('Paid by the payer', 'Pagado por el pagador', 'Pago pelo pagador'),
  payer_currency: texts('Payer’s currency', 'Moneda del pagador', 'Moeda do pagador'),
  payer_document: texts('Payer’s document', 'Documento del pagador', 'Documento do pagador'),
  payer_email: texts('Payer’s e-mail', 'Correo del pagador', 'E-mail do pagador'),
  payer_name: texts('Payer', 'Pagador', 'Pagador'),
  payment_link_id: texts('Payment link (id)', 'Enlace de pago (id)', 'Link de pagamento (id)'),
  payment_method: texts('Payment method', 'Medio de pago', 'Meio de pagamento'),
  payment_reference: texts('Your reference', 'Tu referencia', 'Sua referência'),
  provider_reference: texts('Provider’s reference', 'Referencia del proveedor', 'Referência do provedor'),
  reason: texts('Reason', 'Motivo', 'Motivo'),
  received_payment_id: texts('Received payment', 'Pago recibido', 'Pagamento recebido'),
  reference: texts('Your reference', 'Tu referencia', 'Sua referência'),
  reference_id: texts('About (id)', 'Sobre (id)', 'Sobre (id)'),
  reference_rate: texts('Reference rate', 'Tasa de referencia', 'Taxa de referência'),
  reference_type: texts('About', 'Sobre', 'Sobre'),
  refunded_amount: texts('Refunded', 'Reembolsado', 'Reembolsado'),
  requested_by: texts('Ordered by', 'Ordenado por', 'Ordenado por'),
  return_url: texts('Way back to the shop', 'Vuelta a la tienda', 'Volta à loja'),
  status: texts('Status', 'Estado', 'Status'),
  subject_id: texts('Subject (id)', 'Objeto (id)', 'Objeto (id)'),
  subject_type: texts('Subject', 'Objeto', 'Objeto'),
  type: texts('Type', 'Tipo', 'Tipo'),
  virtual_wallet_id: texts('Wallet (id)', 'Billetera (id)', 'Carteira (id)'),
  wallet_amount: texts('Paid by the wallet', 'Pagado por la billetera', 'Pago pela carteira'),
  wallet_currency: texts('Currency of the wallet', 'Moneda de la billetera', 'Moeda da carteira'),
};

/** The name of a list; throws for one without texts. */
export function titleOf(list: string, language: AccountLanguage): string {
  return textOf(TITLES[list], list, language);
}

/** The heading of a column, with the time zone for a moment; throws for a column without texts. */
export function headingOf(column: string, language: AccountLanguage, zone: string): string {
  const heading = textOf(MOMENTS[column] ?? COLUMNS[column], column, language);
  return column in MOMENTS ? `${heading} (${zone})` : heading;
}

function textOf(found: Texts | undefined, name: string, language: AccountLanguage): string {
  if (!found) throw new Error(`a workbook has no text for ${name}`);
  return found[language];
}
