import type Stripe from 'stripe';
import {
  FakeStripeError,
  listPage,
  paramsIn,
  textIn,
  type FakeRouteCall,
  type FakeParams,
  type FakeRoute,
} from './fake-routes';
import type { FakeIds } from './fake-ids';

export type FakeRecipient = Pick<Stripe.V2.Core.Account, 'id' | 'object' | 'created' | 'livemode'> & {
  readonly contact_email: string | undefined;
  readonly display_name: string | undefined;
  readonly identity: FakeParams;
  readonly applied_configurations: 'recipient'[];
};

export type FakePayoutMethod = Stripe.V2.MoneyManagement.PayoutMethod & { readonly account: string };

export type FakeOutboundPayment = Stripe.V2.MoneyManagement.OutboundPayment & {
  /** How often money left for it. */
  paidCount: number;
};

export type FakeTransaction = Stripe.V2.MoneyManagement.Transaction;

export const FAKE_FINANCIAL_ACCOUNT = 'fa_test_fakeAccount';
/** An account number that Stripe rejects. */
export const INVALID_ACCOUNT = '0000';

/** Recipients, their bank accounts, and payments to them from the financial account. */
export class FakeOutboundPayments {
  readonly recipients = new Map<string, FakeRecipient>();
  readonly methods = new Map<string, FakePayoutMethod>();
  readonly payments = new Map<string, FakeOutboundPayment>();
  /** What the financial account had in and out. */
  readonly transactions: FakeTransaction[] = [];
  /** Cents that can be paid out. */
  balance = Infinity;

  constructor(private readonly ids: FakeIds) {}

  readonly routes: readonly FakeRoute[] = [
    { method: 'POST', path: /^\/v2\/core\/accounts$/, carryOut: ({ body }) => this.openAccount(body) },
    {
      method: 'POST',
      path: /^\/v2\/money_management\/outbound_setup_intents$/,
      carryOut: (call) => this.setUp(call),
    },
    { method: 'POST', path: /^\/v2\/money_management\/outbound_payments$/, carryOut: ({ body }) => this.pay(body) },
    {
      method: 'GET',
      path: /^\/v2\/money_management\/outbound_payments$/,
      carryOut: ({ query }) =>
        listPage(
          [...this.payments.values()].filter(({ to }) => to.recipient === query['recipient']).map(shown),
          query,
          '/v2/money_management/outbound_payments',
        ),
    },
    {
      method: 'GET',
      path: /^\/v2\/money_management\/outbound_payments\/([^/]+)$/,
      carryOut: ({ ids: [id = ''] }) => shown(this.payment(id)),
    },
    {
      method: 'GET',
      path: /^\/v2\/money_management\/transactions$/,
      carryOut: ({ query }) => listPage(this.transactions, query, '/v2/money_management/transactions'),
    },
    {
      method: 'GET',
      path: /^\/v2\/money_management\/financial_accounts\/([^/]+)$/,
      carryOut: ({ ids: [id = ''] }) => {
        if (id !== FAKE_FINANCIAL_ACCOUNT) throw FakeStripeError.missing('financial_account', id);
        return {
          id,
          object: 'v2.money_management.financial_account',
          status: 'open',
          type: 'storage',
          livemode: false,
        };
      },
    },
  ];

  payment(id: string): FakeOutboundPayment {
    const payment = this.payments.get(id);
    if (!payment) throw FakeStripeError.missing('outbound_payment', id);
    return payment;
  }

  /** The payments of our payout. */
  of(reference: string): FakeOutboundPayment[] {
    return [...this.payments.values()].filter(({ metadata }) => metadata?.['servicepay_id'] === reference);
  }

  /** The money leaves the financial account. */
  post(payment: FakeOutboundPayment): FakeOutboundPayment {
    const status_transitions = { posted_at: this.ids.now().toISOString() };
    payment.paidCount += 1;
    this.move('outbound_payment', -payment.amount.value, { type: 'outbound_payment', outbound_payment: payment.id });
    return Object.assign(payment, { status: 'posted' as const, cancelable: false, status_transitions });
  }

  fail(payment: FakeOutboundPayment, reason = 'payout_method_declined'): FakeOutboundPayment {
    return Object.assign(payment, { status: 'failed' as const, status_details: { failed: { reason } } });
  }

  cancel(payment: FakeOutboundPayment): FakeOutboundPayment {
    return Object.assign(payment, { status: 'canceled' as const });
  }

  /** The recipient's bank gives the money back. */
  giveBack(payment: FakeOutboundPayment, reason = 'payout_method_closed'): FakeOutboundPayment {
    const flow = { type: 'outbound_payment', outbound_payment: payment.id };
    this.move('outbound_payment_reversal', payment.amount.value, flow);
    return Object.assign(payment, { status: 'returned' as const, status_details: { returned: { reason } } });
  }

