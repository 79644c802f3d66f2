import { PaymentLinksModule } from '@app/payment-links';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Module } from '@nestjs/common';
import { UnknownAddresses } from '../access/unknown-addresses';
import { AssetsController } from './assets.controller';
import { CheckoutStatusController } from './checkout-status.controller';
import { CheckoutController } from './checkout.controller';
import { DebitController } from './debit.controller';
import { respondToUnknownAddress } from './unknown-address';

/** The payer's checkout pages under /checkout. */
@Module({
  imports: [PaymentLinksModule],
  controllers: [AssetsController, CheckoutController, CheckoutStatusController, DebitController],
})
export class CheckoutModule {
  constructor(addresses: UnknownAddresses, @Inject(CONFIG) config: Config) {
    addresses.respondBy((error, request, response) => respondToUnknownAddress(error, request, response, config));
  }
}
