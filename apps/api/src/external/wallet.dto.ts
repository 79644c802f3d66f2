import { ApiSchema } from '@nestjs/swagger';
import { CurrencyProperty } from '../http/properties';

/** A wallet without its balance. */
@ApiSchema({ name: 'Wallet' })
export class WalletDto {
  @CurrencyProperty('Each currency appears once, in no particular order.', { example: 'ARS' })
  currency!: string;
}
