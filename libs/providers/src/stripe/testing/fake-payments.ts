import type Stripe from 'stripe';
import { FakeStripeError, pageOf, type FakeRoute } from './fake-routes';
import type { FakeIds } from './fake-ids';

export type FakeIntent = Pick<
  Stripe.PaymentIntent,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_received'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
> & { status: Stripe.PaymentIntent.Status; latest_charge: string | null };

export type FakeCharge = Pick<
  Stripe.Charge,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'livemode' | 'metadata' | 'paid'
> & {
  amount_refunded: number;
  payment_intent: string;
  balance_transaction: string;
  payment_method_details: { type: string };
  status: Stripe.Charge.Status;
};

export type FakeBalanceTransaction = Pick<
  Stripe.BalanceTransaction,
  | 'id'
  | 'object'
  | 'amount'
  | 'available_on'
  | 'created'
  | 'currency'
  | 'exchange_rate'
  | 'fee'
  | 'net'
  | 'reporting_category'
  | 'status'
  | 'type'
> & { source: string };

type Movement = Pick<FakeBalanceTransaction, 'amount' | 'currency' | 'fee' | 'reporting_category' | 'source' | 'type'>;

/** Payments, and what they and what followed did to the balance. */
export class FakePayments {
  readonly intents = new Map<string, FakeIntent>();
  readonly charges = new Map<string, FakeCharge>();
  readonly movements = new Map<string, FakeBalanceTransaction>();
  /** The currency of the balance, and its units for one of another currency; null: payments are not converted. */
  balance: { readonly currency: string; readonly rate: number } | null = null;
  /** Finds the object behind a movement, to be expanded. */
  readonly sources: ((id: string) => object | undefined)[] = [(id) => this.charges.get(id)];

  constructor(private readonly ids: FakeIds) {}

  readonly routes: readonly FakeRoute[] = [
    { method: 'GET', path: /^\/v1\/payment_intents\/([^/]+)$/, carryOut: ({ ids: [id] }) => this.intent(id ?? '') },
    { method: 'GET', path: /^\/v1\/charges\/([^/]+)$/, carryOut: ({ ids: [id] }) => this.charge(id ?? '') },
    {
      method: 'GET',
      path: /^\/v1\/balance_transactions$/,
      carryOut: ({ query }) => {
        const { gte = 0, lt = Infinity } = (query['created'] ?? {}) as { gte?: string; lt?: string };
        const expand = (query['expand'] as readonly string[] | undefined) ?? [];
        const found = [...this.movements.values()].filter(
          ({ created, type }) => created >= Number(gte) && created < Number(lt) && type === (query['type'] ?? type),
        );
        const page = pageOf(found, query, '/v1/balance_transactions');
        if (!expand.includes('data.source')) return page;
        const data = page.data.map((each) => ({ ...each, source: this.sourceOf(each.source) ?? each.source }));
        return { object: page.object, data, has_more: page.has_more, url: page.url };
      },
    },
    {
      method: 'GET',
      path: /^\/v1\/balance$/,
      carryOut: () => ({ object: 'balance', available: [], pending: [], livemode: false }),
    },
  ];

  intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw FakeStripeError.missing('payment_intent', id);
    return intent;
  }

  charge(id: string): FakeCharge {
    const charge = this.charges.get(id);
    if (!charge) throw FakeStripeError.missing('charge', id);
    return charge;
  }

  /** A new payment that has not been made yet. */
  createIntent(details: Pick<FakeIntent, 'amount' | 'currency' | 'metadata' | 'payment_method_types'>): FakeIntent {
    const intent: FakeIntent = {
      id: this.ids.next('pi'),
      object: 'payment_intent',
      amount_received: 0,
      created: this.ids.seconds,
      livemode: false,
      status: 'requires_payment_method',
      latest_charge: null,
      ...details,
    };
    this.intents.set(intent.id, intent);
    return intent;
  }

  /** The payment is made: it has a charge, whose amount is in the balance. */
  succeed(intent: FakeIntent): FakeCharge {
    const charge = this.chargeOf(intent) ?? this.submit(intent);
    Object.assign(charge, { status: 'succeeded', paid: true });
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount });
    return charge;
  }

  /** The bank declined what was submitted, whose amount leaves the balance. */
  fail(intent: FakeIntent): void {
    const charge = this.chargeOf(intent);
    if (!charge) return;
    Object.assign(charge, { status: 'failed' });
    const { id: source, amount, currency } = charge;
    const movement = { amount: -amount, currency, fee: 0, reporting_category: 'charge_failure', source };
    this.move({ ...movement, type: 'payment_failure_refund' });
    intent.latest_charge = null;
  }

  /** The payment has a charge, whose amount less 2.9 % and 0.30 enters the balance. */
  submit(intent: FakeIntent): FakeCharge {
    const id = this.ids.next('ch');
    const isCard = intent.payment_method_types.includes('card');
    const { amount, currency } = intent;
    const settled = Math.round(amount * (this.balance?.rate ?? 1));
    const movement = this.move({
      amount: settled,
      currency: this.balance?.currency ?? currency,
      fee: Math.round(settled * 0.029) + 30,
      reporting_category: 'charge',
      source: id,
      type: isCard ? 'charge' : 'payment',
    });
    const charge: FakeCharge = {
      id,
      object: 'charge',
      amount,
      amount_refunded: 0,
      balance_transaction: movement.id,
      created: this.ids.seconds,
      currency,
      livemode: false,
      metadata: intent.metadata,
      paid: false,
      payment_intent: intent.id,
      payment_method_details: { type: intent.payment_method_types[0] ?? 'card' },
      status: 'pending',
    };
    this.charges.set(charge.id, charge);
    intent.latest_charge = charge.id;
    return charge;
  }

  move(movement: Movement): FakeBalanceTransaction {
    const moved: FakeBalanceTransaction = {
      id: this.ids.next('txn'),
      object: 'balance_transaction',
      available_on: this.ids.seconds,
      created: this.ids.seconds,
      exchange_rate: null,
      net: movement.amount - movement.fee,
      status: 'available',
      ...movement,
    };
    this.movements.set(moved.id, moved);
    return moved;
  }

  private chargeOf({ latest_charge: id }: FakeIntent): FakeCharge | undefined {
    return id === null ? undefined : this.charge(id);
  }

  private sourceOf(id: string): object | undefined {
    return this.sources.map((find) => find(id)).find((each) => each !== undefined);
  }
}
