import { CARD, PAYMENT_METHODS, type CollectionTerms, type MethodEstimate } from '@app/payment-links';
import { ApiSchema, PickType } from '@nestjs/swagger';
import { ChoiceProperty } from '../../http/properties';
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

  static of(terms: CollectionTerms): CardPaymentEstimateDto {
    return { method: CARD, ...figuresOf(terms) };
  }
}
