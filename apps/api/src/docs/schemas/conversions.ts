import { QUOTABLE_ORIGINS } from '@app/rates';
import { amount, answer, body, currency, oneOf, sentAmount, text, time } from '../../http/schema';

export const CONVERSIONS = {
  QuoteRequest: body(
    {
      amount: sentAmount('What leaves in the origin (charge), or what must arrive in the destination (receive).'),
      origin: currency(`The currency that leaves, one of ${QUOTABLE_ORIGINS.join(', ')}.`),
      destination: currency('The currency that arrives.'),
      amount_type: { ...oneOf('Omit it for the default.', 'receive', 'charge'), default: 'receive' },
    },
    ['amount', 'origin', 'destination'],
  ),
  Quote: answer({
    origin: currency('The currency that leaves.'),
    destination: currency('The currency that arrives.'),
    amount_type: oneOf('Which side the amount fixed.', 'receive', 'charge'),
    origin_amount: amount('What leaves.'),
    destination_amount: amount('What arrives.'),
    rate: amount('How much of the destination one unit of the origin buys.'),
    conversion_fee: answer({
      percentage: amount('Per cent.'),
      amount: amount('The fee itself.'),
      currency: currency('The currency of the fee.'),
    }),
    quoted_at: time('When the quote was made. It is not binding.'),
  }),
  RateRequest: body(
    {
      origin: currency('The currency to convert from.'),
      destination: currency('The currency to convert to.'),
      amount: {
        description: 'An amount of the origin to convert as well.',
        anyOf: [{ type: 'number' }, { type: 'string' }, { type: 'null' }],
      },
    },
    ['origin', 'destination'],
  ),
  Rate: answer(
    {
      origin: currency('The currency converted from.'),
      destination: currency('The currency converted to.'),
      rate: text('How much of the destination one unit of the origin buys.'),
      as_of: time('The time that the rate is of.'),
      amount: amount('The amount that was asked about.'),
      converted_amount: amount('The same in the destination.'),
    },
    ['amount', 'converted_amount'],
  ),
};
