import type Stripe from 'stripe';
import {
  amountIn,
  assertTaken,
  FakeStripeError,
  pageOf,
  paramsIn,
  textIn,
  type FakeRouteCall,
  type FakeParams,
  type FakeRoute,
} from './fake-routes';
import type { FakeIds } from './fake-ids';
import type { FakePayments } from './fake-payments';

export type FakePaymentLink = Pick<
  Stripe.PaymentLink,
  | 'id'
  | 'object'
  | 'active'
  | 'after_completion'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'payment_method_types'
  | 'url'
> & {
  readonly created: number;
  readonly amount: number;
  readonly limit: number;
  /** Of the product. */
  readonly name: string;
  readonly intentMetadata: Stripe.Metadata;
};

export type FakeSession = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'created'
  | 'currency'
  | 'livemode'
  | 'metadata'
  | 'mode'
  | 'payment_link'
  | 'payment_status'
  | 'status'
> & { payment_intent: string | null; customer_details: { name: string | null; email: string | null } | null };

const LINK = /^\/v1\/payment_links\/([^/]+)$/;
const SESSIONS = '/v1/checkout/sessions';

/** Payment links, and the sessions of payers who opened them. */
export class FakePaymentLinks {
  readonly links = new Map<string, FakePaymentLink>();
  readonly sessions = new Map<string, FakeSession>();

  constructor(
    private readonly ids: FakeIds,
    private readonly payments: FakePayments,
  ) {}

  readonly routes: readonly FakeRoute[] = [
    { method: 'POST', path: /^\/v1\/payment_links$/, carryOut: ({ body }) => shown(this.create(body)) },
    { method: 'GET', path: LINK, carryOut: ({ ids: [id] }) => shown(this.link(id ?? '')) },
    { method: 'POST', path: LINK, carryOut: (call) => shown(this.update(call)) },
    { method: 'GET', path: /^\/v1\/payment_links$/, carryOut: ({ query }) => this.listLinks(query) },
    { method: 'GET', path: /^\/v1\/checkout\/sessions$/, carryOut: ({ query }) => this.listSessions(query) },
    { method: 'GET', path: /^\/v1\/checkout\/sessions\/([^/]+)$/, carryOut: ({ ids: [id] }) => this.session(id ?? '') },
    {
      method: 'POST',
      path: /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/,
      carryOut: ({ ids: [id] }) => this.expire(this.session(id ?? '')),
    },
  ];

  link(id: string): FakePaymentLink {
    const link = this.links.get(id);
    if (!link) throw FakeStripeError.missing('payment_link', id);
    return link;
  }

  session(id: string): FakeSession {
    const session = this.sessions.get(id);
    if (!session) throw FakeStripeError.missing('checkout.session', id);
    return session;
  }

  /** The link with that reference of ours. */
  linkOf(reference: string): FakePaymentLink {
    const link = [...this.links.values()].find(({ metadata }) => metadata['servicepay_id'] === reference);
    if (!link) throw new Error(`the fake has no link ${reference}`);
    return link;
  }

  /** A payer opens the page. */
  open(link: FakePaymentLink): FakeSession {
    if (!link.active) throw new Error('the link is not active');
    const session: FakeSession = {
      id: this.ids.next('cs_test'),
      object: 'checkout.session',
      amount_total: link.amount,
      created: this.ids.seconds,
      currency: link.currency,
      customer_details: null,
      livemode: false,
      metadata: link.metadata,
      mode: 'payment',
      payment_intent: null,
      payment_link: link.id,
      payment_status: 'unpaid',
      status: 'open',
    };
    this.sessions.set(session.id, session);
    return session;
  }

  /** The payer pays by card, whose payment becomes known at once. */
  complete(session: FakeSession): FakeSession {
    if (session.status !== 'open') throw new Error('the session is not open');
    const link = this.link(session.payment_link as string);
    const intent = this.payments.createIntent({
      amount: link.amount,
      currency: link.currency,
      metadata: link.intentMetadata,
      payment_method_types: ['card'],
    });
    this.payments.succeed(intent);
    const customer = { name: 'Ana Souza', email: 'ana@example.com' };
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: intent.id });
    session.customer_details = customer;
    const completed = [...this.sessions.values()].filter(
      (each) => each.payment_link === link.id && each.status === 'complete',
    );
    if (completed.length >= link.limit) link.active = false;
    return session;
  }

  private create(body: FakeParams): FakePaymentLink {
    const [item] = (body['line_items'] ?? []) as FakeParams[];
    const price = paramsIn(item ?? {}, 'price_data');
    const name = textIn(paramsIn(price, 'product_data'), 'name');
    if (name === undefined) throw FakeStripeError.invalid('Missing product name');
    const amount = amountIn(price, 'unit_amount') * Number(item?.['quantity']);
    assertTaken(amount, textIn(price, 'currency'), 'line_items[0][price_data][unit_amount]');
    const id = this.ids.next('plink');
    const redirect = paramsIn(paramsIn(body, 'after_completion'), 'redirect');
    const sessions = paramsIn(paramsIn(body, 'restrictions'), 'completed_sessions');
    const link: FakePaymentLink = {
      id,
      object: 'payment_link',
      active: true,
      after_completion: { type: 'redirect', redirect: { url: textIn(redirect, 'url') ?? '' } },
      amount,
      created: this.ids.seconds,
      currency: textIn(price, 'currency') ?? '',
      intentMetadata: paramsIn(paramsIn(body, 'payment_intent_data'), 'metadata') as Stripe.Metadata,
      limit: Number(sessions['limit'] ?? Infinity),
      livemode: false,
      metadata: paramsIn(body, 'metadata') as Stripe.Metadata,
      name,
      payment_method_types: (body['payment_method_types'] ?? null) as FakePaymentLink['payment_method_types'],
      url: `https://buy.stripe.com/test_${id}`,
    };
    this.links.set(id, link);
    return link;
  }

  private update({ ids: [id], body }: FakeRouteCall): FakePaymentLink {
    const link = this.link(id ?? '');
    if (body['active'] !== undefined) link.active = body['active'] === 'true';
    return link;
  }

  private expire(session: FakeSession): FakeSession {
    if (session.status !== 'open') {
      throw FakeStripeError.invalid('Only Checkout Sessions with a status in ["open"] can be expired.');
    }
    return Object.assign(session, { status: 'expired' as const });
  }

  private listLinks(query: FakeParams) {
    const found = [...this.links.values()].filter(
      ({ active }) => String(active) === (query['active'] ?? String(active)),
    );
    const { object, data, has_more, url } = pageOf(found, query, '/v1/payment_links');
    return { object, data: data.map(shown), has_more, url };
  }

  private listSessions(query: FakeParams) {
    const has = (name: 'payment_link' | 'payment_intent' | 'status', session: FakeSession) =>
      query[name] === undefined || query[name] === session[name];
    const found = [...this.sessions.values()].filter(
      (session) => has('payment_link', session) && has('payment_intent', session) && has('status', session),
    );
    return pageOf(found, query, SESSIONS);
  }
}

function shown({
  created: _created,
  amount: _amount,
  limit: _limit,
  name: _name,
  intentMetadata: _metadata,
  ...link
}: FakePaymentLink) {
  return link;
}
