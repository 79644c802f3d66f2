import { PaymentLinksModule } from '@app/payment-links';
import { Module } from '@nestjs/common';
import { AssetsController } from './assets.controller';
import { CheckoutStatusController } from './checkout-status.controller';
import { CheckoutController } from './checkout.controller';
import { DebitController } from './debit.controller';

/** The payer's checkout pages under /checkout. */
@Module({
  imports: [PaymentLinksModule],
  controllers: [AssetsController, CheckoutController, CheckoutStatusController, DebitController],
})
export class CheckoutModule {}
