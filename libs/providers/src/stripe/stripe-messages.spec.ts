import { Money, newId } from '@app/kernel';
import { MessageRejectedError, type Reading } from '@app/rails';
import fc from 'fast-check';
import { isOpenDispute } from './stripe-disputes';
import { readMessage } from './stripe-messages';
import { FAKE_WEBHOOK_SECRET, FakeStripe } from './testing/fake-stripe';

const NOTHING = { facts: [], hints: [] };
const NOW = new Date('2030-01-01T12:00:00.000Z');
const OURS = { servicepay_id: 'sp-link1' };
const SESSION = {
  id: 'cs_1',
  object: 'checkout.session',
  amount_total: 10_000,
  currency: 'brl',
  metadata: OURS,
  payment_intent: 'pi_1',
  payment_status: 'paid',
  status: 'complete',
  customer_details: { name: 'Ana Souza', email: 'ana@example.com' },
};
const REFUND = {
  id: 're_1',
  object: 'refund',
  amount: 500,
  currency: 'brl',
  metadata: {},
  payment_intent: 'pi_1',
  status: 'succeeded',
  reason: 'requested_by_customer',
};
const WITHDRAWN = { id: 'txn_1', amount: -10_000 };
const REINSTATED = { id: 'txn_2', amount: 10_000 };
const DISPUTE = {
  id: 'du_1',
  object: 'dispute',
  amount: 10_000,
  currency: 'brl',
  metadata: {},
  payment_intent: 'pi_1',
  reason: 'fraudulent',
  status: 'needs_response',
  balance_transactions: [WITHDRAWN],
};

let fake: FakeStripe;
beforeAll(async () => {
  fake = await FakeStripe.start();
});
afterAll(() => fake.stop());

const read = (type: string, object: object): Reading => readMessage([FAKE_WEBHOOK_SECRET], fake.message(type, object));
const codeOf = (action: () => unknown): string => {
  try {
    action();
    return 'read';
  } catch (error) {
    if (error instanceof MessageRejectedError) return error.code;
    throw error;
  }
};

describe('an event about a card page', () => {
  it.each(['checkout.session.completed', 'checkout.session.async_payment_succeeded'])(
    '%s is a payment, with the name that refunds and disputes use',
    (type) => {
      expect(read(type, SESSION)).toEqual({
        hints: [],
        facts: [
          {
            provider: 'stripe',
            id: 'pi_1:received',
            kind: 'collection',
            type: 'payment.received',
            reference: 'sp-link1',
            amount: Money.of('100', 'BRL'),
            details: {
              payer: { name: 'Ana Souza', email: 'ana@example.com', document: null },
              payment_reference: 'pi_1',
            },
          },
        ],
      });
    },
  );

  it('names an expanded payment by its id', () => {
    const [fact] = read('checkout.session.completed', {
      ...SESSION,
      payment_intent: { id: 'pi_9', object: 'payment_intent' },
    }).facts;
    expect(fact?.id).toBe('pi_9:received');
  });

  it.each([
    [
      { name: ' Ana 123456 ', email: 'ana12345678@example.com' },
      { name: 'Ana 123456', email: 'ana12345678@example.com' },
    ],
    [
      { name: 'a'.repeat(500), email: 'no address' },
      { name: 'a'.repeat(200), email: null },
    ],
    [
      { name: '\u200b', email: 7 },
      { name: null, email: null },
    ],
    [null, { name: null, email: null }],
  ])('has what it can of the payer: %j', (customer_details, payer) => {
    const [fact] = read('checkout.session.completed', { ...SESSION, customer_details }).facts;
    expect(fact?.details).toMatchObject({ payer });
  });

  it.each([
    ['checkout.session.completed', { ...SESSION, payment_status: 'unpaid' }],
    ['checkout.session.completed', { ...SESSION, payment_status: 'no_payment_required' }],
    ['checkout.session.completed', { ...SESSION, payment_status: 'something_new' }],
    ['checkout.session.async_payment_failed', { ...SESSION, payment_status: 'unpaid' }],
    ['checkout.session.expired', { ...SESSION, status: 'expired', payment_status: 'unpaid' }],
    ['checkout.session.completed', { ...SESSION, metadata: {} }],
    ['checkout.session.completed', { ...SESSION, metadata: null }],
    ['payment_intent.created', { id: 'pi_1', metadata: OURS }],
  ])('%s of %j says nothing', (type, object) => {
    expect(read(type, object)).toEqual(NOTHING);
  });

  it.each([
    { amount_total: 0 },
    { amount_total: '100' },
    { amount_total: 1.5 },
    { currency: null },
    { payment_intent: null },
  ])('is rejected when its money cannot be read: %j', (changes) => {
    expect(codeOf(() => read('checkout.session.completed', { ...SESSION, ...changes }))).toBe('MALFORMED_NOTIFICATION');
  });
});

