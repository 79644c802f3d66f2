import type { WrittenAmount } from '@app/kernel';
import { QUOTABLE_ORIGINS, type Quote, QUOTE_AMOUNT_TYPES, type QuoteAmountType, type RateQuote } from '@app/rates';
import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { AmountField, ChoiceField } from '../http/fields';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  ObjectProperty,
  TextProperty,
  TimeProperty,
  type PropertyOptions,
} from '../http/properties';
import { Rule, type Problem } from '../http/rule';

/** Text of three characters. Whether such a currency can be converted is not part of validation. */
function ConvertedCurrencyField(description: string, options: PropertyOptions): PropertyDecorator {
  return applyDecorators(CurrencyProperty(description, options), Rule(codeProblem, options));
}

const codeProblem: Problem = (value, field) =>
  typeof value === 'string' && value.length === 3 ? undefined : `The ${field} must be text of three characters.`;

@ApiSchema({ name: 'QuoteRequest' })
export class QuoteRequestDto {
  @AmountField('What leaves in the origin (charge), or what must arrive in the destination (receive).', {
    example: '100000.00',
  })
  amount!: WrittenAmount;

  @ConvertedCurrencyField(`The currency that leaves, one of ${QUOTABLE_ORIGINS.join(', ')}.`, { example: 'BRL' })
  origin!: string;

  @ConvertedCurrencyField('The currency that arrives.', { example: 'ARS' })
  destination!: string;

  @ChoiceField('Omit it for the default.', QUOTE_AMOUNT_TYPES, { optional: true, default: 'receive' })
  amount_type?: QuoteAmountType;
}

@ApiSchema({ name: 'ConversionFee' })
export class ConversionFeeDto {
  @AmountProperty('Per cent.', { example: '1' })
  percentage!: string;

  @AmountProperty('The fee itself.', { example: '1000.00' })
  amount!: string;

  @CurrencyProperty('The currency of the fee.', { example: 'ARS' })
  currency!: string;
}

@ApiSchema({ name: 'Quote' })
export class QuoteDto {
  @CurrencyProperty('The currency that leaves.', { example: 'BRL' })
  origin!: string;

  @CurrencyProperty('The currency that arrives.', { example: 'ARS' })
  destination!: string;

  @ChoiceProperty('Which side the amount fixed.', QUOTE_AMOUNT_TYPES, { example: 'receive' })
  amount_type!: string;

  @AmountProperty('What leaves.', { example: '505.00' })
  origin_amount!: string;

  @AmountProperty('What arrives.', { example: '100000.00' })
  destination_amount!: string;

  @AmountProperty('Units of the destination currency for one unit of the origin currency.', { example: '200' })
  rate!: string;

  @ObjectProperty('The fee of the conversion.', ConversionFeeDto)
  conversion_fee!: ConversionFeeDto;

  @TimeProperty('When the quote was made. It is not binding.', { example: '2026-11-21T01:30:19.368Z' })
  quoted_at!: Date;

  static of(quote: Quote): QuoteDto {
    const { amount, percentage } = quote.conversionFee;
    return {
      origin: quote.origin,
      destination: quote.destination,
      amount_type: quote.amountType,
      origin_amount: quote.originAmount.toFixed(),
      destination_amount: quote.destinationAmount.toFixed(),
      rate: quote.rate.toWire(),
      conversion_fee: { percentage: percentage.toFixed(), amount: amount.toFixed(), currency: amount.currency },
      quoted_at: quote.quotedAt,
    };
  }
}

@ApiSchema({ name: 'RateRequest' })
export class RateRequestDto {
  @ConvertedCurrencyField('The currency to convert from.', { example: 'USD' })
  origin!: string;

  @ConvertedCurrencyField('The currency to convert to.', { example: 'ARS' })
  destination!: string;

  @AmountField('An amount of the origin to convert as well.', { optional: true, nullable: true, example: '12.50' })
  amount?: WrittenAmount | null;
}

@ApiSchema({ name: 'Rate' })
export class RateDto {
  @CurrencyProperty('The currency converted from.', { example: 'USD' })
  origin!: string;

  @CurrencyProperty('The currency converted to.', { example: 'ARS' })
  destination!: string;

  @TextProperty('Units of the destination currency for one unit of the origin currency.', { example: '1000' })
  rate!: string;

  @TimeProperty('The time of the rate.', { example: '2026-11-21T01:30:19.320Z' })
  as_of!: Date;

  @AmountProperty('The requested amount.', { optional: true, example: '12.50' })
  amount?: string;

  @AmountProperty('The same amount in the destination currency.', { optional: true, example: '12500.00' })
  converted_amount?: string;

  static of({ rate, amount, convertedAmount }: RateQuote): RateDto {
    return {
      origin: rate.base,
      destination: rate.quote,
      rate: rate.toWire(),
      as_of: rate.asOf,
      ...(amount && { amount: amount.toFixed() }),
      ...(convertedAmount && { converted_amount: convertedAmount.toFixed() }),
    };
  }
}
