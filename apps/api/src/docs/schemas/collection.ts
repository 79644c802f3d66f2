import { PAYER_CURRENCIES } from '@app/kernel';
import { CARD, LINK_STATUSES, PAYMENT_METHODS } from '@app/payment-links';
import { amount, currency, flag, oneOf, orNull, sentAmount, text, time, whole } from '../../http/schema';

const STATES = LINK_STATUSES;
const METHODS = PAYMENT_METHODS.map(({ code }) => code);

const linkState = (description: string) => oneOf(description, ...STATES);
const chosenMethod = orNull(
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