describe('an event about a refund', () => {
  const refundId = newId();
  const ours = { ...REFUND, metadata: { servicepay_id: `sp-${refundId}` } };

  it.each([
    ['refund.created', 'succeeded', 're_1:succeeded', 'refund.completed', Money.of('5', 'BRL')],
    ['refund.updated', 'succeeded', 're_1:succeeded', 'refund.completed', Money.of('5', 'BRL')],
    ['refund.failed', 'failed', 're_1:failed', 'refund.failed', null],
    ['refund.updated', 'canceled', 're_1:failed', 'refund.failed', null],
  ])('of ours, %s with the status %s, says how it ended', (type, status, id, factType, amount) => {
    expect(read(type, { ...ours, status, failure_reason: 'expired_or_canceled_card' }).facts).toMatchObject([
      { id, kind: 'refund', type: factType, reference: refundId, amount, details: { provider_reference: 're_1' } },
    ]);
  });

  it.each(['pending', 'requires_action', 'something_new', null])(
    'of ours with the status %p says nothing yet',
    (status) => {
      expect(read('refund.created', { ...ours, status })).toEqual(NOTHING);
    },
  );

  it('of another only hints at its payment (rule 6.9)', () => {
    const hint = { provider: 'stripe', kind: 'reversal', reference: 'pi_1' };
    expect(read('refund.created', REFUND)).toEqual({ facts: [], hints: [hint] });
  });

  it('without a payment is nothing of ours', () => {
    expect(read('refund.created', { ...REFUND, payment_intent: null })).toEqual(NOTHING);
  });
});

describe('an event about a dispute', () => {
  it.each(['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated', 'charge.dispute.closed'])(
    '%s hints at the payment, whose metadata say whether it is ours (rule 6.9)',
    (type) => {
      const hint = { provider: 'stripe', kind: 'reversal', reference: 'pi_1' };
      expect(read(type, DISPUTE)).toEqual({ facts: [], hints: [hint] });
    },
  );

  const ofCard = { ...DISPUTE, metadata: OURS, payment_method_details: { type: 'card' } };
  it.each([
    ['withdrawn', {}, ['du_1:withdrawn dispute.opened']],
    ['won, with the money still to come', { status: 'won' }, ['du_1:withdrawn dispute.opened']],
    ['lost', { status: 'lost' }, ['du_1:withdrawn dispute.opened', 'du_1:lost dispute.lost']],
    [
      'won',
      { status: 'won', balance_transactions: [WITHDRAWN, REINSTATED] },
      ['du_1:withdrawn dispute.opened', 'du_1:reinstated dispute.won'],
    ],
    ['an inquiry', { status: 'warning_needs_response', balance_transactions: [] }, []],
    ['an inquiry that was closed', { status: 'warning_closed', balance_transactions: [] }, []],
    ['lost without a withdrawal', { status: 'lost', balance_transactions: [] }, []],
  ])('with the metadata of its payment is a fact of what moved: %s', (_case, changes, expected) => {
    const { facts, hints } = read('charge.dispute.closed', { ...ofCard, ...changes });
    const isOpen = isOpenDispute({ ...ofCard, ...changes });
    expect(hints).toEqual(isOpen ? [{ provider: 'stripe', kind: 'reversal', reference: 'pi_1' }] : []);
    expect(facts.map(({ id, type }) => `${id} ${type}`)).toEqual(expected);
    for (const fact of facts) {
      expect(fact).toMatchObject({ kind: 'reversal', reference: 'pi_1', amount: Money.of('100', 'BRL') });
    }
  });

  it.each(['charge.dispute.created', 'charge.dispute.updated'])('%s says nothing', (type) => {
    expect(read(type, DISPUTE)).toEqual(NOTHING);
  });
});

