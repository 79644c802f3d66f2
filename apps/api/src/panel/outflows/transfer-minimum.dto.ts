import { isCurrency, type Currency } from '@app/kernel';
import { BANK_COUNTRIES, currencyOfBank, isBankCountry, type TransferMinimum } from '@app/transfers';
import { applyDecorators } from '@nestjs/common';
import { ApiSchema } from '@nestjs/swagger';
import { AmountProperty, CurrencyProperty, TextProperty } from '../../http/properties';
import { Rule } from '../../http/rule';

export class TransferMinimumQueryDto {
  @KnownCurrencyField('The currency of the wallet that pays; by default that of the account’s first wallet.')
  origin_currency?: Currency;

  @KnownCurrencyField('The currency of the destination; by default that of the country.')
  destination_currency?: Currency;

  @BankCountryField()
  destination_country?: string;
}

/** Undefined without a country. */
export function destinationOf({
  destination_country: country,
  destination_currency: currency,
}: TransferMinimumQueryDto) {
  if (country === undefined || !isBankCountry(country)) return undefined;
  return { country, currency: currency ?? currencyOfBank(country) };
}

@ApiSchema({ name: 'TransferMinimum' })
export class TransferMinimumDto {
  @AmountProperty('The minimum that a transfer must have left after fees, in the wallet’s currency.', {
    example: '5000.00',
  })
  amount!: string;

  @CurrencyProperty('The wallet’s currency.', { example: 'ARS' })
  currency!: string;

  @AmountProperty('The service-wide floor, in USD.', { example: '5.00' })
  usd_floor!: string;

  @AmountProperty('The minimum of the route, in the wallet’s currency; null without a destination country.', {
    nullable: true,
    example: null,
  })
  route_minimum!: string | null;

  static of({ amount, usdFloor, routeMinimum }: TransferMinimum): TransferMinimumDto {
    return {
      amount: amount.toFixed(),
      currency: amount.currency,
      usd_floor: usdFloor.toFixed(),
      route_minimum: routeMinimum?.toFixed() ?? null,
    };
  }
}

function KnownCurrencyField(description: string): PropertyDecorator {
  return applyDecorators(
    CurrencyProperty(description, { optional: true }),
    Rule((value, field) => (isCurrency(value) ? undefined : `The ${field} must be a known currency code.`), {
      optional: true,
    }),
  );
}

function BankCountryField(): PropertyDecorator {
  return applyDecorators(
    TextProperty(`The country of the destination’s bank: ${BANK_COUNTRIES.join(', ')}.`, { optional: true }),
    Rule(
      (value, field) =>
        typeof value === 'string' && isBankCountry(value)
          ? undefined
          : `The ${field} must be one of ${BANK_COUNTRIES.join(', ')}.`,
      { optional: true },
    ),
  );
}
