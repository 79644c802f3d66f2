import { Money, newId } from '@app/kernel';
import type { ProviderMessage } from '@app/rails';
import { sentIdOf } from '../sent-ids';
import { readMessage } from './dlocal-messages';
import { aRefundObject, anOpenPayment } from './testing/dlocal.subject';
import { FAKE_CREDENTIALS, FakeDlocal } from './testing/fake-dlocal';

let fake: FakeDlocal;
beforeEach(async () => {
  fake = await FakeDlocal.start();
});
afterEach(() => fake.stop());

const read = (message: ProviderMessage) => readMessage(FAKE_CREDENTIALS, message);
const NOTHING = { facts: [], hints: [] };
const INVALID_SIGNATURE: unknown = expect.objectContaining({ code: 'INVALID_SIGNATURE' });
const MALFORMED: unknown = expect.objectContaining({ code: 'MALFORMED_NOTIFICATION' });

describe('the signature of a message', () => {
  const content = () => fake.account.move(anOpenPayment(fake), 'PAID');

  it('is accepted from each of the secrets (rule 6.2)', () => {
    for (const secret of FAKE_CREDENTIALS.secretKeys) {
      expect(read(fake.message(content(), { secret })).facts).toHaveLength(1);
    }
  });

  it('covers our login and not the one in the message', () => {
    const message = fake.message(content());
    expect(read({ ...message, headers: { ...message.headers, 'x-login': 'another' } }).facts).toHaveLength(1);
  });

  it('may be old: dLocal repeats messages for days', () => {
    const message = fake.message(content(), { now: new Date('2020-01-01T00:00:00Z') });
    expect(read({ ...message, now: new Date() }).facts).toHaveLength(1);
  });

  it.each<[string, (message: ReturnType<FakeDlocal['message']>) => Partial<ProviderMessage>]>([
    ['of another secret', () => fake.message(content(), { secret: 'another-secret' })],
    ['of another body', ({ body }) => ({ body: Buffer.from(body.toString().replace('100000', '200000')) })],
    ['of another date', ({ headers }) => ({ headers: { ...headers, 'x-date': new Date(0).toISOString() } })],
    ['without a date', ({ headers: { 'x-date': _, ...headers } }) => ({ headers })],
    ['that is missing', ({ headers: { authorization: _, ...headers } }) => ({ headers })],
    [
      'of another length',
      ({ headers }) => ({ headers: { ...headers, authorization: 'V2-HMAC-SHA256, Signature: 0' } }),
    ],
    ['of a body that is no JSON', () => ({ body: Buffer.from('PAID') })],
  ])('%s is rejected (rule 6.2)', (_, changed) => {
    const message = fake.message(content());
    expect(() => read({ ...message, ...changed(message) })).toThrow(INVALID_SIGNATURE as Error);
  });

  it('makes a body that cannot be read no better', () => {
    const message = fake.message([]);
    expect(() => read(message)).toThrow(MALFORMED as Error);
  });
});

describe('a message about a payment', () => {
  const told = (status: string, changes: object = {}) => {
    const order = anOpenPayment(fake);
    return { order, ...read(fake.message({ ...fake.account.move(order, status), ...changes })) };
  };

  it.each([
    ['PAID', 'payment.received', 'received', Money.of('100000', 'COP')],
    ['EXPIRED', 'order.lapsed', 'lapsed', null],
    ['REJECTED', 'order.declined', 'declined', null],
    ['CANCELLED', 'order.declined', 'declined', null],
  ])('that is %s is the fact %s', (status, type, name, amount) => {
    const { order, facts, hints } = told(status);
    const { id } = fake.account.byOrder(order);
    expect(facts).toEqual([
      expect.objectContaining({ provider: 'dlocal', kind: 'collection', id: `${id}:${name}`, type, amount }),
    ]);
    expect(facts[0]?.reference).toBe(order);
    expect(hints).toEqual([]);
  });

  it('that is paid names the payment as disputes do', () => {
    const { order, facts } = told('PAID');
    expect(facts[0]?.details).toMatchObject({ payment_reference: fake.account.byOrder(order).id });
  });

  it.each(['PENDING', 'AUTHORIZED'])('that is %s says nothing', (status) => {
    expect(told(status)).toMatchObject(NOTHING);
  });

  it('with an unknown status decides nothing, and makes the worker ask (rule 6.9)', () => {
    const { order, facts, hints } = told('SOMETHING_NEW');
    expect(facts).toEqual([]);
    expect(hints).toEqual([{ provider: 'dlocal', kind: 'collection', reference: order }]);
  });

  it('keeps an amount that the service cannot book as text (rule 6.4)', () => {
    expect(told('PAID', { amount: 1.001, currency: 'XTS' }).facts[0]).toMatchObject({
      amount: null,
      details: { unsupported_amount: { amount: '1.001', currency: 'XTS' } },
    });
  });

  it.each([{ amount: -1 }, { amount: 'many' }, { amount: null }, { currency: null }, { id: null }])(
    'that is paid with %j cannot be read (rule 6.2)',
    (changes) => {
      expect(() => told('PAID', changes)).toThrow(MALFORMED as Error);
    },
  );

  it.each(['12345', 'sp-', null, 7])('of the order %j, which is not ours, is nothing (rule 6.13)', (order_id) => {
    expect(read(fake.message({ id: 'D-4-1', order_id, status: 'PAID', amount: 1, currency: 'COP' }))).toEqual(NOTHING);
  });
});