describe('the signature of a message (rule 6.2)', () => {
  const message = (now = NOW) => fake.message('checkout.session.completed', SESSION, now);
  const readAt = (seconds: number, secrets = [FAKE_WEBHOOK_SECRET]) =>
    codeOf(() => readMessage(secrets, { ...message(), now: new Date(NOW.getTime() + seconds * 1_000) }));

  it.each([
    [0, 'read'],
    [300, 'read'],
    [301, 'INVALID_SIGNATURE'],
    [86_400, 'INVALID_SIGNATURE'],
  ])('holds for five minutes: %d seconds later', (seconds, expected) => {
    expect(readAt(seconds)).toBe(expected);
  });

  it('may be by any of the secrets', () => {
    expect(readAt(0, ['whsec_another', FAKE_WEBHOOK_SECRET])).toBe('read');
    expect(readAt(0, ['whsec_another'])).toBe('INVALID_SIGNATURE');
    expect(readAt(0, [])).toBe('INVALID_SIGNATURE');
  });

  it('may be one of several, while Stripe signs with two secrets', () => {
    const signed = message();
    const [time = '', right = ''] = signed.headers['stripe-signature']!.split(',');
    const both = `${time},v1=${'0'.repeat(64)},${right},v0=${'0'.repeat(64)}`;
    const headers = { 'stripe-signature': both };
    expect(codeOf(() => readMessage([FAKE_WEBHOOK_SECRET], { ...signed, headers }))).toBe('read');
  });

  it.each([
    ['none', {}],
    ['an empty one', { 'stripe-signature': '' }],
    ['one without a time', { 'stripe-signature': `v1=${'0'.repeat(64)}` }],
    ['one with another scheme', { 'stripe-signature': `t=${NOW.getTime() / 1_000},v0=${'0'.repeat(64)}` }],
    ['two headers', { 'stripe-signature': ['t=1', 'v1=0'] }],
  ])('is required: %s', (_case, headers) => {
    expect(codeOf(() => readMessage([FAKE_WEBHOOK_SECRET], { ...message(), headers }))).toBe('INVALID_SIGNATURE');
  });

  it('covers the time', () => {
    const signed = message();
    const later = Math.floor(NOW.getTime() / 1_000) + 100;
    const headers = { 'stripe-signature': signed.headers['stripe-signature']!.replace(/t=\d+/, `t=${later}`) };
    expect(codeOf(() => readMessage([FAKE_WEBHOOK_SECRET], { ...signed, headers }))).toBe('INVALID_SIGNATURE');
  });
});

describe('the body of a signed message', () => {
  const readBody = (text: string) => codeOf(() => readMessage([FAKE_WEBHOOK_SECRET], fake.signedText(text, NOW)));

  it.each(['', 'null', '[]', '"text"', '{', '{"type":"a","type":"b"}'])(
    'that is no JSON object is rejected: %s',
    (text) => {
      expect(readBody(text)).toBe('MALFORMED_NOTIFICATION');
    },
  );

  it.each([
    '{}',
    '{"type":7}',
    '{"type":"constructor"}',
    '{"type":"refund.created"}',
    '{"type":"refund.created","data":{"object":[]}}',
  ])('that says nothing we know is read: %s', (text) => {
    expect(readBody(text)).toBe('read');
  });

  it('of any shape is read or rejected, and never fails', () => {
    const types = fc.constantFrom('checkout.session.completed', 'refund.created', 'charge.dispute.closed', 'v2.x');
    fc.assert(
      fc.property(types, fc.object(), (type, object) => {
        const { message } = { message: fake.message(type, { metadata: OURS, payment_status: 'paid', ...object }) };
        return ['read', 'MALFORMED_NOTIFICATION'].includes(codeOf(() => readMessage([FAKE_WEBHOOK_SECRET], message)));
      }),
      { numRuns: 200 },
    );
  });
});
