import { HIDDEN_MOVEMENT_TYPES, LANES, MOVEMENT_TYPES } from '@app/ledger';
import { CARD, PAYMENT_METHODS, RECEIVED_PAYMENT_STATUSES } from '@app/payment-links';
import { linkFields, newLinkFields } from './collection';
import {
  amount,
  answer,
  body,
  currency,
  flag,
  listOf,
  oneOf,
  orNull,
  ref,
  text,
  time,
  uuid,
  whole,
} from '../../http/schema';

const rate = (description: string) => orNull(amount(`${description} Null where the currencies coincide.`));
const walletId = uuid('The wallet.');
const walletFields = {
  id: walletId,
  currency: currency('Its currency.'),
  lane: oneOf('The channel that it is tied to.', ...LANES.filter((lane) => lane !== 'internal')),
  balance: amount('All money in it.'),
  reserved_balance: amount('What is committed to outflows in progress.'),
  available_balance: amount('The rest, below zero where a returned debit had been spent.'),
};
const noted = (name: string) => orNull(text(`The payer’s ${name}, if told.`));

const payment = {
  id: uuid('The payment.'),
  payment_link_id: uuid('The link that was paid.'),
  kind: oneOf('The kind of the link.', 'payment_link', 'card_payment_link'),
  status: oneOf('A payment in process has not been credited yet.', ...RECEIVED_PAYMENT_STATUSES),
  payer: answer({ name: noted('name'), email: noted('e-mail address'), document: noted('document') }),
  payment_method: oneOf('How it was paid.', ...PAYMENT_METHODS.map(({ code }) => code), CARD),
  payer_amount: amount('What the payer pays.'),
  payer_currency: currency('Its currency.'),
  exchange_rate: rate('Wallet currency for one unit of the payer’s.'),
  reference_rate: rate('The rate before any deduction.'),
  effective_rate: rate('What is credited, divided by what is paid.'),
  gross_amount: amount('The payment in the wallet’s currency, before fees.'),
  collection_fee: answer({
    percentage_amount: amount('Its percentage part.'),
    fixed_amount: amount('Its fixed part, converted.'),
    fixed_amount_usd: amount('The fixed part as it is configured, in USD.'),
    total: amount('The whole collection fee.'),
    bounded_by: orNull(oneOf('The bound that decided the total.', 'minimum', 'maximum')),
    borne_by: oneOf('Who pays it.', 'merchant', 'payer'),
  }),
  conversion_fee: amount('The fee of the conversion.'),
  credited_amount: amount('What the wallet gets.'),
  currency: currency('The currency of the wallet, and of every amount without one of its own.'),
  virtual_wallet_id: walletId,
  provider_reference: text('How the payment rail names it.'),
  fee_receipt: orNull(
    answer({
      number: text('Counts within the account.'),
      amount: amount('The fee that the payer bore.'),
      currency: currency('The payer’s currency.'),
      issued_at: time('When it was issued.'),
    }),
  ),
  created_at: time('When it became known.'),
  credited_at: orNull(time('When it was credited.')),
  returned_at: orNull(time('When the debit was returned.')),
};

/** What the panel is told of wallets and collections. */
export const PANEL_MONEY = {
  VirtualWallets: listOf(answer(walletFields)),
  WalletProof: answer({
    virtual_wallet_id: walletId,
    currency: walletFields.currency,
    balance: walletFields.balance,
    lines: listOf(
      answer({
        type: text(`${[...MOVEMENT_TYPES, ...HIDDEN_MOVEMENT_TYPES].join(', ')}, or one that is newer.`),
        visible: flag('Whether the list of movements shows them.'),
        count: whole('How many there are.', { minimum: 1 }),
        total: amount('What they have changed the balance by, with its sign.'),
      }),
    ),
    sum: amount('Of all lines.'),
    adds_up: flag('Whether the sum is the balance.'),
  }),
  UsdWallet: answer({
    ...walletFields,
    bank_account: answer({
      holder_name: text('Whom a transfer is made out to.'),
      bank_name: text('The bank.'),
      bank_address: text('Its address.'),
      routing_number: text('ABA routing number.', { pattern: '^\\d{9}$' }),
      account_number: text('Account number.', { pattern: '^\\d{4,17}$' }),
      account_type: oneOf('The kind of account.', 'checking', 'savings'),
    }),
  }),
  BalanceMovements: listOf(
    answer({
      id: text('The movement.'),
      type: text(`${MOVEMENT_TYPES.join(', ')}, or one that is newer.`),
      direction: oneOf('Whether money came or went.', 'in', 'out'),
      amount: amount('What moved. Its sign does not tell the direction.'),
      currency: currency('Its currency.'),
      balance_after: amount('The balance right afterwards.'),
      label: text('For display only.'),
      reference: orNull(answer({ type: text('What caused it.'), id: text('Its id.') })),
      created_at: time('When it happened.'),
    }),
  ),
  BalanceMovementTotals: answer({
    virtual_wallet_id: walletId,
    currency: walletFields.currency,
    total_in: amount('All that came in.'),
    total_out: amount('All that went out, without a sign.'),
    count_in: whole('How many movements came in.', { minimum: 0 }),
    count_out: whole('How many went out.', { minimum: 0 }),
  }),
  ReceivedPayment: answer(payment),
  ReceivedPayments: listOf(ref('ReceivedPayment')),
  NewPanelPaymentLink: body(
    {
      ...newLinkFields,
      currency_destiny: currency('The currency of the wallet that the payer’s currency leads to.'),
      customer_paid_fee: orNull(flag('As in the external API; the default of the account where it is left out.')),
    },
    ['amount', 'currency', 'currency_destiny', 'description'],
  ),
  PanelPaymentLink: answer({
    id: uuid('The link.'),
    ...linkFields,
    amount_type: oneOf('Which side the amount fixes in a conversion: wallet or payer.', 'receive', 'charge'),
    customer_paid_fee: flag('Whether the payer bears the collection fee.'),
    created_by: answer({
      user_id: uuid('The user who made it, or whose key did.'),
      api_key_id: orNull(uuid('The key that made it; null if it was made in the panel, or the key is deleted.')),
    }),
  }),
  PanelPaymentLinks: listOf(ref('PanelPaymentLink')),
};
