import { WrittenAmount } from '@app/kernel';
import { REFUND_STATUSES, type Refund, type RefundEstimate, type RefundStatus } from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import { AmountField, ChoiceField, TextField, UuidField } from '../../http/fields';
import { FormatField } from '../../http/file-format';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { PeriodQueryDto } from '../period-query.dto';

const REQUESTED_AT = '2026-11-22T09:30:00.000Z';
const PAYMENT = '01a1fbad-02c1-7f6e-9a8b-1c2d3e4f5a6b';

@ApiSchema({ name: 'NewRefund' })
export class NewRefundDto {
  @AmountField(
    'What the payer gets back, in the currency that they paid in. Without it, all that is left of the payment.',
    {
      optional: true,
      nullable: true,
      example: '5000.00',
    },
  )
  amount?: WrittenAmount | null;

  @TextField('Why, for the merchant’s own records and for providers that ask.', {
    optional: true,
    nullable: true,
    maxLength: 255,
    example: 'One item was out of stock',
  })
  reason?: string | null;
}

export class RefundsQueryDto extends PeriodQueryDto {
  @ChoiceField('Only refunds of this status.', REFUND_STATUSES, { optional: true })
  status?: RefundStatus;

  @UuidField('Only refunds of this received payment.', { optional: true })
  received_payment_id?: string;

  @FormatField()
  format?: string;
}

@ApiSchema({ name: 'Refund' })
export class RefundDto {
  @UuidProperty('The refund.', { example: '01a20012-8d5f-7a3c-9b1e-4f6a7c8d9e0f' })
  id!: string;

  @UuidProperty('The payment that it gives back.', { example: PAYMENT })
  received_payment_id!: string;

  @UuidProperty('The link of the payment.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  payment_link_id!: string;

  @ChoiceProperty('`requested` until the provider has accepted it.', REFUND_STATUSES, { example: 'requested' })
  status!: string;

  @AmountProperty('What the payer gets back.', { example: '5000.00' })
  amount!: string;

  @CurrencyProperty('The payer’s currency.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('What the wallet pays.', { example: '5000.00' })
  wallet_amount!: string;

  @CurrencyProperty('The wallet’s currency.', { example: 'ARS' })
  wallet_currency!: string;

  @TextProperty('The payment’s own rate; null where the currencies are the same.', { nullable: true, example: null })
  exchange_rate!: string | null;

  @TextProperty('The reason given with the request, or by the provider.', {
    nullable: true,
    example: 'One item was out of stock',
  })
  reason!: string | null;

  @ChoiceProperty('Whether it was requested here or made at the provider.', ['panel', 'provider'], { example: 'panel' })
  origin!: string;

  @TextProperty('Why it failed.', { nullable: true, example: null })
  failure_reason!: string | null;

  @TextProperty('The provider’s reference of it.', { nullable: true, example: null })
  provider_reference!: string | null;

  @UuidProperty('The user who requested it; null for one that was made at the provider.', {
    nullable: true,
    example: '01a1fba0-1f2e-7d3c-8b4a-5c6d7e8f9a0b',
  })
  requested_by!: string | null;

  @TimeProperty('When it was requested.', { example: REQUESTED_AT })
  created_at!: Date;

  @TimeProperty('When the provider had paid the payer.', { nullable: true, example: null })
  completed_at!: Date | null;

  @TimeProperty('When it failed.', { nullable: true, example: null })
  failed_at!: Date | null;

  static of(refund: Refund): RefundDto {
    return {
      id: refund.id,
      received_payment_id: refund.paymentId,
      payment_link_id: refund.linkId,
      status: refund.status,
      ...amountsOf(refund),
      exchange_rate: refund.exchangeRate,
      reason: refund.reason,
      origin: refund.origin,
      failure_reason: refund.failureReason,
      provider_reference: refund.providerReference,
      requested_by: refund.requestedBy,
      created_at: refund.createdAt,
      completed_at: refund.completedAt,
      failed_at: refund.failedAt,
    };
  }
}

@ApiSchema({ name: 'RefundEstimate' })
export class RefundEstimateDto {
  @AmountProperty('What the payer gets back.', { example: '5000.00' })
  amount!: string;

  @CurrencyProperty('The payer’s currency.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('What the wallet pays.', { example: '5000.00' })
  wallet_amount!: string;

  @CurrencyProperty('The wallet’s currency.', { example: 'ARS' })
  wallet_currency!: string;

  @AmountProperty('What would be left of the payment, in the payer’s currency.', { example: '10000.00' })
  refundable_after!: string;

  static of(estimate: RefundEstimate): RefundEstimateDto {
    return { ...amountsOf(estimate), refundable_after: estimate.left.toFixed() };
  }
}

/** The amounts of a refund or a dispute, in the currencies of the payer and the wallet. */
export function amountsOf({ amount, walletAmount }: Pick<Refund, 'amount' | 'walletAmount'>) {
  return {
    amount: amount.toFixed(),
    currency: amount.currency,
    wallet_amount: walletAmount.toFixed(),
    wallet_currency: walletAmount.currency,
  };
}
