import { currencies, type Currency } from '@app/kernel';
import {
  CARD,
  PAYMENT_METHODS,
  RECEIVED_PAYMENT_STATUSES,
  type CollectedPayment,
  type CollectionTerms,
  type Refund,
  type ReceivedPayment,
  type ReceivedPaymentStatus,
} from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import { FormatField } from '../../http/file-format';
import { ChoiceField, UuidField } from '../../http/fields';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  ListProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { PeriodQueryDto } from '../period-query.dto';
import { RefundDto } from '../refunds/refund.dto';
import { SearchField } from '../search.field';

const LINK = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const PAID_AT = '2026-11-21T01:16:19.585Z';
const METHODS = [...PAYMENT_METHODS.map(({ code }) => code), CARD];

export class ReceivedPaymentsQueryDto extends PeriodQueryDto {
  @ChoiceField('Only payments of this status.', RECEIVED_PAYMENT_STATUSES, { optional: true })
  status?: ReceivedPaymentStatus;

  @ChoiceField('Only payments that are credited in this currency.', currencies(), { optional: true })
  currency?: Currency;

  @ChoiceField('Only payments by this method.', METHODS, { optional: true })
  method?: string;

  @SearchField()
  search?: string;

  @UuidField('Only payments of this link.', { optional: true })
  payment_link_id?: string;

  @FormatField()
  format?: string;
}

@ApiSchema({ name: 'Payer' })
export class PayerDto {
  @TextProperty('The payer’s name, if known.', { nullable: true, example: 'Ana Suárez' })
  name!: string | null;

  @TextProperty('The payer’s e-mail address, if known.', { nullable: true, example: 'ana@example.com' })
  email!: string | null;

  @TextProperty('The payer’s document, if known.', { nullable: true, example: null })
  document!: string | null;
}

@ApiSchema({ name: 'CollectionFee' })
export class CollectionFeeDto {
  @AmountProperty('Its percentage part.', { example: '435.00' })
  percentage_amount!: string;

  @AmountProperty('Its fixed part, converted.', { example: '300.00' })
  fixed_amount!: string;

  @AmountProperty('The fixed part as it is configured, in USD.', { example: '0.30' })
  fixed_amount_usd!: string;

  @AmountProperty('The whole collection fee.', { example: '735.00' })
  total!: string;

  @ChoiceProperty('The bound that decided the total.', ['minimum', 'maximum'], { nullable: true, example: null })
  bounded_by!: string | null;

  @ChoiceProperty('Who pays it.', ['merchant', 'payer'], { example: 'merchant' })
  borne_by!: string;
}

@ApiSchema({ name: 'FeeReceipt' })
export class FeeReceiptDto {
  @TextProperty('Receipts are numbered within the account.', { example: 'FR-00000017' })
  number!: string;

  @AmountProperty('The fee that the payer bore.', { example: '735.00' })
  amount!: string;

  @CurrencyProperty('The payer’s currency.', { example: 'ARS' })
  currency!: string;

  @TimeProperty('When it was issued.', { example: PAID_AT })
  issued_at!: Date;

  static of({ number, amount, issuedAt }: NonNullable<ReceivedPayment['feeReceipt']>): FeeReceiptDto {
    return { number, amount: amount.toFixed(), currency: amount.currency, issued_at: issuedAt };
  }
}

const RATE = { nullable: true, example: null };

@ApiSchema({ name: 'ReceivedPayment' })
export class ReceivedPaymentDto {
  @UuidProperty('The payment.', { example: '01a1fbad-02c1-7f6e-9a8b-1c2d3e4f5a6b' })
  id!: string;

  @UuidProperty('The link that was paid.', { example: LINK })
  payment_link_id!: string;

  @ChoiceProperty('The kind of the link.', ['payment_link', 'card_payment_link'], { example: 'payment_link' })
  kind!: string;

  @ChoiceProperty('A payment in process has not been credited yet.', RECEIVED_PAYMENT_STATUSES, { example: 'credited' })
  status!: string;

  @ObjectProperty('Who paid.', PayerDto)
  payer!: PayerDto;

  @ChoiceProperty('How it was paid.', METHODS, { example: 'ars_transfer' })
  payment_method!: string;

  @AmountProperty('What the payer pays.', { example: '15000.00' })
  payer_amount!: string;

  @CurrencyProperty('The payer’s currency.', { example: 'ARS' })
  payer_currency!: string;

