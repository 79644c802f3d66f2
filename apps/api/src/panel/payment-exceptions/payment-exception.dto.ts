import { EXCEPTION_STATUSES, shownAmount, type PaymentException } from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import { UuidField } from '../../http/fields';
import { PageQueryDto } from '../../http/page-query.dto';
import { AmountProperty, ChoiceProperty, TextProperty, TimeProperty, UuidProperty } from '../../http/properties';

export class PaymentExceptionsQueryDto extends PageQueryDto {
  @UuidField('Only exceptions about this link.', { optional: true })
  payment_link_id?: string;
}

@ApiSchema({ name: 'PaymentException' })
export class PaymentExceptionDto {
  @UuidProperty('The payment exception.', { example: '01a1fbc2-1d4e-7f03-9a5b-8c7d6e5f4a3b' })
  id!: string;

  @TextProperty(
    'Why the payment was not credited automatically: `amount_mismatch`, `currency_mismatch`, `unsupported_amount` (a ' +
      'currency or a precision that the service does not have), `link_not_payable`, `fee_exceeds_amount` or ' +
      '`rate_moved` (it was late, and the exchange rate has moved since). More may be added.',
    { example: 'amount_mismatch' },
  )
  reason!: string;

  @ChoiceProperty(
    'An open one waits for the service’s staff. Staff credits or refunds the money; `matched` means that the payment ' +
      'was settled after all, and `returned` that the payment rail took the money back.',
    EXCEPTION_STATUSES,
    { example: 'open' },
  )
  state!: string;

  @UuidProperty('The link that it is about.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  payment_link_id!: string | null;

  @AmountProperty('What was paid. With `unsupported_amount`, as the payment rail reported it.', { example: '14000.00' })
  amount!: string;

  @TextProperty('The currency that it was paid in. With `unsupported_amount`, as the payment rail reported it.', {
    example: 'ARS',
  })
  currency!: string;

  @AmountProperty('What the payer was asked for.', { nullable: true, example: '15000.00' })
  expected_amount!: string | null;

  @TextProperty('The currency that the payer was asked for.', { nullable: true, example: 'ARS' })
  expected_currency!: string | null;

  @TextProperty('The payment rail.', { example: 'sandbox' })
  provider!: string;

  @TextProperty('The payment rail’s reference of the payment.', { example: 'sbx_01a1fbacffff7375af4baf78d4f56526' })
  provider_reference!: string;

  @TimeProperty('When the payment became known.', { example: '2026-11-21T01:16:19.585Z' })
  received_at!: Date;

  @TimeProperty('When it was credited, refunded or settled.', { nullable: true, example: null })
  resolved_at!: Date | null;

  static of(exception: PaymentException): PaymentExceptionDto {
    return {
      id: exception.id,
      reason: exception.reason,
      state: exception.status,
      payment_link_id: exception.linkId,
      ...shownAmount(exception.amount),
      expected_amount: exception.expected?.toFixed() ?? null,
      expected_currency: exception.expected?.currency ?? null,
      provider: exception.provider,
      provider_reference: exception.reference,
      received_at: exception.createdAt,
      resolved_at: exception.resolvedAt,
    };
  }
}
