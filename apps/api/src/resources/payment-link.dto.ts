import { PAYER_CURRENCIES, type WrittenAmount } from '@app/kernel';
import {
  AMOUNT_TYPES,
  CARD,
  checkoutAddress,
  LINK_STATUSES,
  PAYMENT_METHODS,
  type AmountType,
  type NewPaymentLink,
  type PaymentLink,
} from '@app/payment-links';
import type { Config } from '@app/platform';
import { ApiSchema } from '@nestjs/swagger';
import { AmountField, ChoiceField, CurrencyField, FlagField, TextField } from '../http/fields';
import {
  AmountProperty,
  ChoiceProperty,
  CurrencyProperty,
  TextProperty,
  TimeProperty,
  UuidProperty,
  WholeProperty,
} from '../http/properties';
import { ReturnUrlField } from './return-url.field';
import { WebhookUrlField } from './webhook-url.field';

type PublicUrl = Pick<Config, 'publicUrl'>;

const METHODS = [...PAYMENT_METHODS.map(({ code }) => code), CARD];
const ID = '01a1fbac-f8bc-7375-8f4b-af78d4f56526';
const CHECKOUT_URL = `https://pay.example.com/checkout/${ID}`;
const CHECKOUT_ADDRESS = { format: 'uri', example: CHECKOUT_URL };
const OMITTABLE = { optional: true, nullable: true };

/** Whether amount and currency can be collected is decided when the link is created. */
@ApiSchema({ name: 'NewPaymentLink' })
export class NewPaymentLinkDto {
  @AmountField(
    'The amount to charge, above zero, with no more decimals than its currency has; in text, zeros count as decimals.',
    {
      example: '15000.00',
    },
  )
  amount!: WrittenAmount;

  @CurrencyField('The currency in which the payer pays.', { enum: PAYER_CURRENCIES, example: 'ARS' })
  currency!: string;

  @TextField('What is being paid; the payer reads it.', { minLength: 1, maxLength: 255, example: 'Order 1001' })
  description!: string;

  @ChoiceField('Which side the amount fixes in a conversion: wallet or payer.', AMOUNT_TYPES, {
    ...OMITTABLE,
    default: 'receive',
  })
  amount_type?: AmountType | null;

  @FlagField('Adds the collection fee to what the payer pays, on accounts that have this option.', {
    ...OMITTABLE,
    default: false,
  })
  customer_paid_fee?: boolean | null;

  @WebhookUrlField('An address that is notified about this link only, in addition to the endpoints.', OMITTABLE)
  webhook_url?: string | null;

  @TextField(
    'The shop’s own number of the order. The panel, files and webhook events show it, and the panel finds it.',
    {
      ...OMITTABLE,
      minLength: 1,
      maxLength: 100,
      example: 'A-1001',
    },
  )
  reference?: string | null;

  @ReturnUrlField('Where the checkout leads the payer back to; `payment_link_id` is added to its query.', {
    ...OMITTABLE,
    example: 'https://shop.example/orders/1001',
  })
  return_url?: string | null;
}

/** `customerPaidFeeDefault` is used for an omitted `customer_paid_fee`. */
export function newPaymentLink(dto: NewPaymentLinkDto, customerPaidFeeDefault = false): NewPaymentLink {
  return {
    amount: dto.amount,
    currency: dto.currency,
    description: dto.description,
    amountType: dto.amount_type ?? 'receive',
    customerPaidFee: dto.customer_paid_fee ?? customerPaidFeeDefault,
    webhookUrl: dto.webhook_url ?? null,
    reference: dto.reference ?? null,
    returnUrl: dto.return_url ?? null,
  };
}

@ApiSchema({ name: 'CreatedPaymentLink' })
export class CreatedPaymentLinkDto {
  @UuidProperty('The link.', { example: ID })
  id!: string;

  @TextProperty('The checkout address to hand to the payer.', CHECKOUT_ADDRESS)
  url!: string;

  @TimeProperty('Null: a new link has no deadline.', { nullable: true, example: null })
  expires_at!: Date | null;

  static of(link: PaymentLink, config: PublicUrl): CreatedPaymentLinkDto {
    return { id: link.id, url: checkoutAddress(config, link.id), expires_at: link.expiresAt };
  }
}

/** A link of either kind. */
@ApiSchema({ name: 'PaymentLink' })
export class PaymentLinkDto {
  @AmountProperty('The declared amount.', { example: '15000.00' })
  amount!: string;

  @ChoiceProperty('The currency in which the payer pays.', PAYER_CURRENCIES, { example: 'ARS' })
  currency!: string;

  @CurrencyProperty('The currency of the wallet that is credited.', { example: 'ARS' })
  currency_destiny!: string;

  @TextProperty('What is being paid.', { example: 'Order 1001' })
  description!: string;

  @TimeProperty('The deadline of the checkout order, once a payer has opened one.', {
    nullable: true,
    example: '2026-11-22T01:16:19.544Z',
  })
  expires_at!: Date | null;

  @WholeProperty('A link is paid at most once.', { enum: [1], example: 1 })
  max_uses!: 1;

  @WholeProperty('How often it was paid.', { minimum: 0, example: 1 })
  current_uses!: number;

  @ChoiceProperty('Treat a state that you do not know as not yet settled.', LINK_STATUSES, { example: 'completed' })
  status!: string;

  @TextProperty('The address that the payer opens.', CHECKOUT_ADDRESS)
  checkout_url!: string;

  @ChoiceProperty(`The method that the payer chose, null before that; \`${CARD}\` on a paid card link.`, METHODS, {
    nullable: true,
    example: 'ars_transfer',
  })
  payment_method!: string | null;

  @TimeProperty('When the link was created.', { example: '2026-11-21T01:16:19.516Z' })
  created_at!: Date;

  @TimeProperty('When it last changed.', { example: '2026-11-21T01:16:19.585Z' })
  updated_at!: Date;

  static of(link: PaymentLink, config: PublicUrl): PaymentLinkDto {
    return linkFields(link, config);
  }
}

@ApiSchema({ name: 'CancelledPaymentLink' })
export class CancelledPaymentLinkDto {
  @UuidProperty('The link.', { example: ID })
  id!: string;

  @ChoiceProperty('The state of the link.', ['cancelled'], { example: 'cancelled' })
  status!: string;

  static of({ id, status }: PaymentLink): CancelledPaymentLinkDto {
    return { id, status };
  }
}

/** The fields of a link as it is read, in every API. */
export function linkFields(link: PaymentLink, config: PublicUrl) {
  return {
    amount: link.amount.toFixed(),
    currency: link.currency,
    currency_destiny: link.currencyDestiny,
    description: link.description,
    expires_at: link.expiresAt,
    max_uses: 1 as const,
    current_uses: link.currentUses,
    status: link.status,
    checkout_url: checkoutAddress(config, link.id),
    payment_method: link.paymentMethod,
    created_at: link.createdAt,
    updated_at: link.updatedAt,
  };
}