describe('a message about a refund', () => {
  const refundId = newId();

  it.each([
    ['SUCCESS', 'refund.completed', 'succeeded', Money.of('10', 'BRL')],
    ['REJECTED', 'refund.failed', 'failed', null],
    ['CANCELLED', 'refund.failed', 'failed', null],
  ])('of ours that is %s is the fact %s', (status, type, name, amount) => {
    const message = fake.message(aRefundObject(refundId, { status, status_detail: 'The refund ended' }));
    expect(read(message)).toEqual({
      hints: [],
      facts: [
        expect.objectContaining({ kind: 'refund', id: `sp-${refundId}:${name}`, type, reference: refundId, amount }),
      ],
    });
  });

  it('of ours that is pending says nothing', () => {
    expect(read(fake.message(aRefundObject(refundId, { status: 'PENDING' })))).toEqual(NOTHING);
  });

  it('of ours with an unknown status makes the worker ask', () => {
    expect(read(fake.message(aRefundObject(refundId, { status: 'NEW' })))).toEqual({
      facts: [],
      hints: [{ provider: 'dlocal', kind: 'refund', reference: refundId }],
    });
  });

  it('is ours when it shows the address that we sent', () => {
    const notification_url = `https://pay.example.com/providers/dlocal/notifications?refund=sp-${refundId}`;
    const message = fake.message(aRefundObject(refundId, { description: null, notification_url }));
    expect(read(message).facts).toMatchObject([{ reference: refundId }]);
  });

  it('is only asked about when nothing but the address, which is not signed, says that it is ours', () => {
    const message = fake.message(aRefundObject(refundId, { description: null }), { query: `refund=sp-${refundId}` });
    expect(read(message)).toEqual({
      facts: [],
      hints: [{ provider: 'dlocal', kind: 'refund', reference: refundId }],
    });
  });

  it.each(['', 'refund=sp-1', 'refund=1', 'refund'])(
    'is asked about by the id of dLocal when it may be one of the dashboard, at the address %j',
    (query) => {
      const message = fake.message(aRefundObject(refundId, { description: 'for Ana' }), { query });
      expect(read(message)).toEqual({
        facts: [],
        hints: [{ provider: 'dlocal', kind: 'reversal', reference: 'REF1' }],
      });
    },
  );

  it('of a payment that is not ours is nothing (rule 6.13)', () => {
    expect(read(fake.message(aRefundObject(refundId, { order_id: '12345' })))).toEqual(NOTHING);
  });

  it('without an amount cannot be read (rule 6.2)', () => {
    expect(() => read(fake.message(aRefundObject(refundId, { amount: null })))).toThrow(MALFORMED as Error);
  });
});

describe('a message about a chargeback', () => {
  const dispute = (status: string) => fake.account.dispute(anOpenPayment(fake), status);
  const amount = Money.of('100000', 'COP');

  it('that is completed takes the payment back', () => {
    const chargeback = dispute('COMPLETED');
    expect(read(fake.message(chargeback)).facts).toEqual([
      expect.objectContaining({ kind: 'reversal', id: `${chargeback.id}:disputed`, type: 'dispute.opened', amount }),
    ]);
  });

  it('that is reversed brings it back, also when nothing was heard of it before', () => {
    const chargeback = dispute('REVERSAL');
    expect(read(fake.message(chargeback)).facts).toEqual([
      expect.objectContaining({ id: `${chargeback.id}:disputed`, type: 'dispute.opened', amount }),
      expect.objectContaining({ id: `${chargeback.id}:won`, type: 'dispute.won', amount }),
    ]);
  });

  it('that is lost takes the payment for good, also when nothing was heard of it before', () => {
    const chargeback = dispute('DISPUTE_LOST');
    expect(read(fake.message(chargeback)).facts).toEqual([
      expect.objectContaining({ id: `${chargeback.id}:disputed`, type: 'dispute.opened', amount }),
      expect.objectContaining({ id: `${chargeback.id}:lost`, type: 'dispute.lost', amount }),
    ]);
  });

  it.each(['PENDING', 'DISPUTE_RECEIVED', 'IN_DISPUTE', 'INQUIRY', 'SOMETHING_NEW'])(
    'that is %s says nothing',
    (status) => {
      expect(read(fake.message(dispute(status)))).toEqual(NOTHING);
    },
  );

  it('that names only the payment makes the worker ask whose it is', () => {
    const { order_id: _, ...chargeback } = dispute('COMPLETED');
    expect(read(fake.message(chargeback))).toEqual({
      facts: [],
      hints: [{ provider: 'dlocal', kind: 'reversal', reference: `chargeback:${chargeback.id}` }],
    });
  });

  it('of a payment that is not ours is nothing (rule 6.13)', () => {
    expect(read(fake.message({ ...dispute('COMPLETED'), order_id: '12345' }))).toEqual(NOTHING);
  });
});

describe('a message about a payout', () => {
  const payoutId = newId();
  const unsigned = (content: object): ProviderMessage => ({ ...fake.message(content), headers: {} });

  it('is never signed, and only makes the worker ask (rule 6.12)', () => {
    expect(read(unsigned({ id: 'PYO1', external_id: sentIdOf(payoutId), status: 'PAID' }))).toEqual({
      facts: [],
      hints: [{ provider: 'dlocal', kind: 'payout', reference: payoutId, isUnsigned: true }],
    });
  });

  it('of somebody else is nothing', () => {
    expect(read(unsigned({ external_id: 'PAYOUT-1', status: 'PAID' }))).toEqual(NOTHING);
  });

  it.each(['order_id', 'payment_id'])('is no way around the signature: with %s it needs one (rule 6.2)', (name) => {
    const content = { external_id: sentIdOf(payoutId), [name]: 'sp-1', status: 'PAID' };
    expect(() => read(unsigned(content))).toThrow(INVALID_SIGNATURE as Error);
  });
});
