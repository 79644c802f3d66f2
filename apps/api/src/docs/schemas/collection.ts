import { PAYER_CURRENCIES } from '@app/kernel';
import { CARD, PAYMENT_METHODS, TRANSITIONS } from '@app/payment-links';
import {
  amount,
  answer,
  body,
  currency,
  flag,
  listOf,
  oneOf,
  orNull,
  sentAmount,
  text,
  time,
  uuid,
  whole,
} from '../../http/schema';

const STATES = new Set(Object.values(TRANSITIONS).flatMap((moves) => Object.entries(moves).flat()));
const METHODS = PAYMENT_METHODS.map(({ code }) => code);
const METHOD_TYPES = new Set(PAYMENT_METHODS.map(({ type }) => type));

export const linkState = (description: string) => oneOf(description, ...STATES);
export const chosenMethod = orNull(
  oneOf(`The method that the payer chose, null before that; \`${CARD}\` on a paid card link.`, ...METHODS, CARD),
);

export const newLinkFields = {
  amount: sentAmount('What is charged, above zero, with no more decimals than its currency has.'),
  currency: oneOf('The currency in which the payer pays.', ...PAYER_CURRENCIES),
  description: text('What is being paid; the payer reads it.', { minLength: 1, maxLength: 255 }),
  amount_type: {
    ...orNull(oneOf('Which side the amount fixes in a conversion: wallet or payer.', 'receive', 'charge')),
    default: 'receive',
  },
  customer_paid_fee: {
    ...orNull(flag('Adds the collection fee to what the payer pays, on accounts that have this option.')),
    default: false,
  },
  webhook_url: orNull(text('Where this link alone is notified, besides the endpoints.', { maxLength: 2048 })),
};

/** The twelve fields of a link of either kind. */
export const linkFields = {
  amount: amount('The declared amount.'),
  currency: oneOf('The currency in which the payer pays.', ...PAYER_CURRENCIES),
  currency_destiny: currency('The currency of the wallet that is credited.'),
  description: text('What is being paid.'),
  expires_at: orNull(time('The deadline of the checkout order, once a payer has opened one.')),
  max_uses: { type: 'integer', const: 1, description: 'A link is paid at most once.' },
  current_uses: whole('How often it was paid.', { minimum: 0 }),
  status: linkState('Read a state that you do not know as not yet settled.'),
  checkout_url: text('The address that the payer opens.', { format: 'uri' }),
  payment_method: chosenMethod,
  created_at: time('When the link was created.'),
  updated_at: time('When it last changed.'),
};

export const COLLECTION = {
  NewPaymentLink: body(newLinkFields, ['amount', 'currency', 'description']),
  CreatedPaymentLink: answer({
    id: uuid('The link.'),
    url: text('The checkout address to hand to the payer.', { format: 'uri' }),
    expires_at: orNull(time('Null: a new link has no deadline.')),
  }),
  PaymentLink: answer(linkFields),
  CancelledPaymentLink: answer({ id: uuid('The link.'), status: { type: 'string', const: 'cancelled' } }),
  PaymentMethods: listOf(
    answer({
      code: oneOf('What `payment_method` of a link holds.', ...METHODS),
      name: text('The name that payers know.'),
      currency: currency('The currency that it collects.'),
      country: text('Where it is used, ISO 3166-1 alpha-2.', { minLength: 2, maxLength: 2 }),
      type: oneOf('The kind of method.', ...METHOD_TYPES),
      min_amount: amount('The least that a payer can pay with it.'),
      max_amount: amount('The most that a payer can pay with it.'),
      expires_in_seconds: orNull(whole('How long a checkout order stays payable; null for ever.')),
    }),
  ),
  Wallets: listOf(answer({ currency: currency('Each currency appears once, in no particular order.') })),
};
