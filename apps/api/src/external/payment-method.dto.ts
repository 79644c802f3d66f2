import { PAYMENT_METHODS, type PaymentMethod } from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import { AmountProperty, ChoiceProperty, CurrencyProperty, TextProperty, WholeProperty } from '../http/properties';

const CODES = PAYMENT_METHODS.map(({ code }) => code);
const TYPES = new Set(PAYMENT_METHODS.map(({ type }) => type));

@ApiSchema({ name: 'PaymentMethod' })
export class PaymentMethodDto {
  @ChoiceProperty('The value of `payment_method` of a link.', CODES, { example: 'ars_transfer' })
  code!: string;

  @TextProperty('The name that payers know.', { example: 'Transferencia bancaria' })
  name!: string;

  @CurrencyProperty('The currency that it collects.', { example: 'ARS' })
  currency!: string;

  @TextProperty('Where it is used, ISO 3166-1 alpha-2.', { minLength: 2, maxLength: 2, example: 'AR' })
  country!: string;

  @ChoiceProperty('The kind of method.', TYPES, { example: 'bank_transfer' })
  type!: string;

  @AmountProperty('The minimum that a payer can pay with it.', { example: '1.00' })
  min_amount!: string;

  @AmountProperty('The maximum that a payer can pay with it.', { example: '50000000.00' })
  max_amount!: string;

  @WholeProperty('How long a checkout order stays payable; null if there is no limit.', {
    nullable: true,
    example: 86_400,
  })
  expires_in_seconds!: number | null;

  static of(method: PaymentMethod): PaymentMethodDto {
    return {
      code: method.code,
      name: method.name,
      currency: method.currency,
      country: method.country,
      type: method.type,
      min_amount: method.minAmount.toFixed(),
      max_amount: method.maxAmount.toFixed(),
      expires_in_seconds: method.expiresInSeconds,
    };
  }
}
