import { CARD, PAYMENT_METHODS, type CardEstimate, type MethodEstimate } from '@app/payment-links';
import { ApiSchema, PickType } from '@nestjs/swagger';
import { AmountProperty, ChoiceProperty } from '../../http/properties';
import { figuresOf, ReceivedPaymentDto } from '../received-payments/received-payment.dto';

const METHODS = PAYMENT_METHODS.map(({ code }) => code);

const FIGURES = [
  'payer_amount',
  'payer_currency',
  'gross_amount',
  'collection_fee',
  'conversion_fee',
  'credited_amount',
  'currency',
  'exchange_rate',
  'reference_rate',
  'effective_rate',
] as const;

@ApiSchema({ name: 'PaymentEstimate' })
export class PaymentEstimateDto extends PickType(ReceivedPaymentDto, FIGURES) {
  @ChoiceProperty('The payment method.', METHODS, { example: 'ars_transfer' })
  method!: string;

  static of({ method, terms }: MethodEstimate): PaymentEstimateDto {
    return { method: method.code, ...figuresOf(terms) };
  }
}

@ApiSchema({ name: 'CardPaymentEstimate' })
export class CardPaymentEstimateDto extends PickType(ReceivedPaymentDto, FIGURES) {
  @ChoiceProperty('The payment method.', [CARD], { example: CARD })
  method!: typeof CARD;

  @AmountProperty('The most that a payer can pay by card in their currency; null if there is no limit.', {
    nullable: true,
    example: '999999.99',
  })
  maximum!: string | null;

  static of({ terms, largest }: CardEstimate): CardPaymentEstimateDto {
    return { method: CARD, ...figuresOf(terms), maximum: largest?.toFixed() ?? null };
  }
}
