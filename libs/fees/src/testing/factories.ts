import { decimal, Money } from '@app/kernel';
import type { CollectionInput } from '../domain/collection';
import { NO_FEES, type CollectionSetting, type FeeSchedule } from '../domain/fee-schedule';

interface SettingText {
  percentage?: string;
  fixedUsd?: string;
  minimum?: string;
  maximum?: string;
}

/** A collection setting; by default 2.9 % and 0.30 USD, unbounded. */
export function aCollectionSetting(text: SettingText = {}): CollectionSetting {
  return {
    percentage: decimal(text.percentage ?? '2.9'),
    fixedUsd: Money.of(text.fixedUsd ?? '0.30', 'USD'),
    minimum: text.minimum === undefined ? null : decimal(text.minimum),
    maximum: text.maximum === undefined ? null : decimal(text.maximum),
  };
}

/** A schedule without fees, except the given parts. */
export function aFeeSchedule(parts: Partial<FeeSchedule> = {}): FeeSchedule {
  return { ...NO_FEES, ...parts };
}

/** 15000 ARS into an ARS wallet; the merchant bears the fee, conversions cost 1 %. */
export function aCollection(parts: Partial<CollectionInput> = {}): CollectionInput {
  const declared = Money.of('15000', 'ARS');
  return {
    declared,
    amountType: 'receive',
    payerCurrency: declared.currency,
    walletCurrency: declared.currency,
    customerPaysFee: false,
    setting: aCollectionSetting(),
    conversionPercentage: decimal('1'),
    rate: null,
    usdToWallet: decimal('1000'),
    ...parts,
  };
}
