import { PaymentMethods } from '@app/payment-links';
import { Get } from '@nestjs/common';
import { Documented, DocumentedGroup } from '../http/documented';
import { ExternalApi } from '../access/external-api';
import { CallerParam, type Caller } from '../access/external-request';
import { PaymentMethodDto } from './payment-method.dto';

@ExternalApi('v1/payment-methods')
@DocumentedGroup('Payment methods', 'The ways in which payers can pay.')
export class PaymentMethodsController {
  constructor(private readonly methods: PaymentMethods) {}

  /** Those that the account can use now. Amounts are in the method's currency. */
  @Get()
  @Documented({
    operationId: 'listPaymentMethods',
    summary: 'List the payment methods',
    description: 'Those with which a link of this account could be paid now.',
    response: [PaymentMethodDto],
    message: 'Payment methods found.',
  })
  async list(@CallerParam() { account }: Caller) {
    const methods = await this.methods.usableBy(account);
    return methods.map((method) => PaymentMethodDto.of(method));
  }
}
