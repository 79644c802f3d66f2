import type { NewPaymentLink } from '@app/payment-links';
import { ApiSchema } from '@nestjs/swagger';
import { newPaymentLink, NewPaymentLinkDto } from '../external/payment-link.dto';
import { CurrencyField } from '../http/fields';

@ApiSchema({ name: 'NewPanelPaymentLink' })
export class NewPanelPaymentLinkDto extends NewPaymentLinkDto {
  @CurrencyField('The currency of the wallet that is to be credited.', { example: 'ARS' })
  currency_destiny!: string;
}

/** `customerPaidFeeDefault` stands for an omitted `customer_paid_fee`. */
export function newPanelPaymentLink(dto: NewPanelPaymentLinkDto, customerPaidFeeDefault: boolean): NewPaymentLink {
  return { ...newPaymentLink(dto, customerPaidFeeDefault), currencyDestiny: dto.currency_destiny };
}
