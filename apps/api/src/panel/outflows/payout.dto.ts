import type { Decimal } from '@app/kernel';
import {
  effectiveRateOf,
  PAYOUT_STATUSES,
  PAYOUT_TYPES,
  type HistoryEntry,
  type OutflowQuote,
  type Payout,
  type PayoutStatus,
  type PayoutType,
} from '@app/transfers';
import { ApiSchema } from '@nestjs/swagger';
import { FormatField } from '../../http/file-format';
import { ChoiceField, UuidField } from '../../http/fields';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  FlagProperty,
  ListProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
} from '../../http/properties';
import { MaskedBankDto } from '../beneficiaries/bank.dto';
import { PeriodQueryDto } from '../period-query.dto';

const AT = '2026-11-21T01:16:19.585Z';
const RATE = { nullable: true, example: null };
/** Decimals of a rate that is shown; amounts are computed with the exact one. */
const RATE_DIGITS = 12;

export class PayoutsQueryDto extends PeriodQueryDto {
  @ChoiceField('Only payouts of this type.', PAYOUT_TYPES, { optional: true })
  type?: PayoutType;

  @ChoiceField('Only payouts with this status.', PAYOUT_STATUSES, { optional: true })
  status?: PayoutStatus;

  @UuidField('Only payouts of this wallet.', { optional: true })
  virtual_wallet_id?: string;

  @FormatField()
  format?: 'json' | 'csv';
}

@ApiSchema({ name: 'PayoutDestination' })
export class PayoutDestinationDto {
  @ChoiceProperty('The merchant’s own account, or a beneficiary.', ['bank_account', 'beneficiary'], {
    example: 'bank_account',
  })
  type!: string;

  @UuidProperty('The bank account or the beneficiary.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  id!: string;

  @TextProperty('The holder of the account.', { example: 'Ana Suárez' })
  name!: string;

  @TextProperty('The country of the bank.', { example: 'AR' })
  country!: string;

  @ObjectProperty('The bank account.', MaskedBankDto)
  bank!: MaskedBankDto;
}

@ApiSchema({ name: 'PayoutFee' })
export class PayoutFeeDto {
  @AmountProperty('Its percentage part.', { example: '100.00' })
  percentage_amount!: string;

  @AmountProperty('Its fixed part.', { example: '0.00' })
  fixed_amount!: string;

  @AmountProperty('The whole payout fee.', { example: '100.00' })
  total!: string;

  @ChoiceProperty('The bound that decided the total.', ['minimum', 'maximum'], { nullable: true, example: null })
  bounded_by!: string | null;
}

@ApiSchema({ name: 'PayoutFees' })
export class PayoutFeesDto {
  @ObjectProperty('The payout fee and its parts.', PayoutFeeDto)
  payout!: PayoutFeeDto;

  @AmountProperty('The fee of an instant payout.', { example: '0.00' })
  instant!: string;

  @AmountProperty('The tax on outflows.', { example: '60.00' })
  tax!: string;

  @AmountProperty('The fee of the conversion.', { example: '0.00' })
  conversion!: string;
}

@ApiSchema({ name: 'PayoutHistoryEntry' })
export class PayoutHistoryEntryDto {
  @ChoiceProperty('The status that it took.', [...PAYOUT_STATUSES, 'returned'], { example: 'completed' })
  status!: string;

  @TimeProperty('When.', { example: AT })
  at!: Date;

  @TextProperty('Why, after a failure or a return.', { nullable: true, example: null })
  reason!: string | null;

  static of({ status, at, reason }: HistoryEntry): PayoutHistoryEntryDto {
    return { status, at, reason };
  }
}

/** The fees and the net amount of an outflow. Amounts are in the wallet's currency unless they name another. */
class OutflowFiguresDto {
  @AmountProperty('What leaves the wallet, fees and tax included.', { example: '10000.00' })
  amount!: string;

  @CurrencyProperty('The currency of the wallet.', { example: 'ARS' })
  currency!: string;

  @ObjectProperty('Everything that is deducted.', PayoutFeesDto)
  fees!: PayoutFeesDto;

  @AmountProperty('What is left after fees and tax; this is converted.', { example: '9840.00' })
  net_amount!: string;

  @AmountProperty('Destination currency for one unit of the wallet’s. Null when the currencies are the same.', RATE)
  exchange_rate!: string | null;

  @AmountProperty('The rate before any deduction. Null when the currencies are the same.', RATE)
  reference_rate!: string | null;

  @AmountProperty('What the recipient gets, divided by the amount. Null when the currencies are the same.', RATE)
  effective_rate!: string | null;

  @AmountProperty('What the recipient gets.', { example: '9840.00' })
  destination_amount!: string;

  @CurrencyProperty('The currency that the recipient gets.', { example: 'ARS' })
  destination_currency!: string;
}

@ApiSchema({ name: 'OutflowEstimate' })
export class OutflowEstimateDto extends OutflowFiguresDto {
  @AmountProperty('The minimum of `net_amount`.', { example: '1000.00' })
  minimum!: string;

