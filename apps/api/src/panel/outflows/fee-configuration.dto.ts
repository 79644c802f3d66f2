import type { CollectionSetting, OutflowSetting, PercentageSetting } from '@app/fees';
import type { Currency } from '@app/kernel';
import type { FeesOfAccount } from '@app/transfers';
import { ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { AmountProperty, CurrencyProperty, JsonProperty, ObjectProperty } from '../../http/properties';

const BOUND = { nullable: true, example: null };

@ApiSchema({ name: 'PercentageFee' })
export class PercentageFeeDto {
  @AmountProperty('Per cent.', { example: '1' })
  percentage!: string;

  static of({ percentage }: PercentageSetting): PercentageFeeDto {
    return { percentage: percentage.toFixed() };
  }
}

@ApiSchema({ name: 'CollectionFeeSetting' })
export class CollectionFeeSettingDto {
  @AmountProperty('Per cent of what is collected.', { example: '2.9' })
  percentage!: string;

  @AmountProperty('The fixed part, in USD.', { example: '0.30' })
  fixed_usd!: string;

  @AmountProperty('The minimum fee, in the currency of the wallet that is credited.', BOUND)
  minimum!: string | null;

  @AmountProperty('The maximum fee, in the currency of the wallet that is credited.', BOUND)
  maximum!: string | null;

  static of({ percentage, fixedUsd, minimum, maximum }: CollectionSetting): CollectionFeeSettingDto {
    return {
      percentage: percentage.toFixed(),
      fixed_usd: fixedUsd.toFixed(),
      minimum: minimum?.toFixed() ?? null,
      maximum: maximum?.toFixed() ?? null,
    };
  }
}

@ApiSchema({ name: 'PayoutFeeSetting' })
export class PayoutFeeSettingDto {
  @AmountProperty('Per cent of what is paid out.', { example: '1' })
  percentage!: string;

  @AmountProperty('The fixed part.', { example: '0' })
  fixed!: string;

  @AmountProperty('The minimum fee.', { nullable: true, example: '100' })
  minimum!: string | null;

  @AmountProperty('The maximum fee.', BOUND)
  maximum!: string | null;

  @CurrencyProperty('The currency of the three amounts, that of the local wallet; null without one.', {
    nullable: true,
    example: 'ARS',
  })
  currency!: string | null;

  static of(setting: OutflowSetting, currency: Currency | null): PayoutFeeSettingDto {
    const { percentage, fixed, minimum, maximum } = setting;
    return {
      percentage: percentage.toFixed(),
      fixed: fixed.toFixed(),
      minimum: minimum?.toFixed() ?? null,
      maximum: maximum?.toFixed() ?? null,
      currency,
    };
  }
}

@ApiSchema({ name: 'FeeConfiguration' })
export class FeeConfigurationDto {
  @ObjectProperty('Of payouts and transfers.', PayoutFeeSettingDto)
  payout!: PayoutFeeSettingDto;

  @ObjectProperty('On top of the payout fee, of instant ones.', PercentageFeeDto)
  instant_payout!: PercentageFeeDto;

  @ObjectProperty('The tax on what is paid out.', PercentageFeeDto)
  outflow_tax!: PercentageFeeDto;

  @ObjectProperty('Of collections by any method without a fee of its own.', CollectionFeeSettingDto)
  collection!: CollectionFeeSettingDto;

  @JsonProperty('Fees of single payment methods, by code. Each replaces the general one as a whole.', {
    additionalProperties: { $ref: getSchemaPath(CollectionFeeSettingDto) },
    example: { ars_qr: { percentage: '0.8', fixed_usd: '0.00', minimum: null, maximum: null } },
  })
  methods!: Record<string, CollectionFeeSettingDto>;

  @ObjectProperty(
    'Of collections in USD; null when the general one applies, without its bounds.',
    CollectionFeeSettingDto,
    {
      nullable: true,
      example: null,
    },
  )
  usd_collection!: CollectionFeeSettingDto | null;

  @ObjectProperty('Of collections by card; null when the general one applies.', CollectionFeeSettingDto, {
    nullable: true,
    example: null,
  })
  cards!: CollectionFeeSettingDto | null;

  @ObjectProperty('Of conversions.', PercentageFeeDto)
  conversion!: PercentageFeeDto;

  static of({ schedule: fees, payoutCurrency }: FeesOfAccount): FeeConfigurationDto {
    return {
      payout: PayoutFeeSettingDto.of(fees.payout, payoutCurrency),
      instant_payout: PercentageFeeDto.of(fees.instantPayout),
      outflow_tax: PercentageFeeDto.of(fees.outflowTax),
      collection: CollectionFeeSettingDto.of(fees.collection),
      methods: Object.fromEntries(
        [...fees.methods].map(([code, setting]) => [code, CollectionFeeSettingDto.of(setting)]),
      ),
      usd_collection: fees.usdCollection && CollectionFeeSettingDto.of(fees.usdCollection),
      cards: fees.cards && CollectionFeeSettingDto.of(fees.cards),
      conversion: PercentageFeeDto.of(fees.conversion),
    };
  }
}