  @AmountProperty('Wallet currency for one unit of the payer’s. Null where the currencies are the same.', RATE)
  exchange_rate!: string | null;

  @AmountProperty('The rate before any deduction. Null where the currencies are the same.', RATE)
  reference_rate!: string | null;

  @AmountProperty('What is credited, divided by what is paid. Null where the currencies are the same.', RATE)
  effective_rate!: string | null;

  @AmountProperty('The payment in the wallet’s currency, before fees.', { example: '15000.00' })
  gross_amount!: string;

  @ObjectProperty('The collection fee and its parts.', CollectionFeeDto)
  collection_fee!: CollectionFeeDto;

  @AmountProperty('The fee of the conversion.', { example: '0.00' })
  conversion_fee!: string;

  @AmountProperty('What the wallet gets.', { example: '14265.00' })
  credited_amount!: string;

  @CurrencyProperty('The currency of the wallet, and of every amount without one of its own.', { example: 'ARS' })
  currency!: string;

  @UuidProperty('The wallet.', { example: '01a1fba0-5c0e-7b42-b1d0-9f8e7d6c5b4a' })
  virtual_wallet_id!: string;

  @TextProperty('The payment rail’s reference of it.', { example: 'sbx_01a1fbacffff7375af4baf78d4f56526' })
  provider_reference!: string;

  @TextProperty('The shop’s own number of the order, as given with the link.', { nullable: true, example: 'A-1001' })
  reference!: string | null;

  @TextProperty('What was paid: the description of the link.', { example: 'Order 1001' })
  description!: string;

  @AmountProperty('What completed refunds gave back, in the payer’s currency.', { example: '0.00' })
  refunded_amount!: string;

  @AmountProperty('What open and lost disputes took, in the payer’s currency.', { example: '0.00' })
  disputed_amount!: string;

  @ListProperty('Its refunds, the oldest first.', RefundDto, { example: [] })
  refunds!: RefundDto[];

  @ObjectProperty('The receipt for a fee that the payer bore.', FeeReceiptDto, { nullable: true, example: null })
  fee_receipt!: FeeReceiptDto | null;

  @TimeProperty('When the payment became known.', { example: PAID_AT })
  created_at!: Date;

  @TimeProperty('When it was credited.', { nullable: true, example: PAID_AT })
  credited_at!: Date | null;

  @TimeProperty('When the debit was returned.', { nullable: true, example: null })
  returned_at!: Date | null;

  static of(payment: CollectedPayment, refunds: readonly Refund[]): ReceivedPaymentDto {
    const { terms, payer, feeReceipt } = payment;
    return {
      id: payment.id,
      payment_link_id: payment.linkId,
      kind: payment.kind,
      status: payment.status,
      payer: { name: payer.name, email: payer.email, document: payer.document },
      payment_method: payment.method,
      ...figuresOf(terms),
      virtual_wallet_id: payment.walletId,
      provider_reference: payment.providerReference,
      reference: payment.reference,
      description: payment.description,
      refunded_amount: payment.refunded.toFixed(),
      disputed_amount: payment.disputed.toFixed(),
      refunds: refunds.map((refund) => RefundDto.of(refund)),
      fee_receipt: feeReceipt && FeeReceiptDto.of(feeReceipt),
      created_at: payment.createdAt,
      credited_at: payment.creditedAt,
      returned_at: payment.returnedAt,
    };
  }
}

/** The figures of a collection as the panel shows them. */
export function figuresOf(terms: CollectionTerms) {
  return {
    payer_amount: terms.payerAmount.toFixed(),
    payer_currency: terms.payerAmount.currency,
    exchange_rate: terms.exchangeRate,
    // The payer was quoted the reference rate itself; the fees are separate.
    reference_rate: terms.exchangeRate,
    effective_rate: terms.effectiveRate,
    gross_amount: terms.gross.toFixed(),
    collection_fee: {
      percentage_amount: terms.percentageAmount.toFixed(),
      fixed_amount: terms.fixedAmount.toFixed(),
      fixed_amount_usd: terms.fixedAmountUsd.toFixed(),
      total: terms.collectionFee.toFixed(),
      bounded_by: terms.boundedBy,
      borne_by: terms.borneBy,
    },
    conversion_fee: terms.conversionFee.toFixed(),
    credited_amount: terms.credited.toFixed(),
    currency: terms.currency,
  };
}
