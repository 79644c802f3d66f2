import { PAYMENT_METHODS, type MethodEstimate } from '@app/payment-links';
import { ApiSchema, PickType } from '@nestjs/swagger';
import { ChoiceProperty } from '../../http/properties';
import { figuresOf, ReceivedPaymentDto } from '../received-payments/received-payment.dto';

const METHODS = PAYMENT_METHODS.map(({ code }) => code);

@ApiSchema({ name: 'PaymentEstimate' })
export class PaymentEstimateDto extends PickType(ReceivedPaymentDto, [
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
]) {
  @ChoiceProperty('The payment method.', METHODS, { example: 'ars_transfer' })
  method!: string;

  static of({ method, terms }: MethodEstimate): PaymentEstimateDto {
    return { method: method.code, ...figuresOf(terms) };
  }
}
