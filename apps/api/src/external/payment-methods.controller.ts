import { PaymentMethods } from '@app/payment-links';
import { Get } from '@nestjs/common';
import { ExternalApi } from '../gateway/external-api';
import { CallerParam, type Caller } from '../gateway/request';
import { success } from './envelope';

@ExternalApi('v1/payment-methods')
export class PaymentMethodsController {
  constructor(private readonly methods: PaymentMethods) {}

  /** Those that the account can use now. Amounts are in the method's currency. */
  @Get()
  async list(@CallerParam() { account }: Caller) {
    const methods = await this.methods.usableBy(account);
    return success(
      'Payment methods found.',
      methods.map(({ code, name, currency, country, type, minAmount, maxAmount, expiresInSeconds }) => ({
        code,
        name,
        currency,
        country,
        type,
        min_amount: minAmount.toFixed(),
        max_amount: maxAmount.toFixed(),
        expires_in_seconds: expiresInSeconds,
      })),
    );
  }
}
