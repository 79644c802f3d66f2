import { PAYER_CURRENCIES, type Currency } from '@app/kernel';
import {
  AMOUNT_TYPES,
  LINK_STATUSES,
  type LinkStatus,
  type NewPaymentLink,
  type PaymentLink,
} from '@app/payment-links';
import type { Config } from '@app/platform';
import { ApiSchema } from '@nestjs/swagger';
import { linkFields, newPaymentLink, NewPaymentLinkDto, PaymentLinkDto } from '../../resources/payment-link.dto';
import { FormatField } from '../../http/file-format';
import { ChoiceField, CurrencyField } from '../../http/fields';
import {
  ChoiceProperty,
  CurrencyProperty,
  FlagProperty,
  ObjectProperty,
  TextProperty,
  UuidProperty,
} from '../../http/properties';
import { PeriodQueryDto } from '../period-query.dto';
import { SearchField } from '../search.field';

@ApiSchema({ name: 'NewPanelPaymentLink' })
export class NewPanelPaymentLinkDto extends NewPaymentLinkDto {
  @CurrencyField('The currency of the wallet that is to be credited.', { example: 'ARS' })
  currency_destiny!: string;
}

@ApiSchema({ name: 'NewPanelCardPaymentLink' })
export class NewPanelCardPaymentLinkDto extends NewPaymentLinkDto {
  @CurrencyField('The currency of the wallet that is to be credited.', {
    optional: true,
    nullable: true,
    example: 'ARS',
  })
  currency_destiny?: string | null;
}

/** `customerPaidFeeDefault` is used for an omitted `customer_paid_fee`. */
export function newPanelPaymentLink(dto: NewPanelCardPaymentLinkDto, customerPaidFeeDefault: boolean): NewPaymentLink {
  const currencyDestiny = dto.currency_destiny ?? undefined;
  return { ...newPaymentLink(dto, customerPaidFeeDefault), ...(currencyDestiny !== undefined && { currencyDestiny }) };
}

export class PanelCardPaymentLinksQueryDto extends PeriodQueryDto {
  @ChoiceField('Only links of this status.', LINK_STATUSES, { optional: true })
  status?: LinkStatus;

  @ChoiceField('Only links that are paid in this currency.', PAYER_CURRENCIES, { optional: true })
  currency?: Currency;

  @SearchField()
  search?: string;
}

export class PanelPaymentLinksQueryDto extends PanelCardPaymentLinksQueryDto {
  @FormatField()
  format?: string;
}

@ApiSchema({ name: 'PaymentLinkCreator' })
export class PaymentLinkCreatorDto {
  @UuidProperty('The user who created the link, or whose key did.', { example: '01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01' })
  user_id!: string;

  @UuidProperty('The key that created it. Null for a link of the panel, and after the key was deleted.', {
    nullable: true,
    example: null,
  })
  api_key_id!: string | null;
}

@ApiSchema({ name: 'PanelPaymentLink' })
export class PanelPaymentLinkDto extends PaymentLinkDto {
  @UuidProperty('The link.', { example: '01a1fbac-f8bc-7375-8f4b-af78d4f56526' })
  id!: string;

  @CurrencyProperty('The currency of the amount: the payer’s for `charge`, that of the wallet for `receive`.', {
    example: 'ARS',
  })
  amount_currency!: string;

  @TextProperty('The shop’s own number of the order.', { nullable: true, example: 'A-1001' })
  reference!: string | null;

  @TextProperty('Where the checkout leads the payer back to.', {
    format: 'uri',
    nullable: true,
    example: 'https://shop.example/orders/1001',
  })
  return_url!: string | null;

  @ChoiceProperty('Which side the amount fixes in a conversion: wallet or payer.', AMOUNT_TYPES, {
    example: 'receive',
  })
  amount_type!: string;

  @FlagProperty('Whether the payer bears the collection fee.', { example: false })
  customer_paid_fee!: boolean;

  @ObjectProperty('Who created the link.', PaymentLinkCreatorDto)
  created_by!: PaymentLinkCreatorDto;

  static override of(link: PaymentLink, config: Pick<Config, 'publicUrl'>): PanelPaymentLinkDto {
    return {
      id: link.id,
      ...linkFields(link, config),
      amount_currency: link.amount.currency,
      reference: link.reference,
      return_url: link.returnUrl,
      amount_type: link.amountType,
      customer_paid_fee: link.customerPaidFee,
      created_by: { user_id: link.userId, api_key_id: link.apiKeyId },
    };
  }
}