  @TextProperty('How long the route takes.', { example: '1d' })
  lead_time!: string;

  static of({ figures, referenceRate, route, minimum }: OutflowQuote): OutflowEstimateDto {
    return {
      ...figuresOf({ figures, referenceRate }),
      minimum: minimum.toFixed(),
      lead_time: route.leadTime,
    };
  }
}

@ApiSchema({ name: 'Payout' })
export class PayoutDto extends OutflowFiguresDto {
  @UuidProperty('The payout.', { example: '01a1fbad-02c1-7f6e-9a8b-1c2d3e4f5a6b' })
  id!: string;

  @ChoiceProperty('A transfer goes to a beneficiary.', PAYOUT_TYPES, { example: 'payout' })
  type!: string;

  @ChoiceProperty('A payout that was returned stays completed.', PAYOUT_STATUSES, { example: 'completed' })
  status!: string;

  @UuidProperty('The wallet that pays.', { example: '01a1fba0-5c0e-7b42-b1d0-9f8e7d6c5b4a' })
  virtual_wallet_id!: string;

  @ObjectProperty('Where the money goes.', PayoutDestinationDto)
  destination!: PayoutDestinationDto;

  @FlagProperty('Whether it is an instant payout.', { example: false })
  instant!: boolean;

  @TextProperty('The comment.', { nullable: true, example: 'November' })
  comment!: string | null;

  @TextProperty('How long the route takes.', { example: '1d' })
  lead_time!: string;

  @TextProperty('Why it failed or was returned.', { nullable: true, example: null })
  failure_reason!: string | null;

  @TextProperty('The payment rail’s reference of it.', {
    nullable: true,
    example: 'sbxp_01a1fbad02c17f6e9a8b1c2d3e4f5a6b',
  })
  provider_reference!: string | null;

  @UuidProperty('The user who ordered it.', { example: '01a1fba0-1111-7b42-b1d0-9f8e7d6c5b4a' })
  requested_by!: string;

  @TimeProperty('When it was ordered.', { example: AT })
  created_at!: Date;

  @TimeProperty('When it last changed.', { example: AT })
  updated_at!: Date;

  @TimeProperty('When it completed.', { nullable: true, example: AT })
  completed_at!: Date | null;

  @TimeProperty('When it failed.', { nullable: true, example: null })
  failed_at!: Date | null;

  @TimeProperty('When the rail returned it, or the last part of it.', { nullable: true, example: null })
  returned_at!: Date | null;

  @AmountProperty('What the wallet got back of it, in its own currency.', { nullable: true, example: null })
  returned_amount!: string | null;

  static of(payout: Payout): PayoutDto {
    return fieldsOf(payout);
  }
}

@ApiSchema({ name: 'PayoutDetail' })
export class PayoutDetailDto extends PayoutDto {
  @ListProperty('Every status that it took.', PayoutHistoryEntryDto)
  history!: PayoutHistoryEntryDto[];

  static detailOf(payout: Payout, history: readonly HistoryEntry[]): PayoutDetailDto {
    return { ...fieldsOf(payout), history: history.map((entry) => PayoutHistoryEntryDto.of(entry)) };
  }
}

function figuresOf({ figures, referenceRate }: Pick<Payout, 'figures' | 'referenceRate'>) {
  const { amount, payoutFee, instantFee, tax, conversionFee, net, rate, destinationAmount } = figures;
  return {
    amount: amount.toFixed(),
    currency: amount.currency,
    fees: {
      payout: {
        percentage_amount: payoutFee.percentageAmount.toFixed(),
        fixed_amount: payoutFee.fixedAmount.toFixed(),
        total: payoutFee.total.toFixed(),
        bounded_by: payoutFee.boundedBy,
      },
      instant: instantFee.toFixed(),
      tax: tax.toFixed(),
      conversion: conversionFee.toFixed(),
    },
    net_amount: net.toFixed(),
    exchange_rate: shown(rate),
    reference_rate: shown(referenceRate),
    effective_rate: shown(rate && effectiveRateOf(figures)),
    destination_amount: destinationAmount.toFixed(),
    destination_currency: destinationAmount.currency,
  };
}

function shown(rate: Decimal | null): string | null {
  return rate && rate.round(RATE_DIGITS).toFixed();
}

function fieldsOf(payout: Payout) {
  const { destination } = payout;
  return {
    id: payout.id,
    type: payout.type,
    status: payout.status,
    ...figuresOf(payout),
    virtual_wallet_id: payout.walletId,
    destination: { ...destination, bank: MaskedBankDto.of(destination.bank) },
    instant: payout.instant,
    comment: payout.comment,
    lead_time: payout.leadTime,
    failure_reason: payout.failureReason,
    provider_reference: payout.providerReference,
    requested_by: payout.requestedBy,
    created_at: payout.createdAt,
    updated_at: payout.updatedAt,
    completed_at: payout.completedAt,
    failed_at: payout.failedAt,
    returned_at: payout.returnedAt,
    returned_amount: payout.returned?.walletAmount.toFixed() ?? null,
  };
}