  /** Money enters or leaves the financial account. */
  move(category: FakeTransaction['category'], value: number, flow: NonNullable<FakeTransaction['flow']>): void {
    const created = this.ids.now().toISOString();
    const [amount, none] = [
      { value, currency: 'usd' },
      { value: 0, currency: 'usd' },
    ];
    this.transactions.push({
      id: this.ids.next('trxn'),
      object: 'v2.money_management.transaction',
      amount,
      balance_impact: { available: amount, inbound_pending: none, outbound_pending: none },
      category,
      created,
      financial_account: FAKE_FINANCIAL_ACCOUNT,
      flow,
      livemode: false,
      regulatory_receipt: { status: 'not_applicable' },
      status: 'posted',
      status_transitions: { posted_at: created },
    });
  }

  private openAccount(body: FakeParams): FakeRecipient {
    const identity = paramsIn(body, 'identity');
    if (textIn(identity, 'country') === undefined) throw FakeStripeError.invalid('identity.country: Required');
    const recipient: FakeRecipient = {
      id: this.ids.next('acct'),
      object: 'v2.core.account',
      applied_configurations: ['recipient'],
      contact_email: textIn(body, 'contact_email'),
      created: this.ids.now().toISOString(),
      display_name: textIn(body, 'display_name'),
      identity,
      livemode: false,
    };
    this.recipients.set(recipient.id, recipient);
    return recipient;
  }

  private setUp({ body, context }: FakeRouteCall): object {
    const account = context === undefined ? undefined : this.recipients.get(context);
    if (!account) throw FakeStripeError.missing('account', context ?? '');
    const bank = paramsIn(paramsIn(body, 'payout_method_data'), 'bank_account');
    const number = textIn(bank, 'account_number') ?? '';
    if (textIn(bank, 'currency') === undefined) throw FakeStripeError.invalid('currency: Required', 'invalid_fields');
    if (number === INVALID_ACCOUNT) throw FakeStripeError.invalid('The account number is invalid.', 'invalid_fields');
    const method = this.addMethod(account.id, bank, number);
    return {
      id: this.ids.next('osi'),
      object: 'v2.money_management.outbound_setup_intent',
      created: method.created,
      livemode: false,
      payout_method: method,
      status: 'succeeded',
      usage_intent: 'payment',
    };
  }

  private addMethod(account: string, bank: FakeParams, number: string): FakePayoutMethod {
    const method: FakePayoutMethod = {
      id: this.ids.next('usba'),
      object: 'v2.money_management.payout_method',
      account,
      archived: false,
      bank_account: {
        bank_account_type: textIn(bank, 'bank_account_type') === 'savings' ? 'savings' : 'checking',
        bank_name: 'Test Bank',
        country: textIn(bank, 'country') ?? '',
        last4: number.slice(-4),
        supported_currencies: ['usd'],
      },
      created: this.ids.now().toISOString(),
      livemode: false,
      restricted: false,
      type: 'bank_account',
      usage_status: { payments: 'eligible', transfers: 'disabled' },
    };
    this.methods.set(method.id, method);
    return method;
  }

  private pay(body: FakeParams): object {
    const [amount, from, to] = [paramsIn(body, 'amount'), paramsIn(body, 'from'), paramsIn(body, 'to')];
    const [value, currency] = [Number(amount['value']), textIn(amount, 'currency') ?? ''];
    if (!Number.isInteger(value) || value <= 0)
      throw FakeStripeError.invalid('amount.value: Invalid', 'invalid_fields');
    if (from['financial_account'] !== FAKE_FINANCIAL_ACCOUNT) {
      throw FakeStripeError.missing('financial_account', String(from['financial_account']));
    }
    const [recipient, payout_method] = [textIn(to, 'recipient') ?? '', textIn(to, 'payout_method') ?? ''];
    if (this.methods.get(payout_method)?.account !== recipient) {
      const message = 'The payout method does not belong to the recipient.';
      throw new FakeStripeError(400, { type: 'invalid_payout_method', code: 'invalid_payout_method', message });
    }
    if (value > this.balance) {
      const message = 'The financial account has insufficient funds.';
      throw new FakeStripeError(400, { type: 'insufficient_funds', code: 'insufficient_funds', message });
    }
    this.balance -= value;
    const payment: FakeOutboundPayment = {
      id: this.ids.next('obp'),
      object: 'v2.money_management.outbound_payment',
      amount: { value, currency },
      cancelable: true,
      created: this.ids.now().toISOString(),
      from: { financial_account: FAKE_FINANCIAL_ACCOUNT, debited: { value, currency } },
      livemode: false,
      metadata: paramsIn(body, 'metadata') as Record<string, string>,
      paidCount: 0,
      recipient_notification: { setting: 'none' },
      statement_descriptor: 'STRIPE',
      status: 'processing',
      to: { recipient, payout_method, credited: { value, currency } },
    };
    this.payments.set(payment.id, payment);
    return shown(payment);
  }
}

function shown({ paidCount: _ours, ...payment }: FakeOutboundPayment): Stripe.V2.MoneyManagement.OutboundPayment {
  return payment;
}
