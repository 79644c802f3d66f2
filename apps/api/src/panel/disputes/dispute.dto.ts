import { DISPUTE_STATUSES, type Dispute, type DisputeStatus } from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import { ChoiceField, UuidField } from '../../http/fields';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { PeriodQueryDto } from '../period-query.dto';
import { amountsOf } from '../refunds/refund.dto';

export class DisputesQueryDto extends PeriodQueryDto {
  @ChoiceField('Only disputes of this status.', DISPUTE_STATUSES, { optional: true })
  status?: DisputeStatus;

  @UuidField('Only disputes of this received payment.', { optional: true })
  received_payment_id?: string;
}

@ApiSchema({ name: 'Dispute' })
export class DisputeDto {
  @UuidProperty('The dispute.', { example: '01a20055-3c1d-7e2f-8a9b-0c1d2e3f4a5b' })
  id!: string;

  @UuidProperty('The disputed payment.', { example: '01a1fbad-02c1-7f6e-9a8b-1c2d3e4f5a6b' })
  received_payment_id!: string;

  @UuidProperty('The link of the payment.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  payment_link_id!: string;

  @ChoiceProperty('The money is taken from the wallet unless the dispute is `won`.', DISPUTE_STATUSES, {
    example: 'open',
  })
  status!: string;

  @AmountProperty('What the payer disputes.', { example: '15000.00' })
  amount!: string;

  @CurrencyProperty('The payer’s currency.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('What was taken from the wallet.', { example: '15000.00' })
  wallet_amount!: string;

  @CurrencyProperty('The wallet’s currency.', { example: 'ARS' })
  wallet_currency!: string;

  @TextProperty('The reason that the provider reports.', { nullable: true, example: 'fraudulent' })
  reason!: string | null;

  @TextProperty('The provider’s reference of it.', { example: 'sbx_01a1fbacffff7375af4baf78d4f56526:dispute' })
  provider_reference!: string;

  @TimeProperty('When it became known.', { example: '2026-11-24T10:15:00.000Z' })
  opened_at!: Date;

  @TimeProperty('When it was lost or won.', { nullable: true, example: null })
  resolved_at!: Date | null;

  static of(dispute: Dispute): DisputeDto {
    return {
      id: dispute.id,
      received_payment_id: dispute.paymentId,
      payment_link_id: dispute.linkId,
      status: dispute.status,
      ...amountsOf(dispute),
      reason: dispute.reason,
      provider_reference: dispute.providerReference,
      opened_at: dispute.openedAt,
      resolved_at: dispute.resolvedAt,
    };
  }
}
