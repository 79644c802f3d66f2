import type { Schemas } from '../api/client';
import { addDecimals, compareDecimals, negateDecimal } from '../money/amounts';

/** The figures that an estimate and a received payment have in common: amounts in the wallet's currency that add up. */
export type Figures = Pick<
  Schemas['ReceivedPayment'],
  | 'payer_amount'
  | 'payer_currency'
  | 'exchange_rate'
  | 'reference_rate'
  | 'effective_rate'
  | 'gross_amount'
  | 'collection_fee'
  | 'conversion_fee'
  | 'credited_amount'
  | 'currency'
>;

type FigureName =
  'gross' | 'percentageFee' | 'fixedFee' | 'minimumFee' | 'maximumFee' | 'conversionFee' | 'charged' | 'credited';

/** A line of a breakdown in the wallet's currency. */
export interface FigureLine {
  name: FigureName;
  value: string;
  total?: boolean;
}

/** The lines from the gross amount to the credited amount, less every fee that the merchant bears. */
export function creditedLines(figures: Figures): FigureLine[] {
  const { gross_amount: gross, credited_amount: credited } = figures;
  const fees = [
    ...(figures.collection_fee.borne_by === 'merchant' ? collectionFeeLines(figures) : []),
    ...(conversionBearer(figures) === 'merchant' ? conversionLines(figures) : []),
  ];
  return [
    { name: 'gross', value: gross },
    ...fees.map((line) => ({ ...line, value: negateDecimal(line.value) })),
    { name: 'credited', value: credited, total: true },
  ];
}

/** The lines from the gross amount to the amount of the payer; empty when the payer bears no fee. */
export function chargedLines(figures: Figures): FigureLine[] {
  const fees = [
    ...(figures.collection_fee.borne_by === 'payer' ? collectionFeeLines(figures) : []),
    ...(conversionBearer(figures) === 'payer' ? conversionLines(figures) : []),
  ];
  if (fees.length === 0) return [];
  const charged = fees.reduce((sum, { value }) => addDecimals(sum, value), figures.gross_amount);
  return [{ name: 'gross', value: figures.gross_amount }, ...fees, { name: 'charged', value: charged, total: true }];
}

/** Who bears the conversion fee. The API does not return it, but only one choice adds up; undefined without such a fee. */
function conversionBearer(figures: Figures): 'merchant' | 'payer' | undefined {
  const { collection_fee: fee, conversion_fee: conversion, gross_amount: gross, credited_amount: credited } = figures;
  if (isZero(conversion)) return undefined;
  const afterCollection = fee.borne_by === 'merchant' ? addDecimals(gross, negateDecimal(fee.total)) : gross;
  return compareDecimals(afterCollection, credited) === 0 ? 'payer' : 'merchant';
}

/** The parts of the collection fee, and the difference that its minimum or maximum makes. */
function collectionFeeLines({ collection_fee: fee }: Figures): FigureLine[] {
  const parts = addDecimals(fee.percentage_amount, fee.fixed_amount);
  const adjustment = addDecimals(fee.total, negateDecimal(parts));
  const lines: FigureLine[] = [
    { name: 'percentageFee', value: fee.percentage_amount },
    { name: 'fixedFee', value: fee.fixed_amount },
    { name: fee.bounded_by === 'maximum' ? 'maximumFee' : 'minimumFee', value: adjustment },
  ];
  return lines.filter(({ value }) => !isZero(value));
}

function conversionLines({ conversion_fee: value }: Figures): FigureLine[] {
  return [{ name: 'conversionFee', value }];
}

const isZero = (value: string) => compareDecimals(value, '0') === 0;
