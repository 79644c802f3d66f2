import { Money } from '@app/kernel';
import { MessageRejectedError, type ProviderMessage, type Reading } from '@app/rails';
import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { FakeWoovi } from './testing/fake-woovi';
import { readMessage } from './woovi-messages';

const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey;
const CHARGE = { correlationID: 'sp-order1', value: 10_000, status: 'COMPLETED' };
const PIX = { value: 10_000, endToEndId: 'E54811417202401250946abc' };
const RETURN = {
  refundTransaction: { value: 4_846, endToEndId: 'D54811417202401250946abc' },
  originalTransaction: { endToEndId: PIX.endToEndId },
};
const NOTHING = { facts: [], hints: [] };

let fake: FakeWoovi;
beforeAll(async () => {
  fake = await FakeWoovi.start();
});
afterAll(() => fake.stop());

const read = (content: object): Reading => readMessage([OTHER_KEY, fake.publicKey], fake.message(content));
const codeOf = (action: () => unknown): string => {
  try {
    action();
    return 'read';
  } catch (error) {
    if (error instanceof MessageRejectedError) return error.code;
    throw error;
  }
};

describe('a message of Woovi', () => {
  it.each([
    'OPENPIX:CHARGE_COMPLETED',
    'woovi:CHARGE_COMPLETED',
    'OPENPIX:CHARGE_COMPLETED_NOT_SAME_CUSTOMER_PAYER',
    'OPENPIX:TRANSACTION_RECEIVED',
  ])('%s is a payment of what arrived, with the name that disputes use (rule 6.19)', (event) => {
    const { facts, hints } = read({ event, charge: CHARGE, pix: { ...PIX, value: 9_999 } });
    expect(hints).toEqual([]);
    expect(facts).toEqual([
      expect.objectContaining({
        provider: 'woovi',
        id: `${PIX.endToEndId}:received`,
        kind: 'collection',
        type: 'payment.received',
        reference: 'sp-order1',
        amount: Money.of('99.99', 'BRL'),
        details: { payer: null, payment_reference: PIX.endToEndId },
      }),
    ]);
  });

  it('about an expired charge closes the order', () => {
    const { facts } = read({ event: 'OPENPIX:CHARGE_EXPIRED', charge: CHARGE });
    expect(facts).toEqual([expect.objectContaining({ type: 'order.lapsed', reference: 'sp-order1', amount: null })]);
  });

  it.each([
    ['OPENPIX:TRANSACTION_REFUND_RECEIVED', { charge: CHARGE, pix: PIX }],
    ['OPENPIX:TRANSACTION_REFUND_RECEIVED', { pix: { ...PIX, charge: CHARGE } }],
    ['PIX_TRANSACTION_REFUND_SENT_CONFIRMED', { originalTransaction: { charge: CHARGE } }],
    ['PIX_TRANSACTION_REFUND_SENT_REJECTED', { refundTransaction: { charge: CHARGE } }],
  ])('%s only hints at the charge (rule 6.9)', (event, content) => {
    const hint = { provider: 'woovi', kind: 'collection', reference: 'sp-order1' };
    expect(read({ event, ...content })).toEqual({ facts: [], hints: [hint] });
  });

  it('about a payment without its name makes the worker ask for the payments', () => {
    const { facts, hints } = read({ event: 'OPENPIX:CHARGE_COMPLETED', charge: CHARGE, pix: { value: 10_000 } });
    expect([facts, hints]).toEqual([[], [{ provider: 'woovi', kind: 'collection', reference: 'sp-order1' }]]);
  });

  it('about a refund that names only the payment makes the worker ask about that (rule 6.9)', () => {
    const event = 'PIX_TRANSACTION_REFUND_SENT_CONFIRMED';
    const hint = { provider: 'woovi', kind: 'reversal', reference: PIX.endToEndId };
    expect(read({ event, ...RETURN })).toEqual({ facts: [], hints: [hint] });
  });

  it.each(['OPENPIX:', ''])('about a return of a payout hints at what came back: %s (rule 11.16)', (prefix) => {
    const { facts, hints } = read({ event: `${prefix}PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED`, ...RETURN });
    const reference = `return:${PIX.endToEndId}:D54811417202401250946abc:4846`;
    expect([facts, hints]).toEqual([[], [{ provider: 'woovi', kind: 'payout', reference }]]);
  });

  it.each([
    [1, '0.01'],
    [50, '0.50'],
    [100, '1.00'],
  ])('about a payment of %s centavos carries %s BRL', (value, amount) => {
    const { facts } = read({ event: 'OPENPIX:CHARGE_COMPLETED', charge: CHARGE, pix: { ...PIX, value } });
    expect(facts.map((fact) => fact.amount)).toEqual([Money.of(amount, 'BRL')]);
  });

  it('about a return of no amount is not readable', () => {
    const refundTransaction = { ...RETURN.refundTransaction, value: 0 };
    const content = { event: 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED', ...RETURN, refundTransaction };
    expect(codeOf(() => read(content))).toBe('MALFORMED_NOTIFICATION');
  });

  it('about a confirmed payout carries its amount and the Pix transaction', () => {
    const payment = { correlationID: 'sp-PAYOUT1', value: 4_846, status: 'CONFIRMED' };
    const { facts } = read({ event: 'OPENPIX:MOVEMENT_CONFIRMED', payment, transaction: PIX });
    expect(facts).toEqual([
      expect.objectContaining({
        id: 'sp-PAYOUT1:completed',
        kind: 'payout',
        type: 'payout.completed',
        reference: 'payout1',
        amount: Money.of('48.46', 'BRL'),
        details: { provider_reference: PIX.endToEndId, reason: null },
      }),
    ]);
  });

  it('about a failed payout says why, with the digits of documents masked', () => {
    const error = { code: 'PIX_KEY_INFO_NOT_FOUND', description: 'Chave 111.444.777-35 não encontrada' };
    const { facts } = read({ event: 'OPENPIX:MOVEMENT_FAILED', payment: { correlationID: 'sp-p1' }, error });
    const details = { provider_reference: 'sp-p1', reason: 'Chave ***.***.*77-35 não encontrada' };
    expect(facts).toEqual([expect.objectContaining({ type: 'payout.failed', reference: 'p1', details })]);
  });

  it('about a removed payout fails it', () => {
    const { facts } = read({ event: 'OPENPIX:MOVEMENT_REMOVED', payment: { correlationID: 'sp-p1' } });
    expect(facts).toEqual([expect.objectContaining({ type: 'payout.failed', reference: 'p1' })]);
  });

  it('about an accepted dispute opens and loses it, under the name of the Pix transaction', () => {
    const dispute = { status: 'ACCEPTED', endToEndId: 'E1', value: 1_000, disputeReason: 'Golpe' };
    const { facts } = read({ event: 'OPENPIX:DISPUTE_ACCEPTED', dispute });
    const about = { kind: 'reversal', reference: 'E1', amount: Money.of('10', 'BRL') };
    const details = { provider_reference: 'E1', reason: 'Golpe' };
    expect(facts).toEqual([
      expect.objectContaining({ ...about, type: 'dispute.opened', details }),
      expect.objectContaining({ ...about, type: 'dispute.lost', details }),
    ]);
  });

  it('about another amount of a dispute is a fact of its own (rule 6.19)', () => {
    const idsOf = (value: number) =>
      read({ event: 'OPENPIX:DISPUTE_ACCEPTED', dispute: { endToEndId: 'E1', value } }).facts.map(({ id }) => id);
    expect([idsOf(1_000), idsOf(2_500)]).toEqual([
      ['E1:1000:disputed', 'E1:lost'],
      ['E1:2500:disputed', 'E1:lost'],
    ]);
  });

  it.each<[string, object]>([
    ['the test of a new webhook', { data_criacao: '2024-01-23T20:32:14.429Z', event: 'OPENPIX:CHARGE_COMPLETED' }],
    ['the former test', { evento: 'teste_webhook' }],
    ['a charge of others', { event: 'OPENPIX:CHARGE_COMPLETED', charge: { ...CHARGE, correlationID: 'shop-1' } }],
    ['a charge with our prefix alone', { event: 'OPENPIX:CHARGE_EXPIRED', charge: { correlationID: 'sp-' } }],
    ['a payout of others', { event: 'OPENPIX:MOVEMENT_FAILED', payment: { correlationID: 'p1' } }],
    ['a refund of others', { event: 'OPENPIX:TRANSACTION_REFUND_RECEIVED', charge: { correlationID: 'shop-1' } }],
    ['a transaction without a charge', { event: 'OPENPIX:TRANSACTION_RECEIVED', pix: PIX }],
    ['a return that names no payout', { event: 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED', refundTransaction: PIX }],
    ['a rejected return', { event: 'PIX_TRANSACTION_REFUND_RECEIVED_REJECTED', ...RETURN }],
    ['a dispute that has taken nothing', { event: 'OPENPIX:DISPUTE_CREATED', dispute: { endToEndId: 'E1' } }],
    ['a type of an object of JavaScript', { event: 'OPENPIX:constructor', charge: CHARGE }],
    ['an unknown type', { event: 'OPENPIX:SOMETHING_NEW', charge: CHARGE, payment: { correlationID: 'sp-p1' } }],
  ])('says nothing when it is %s', (_case, content) => {
    expect(read(content)).toEqual(NOTHING);
  });
});

describe('a message that is not readable', () => {
  it.each([[0], [-1], [1.5], ['10000'], [null], [1e21], [{}]])('has %p as the amount of a payment', (value) => {
    const content = { event: 'OPENPIX:CHARGE_COMPLETED', charge: CHARGE, pix: { ...PIX, value } };
    expect(codeOf(() => read(content))).toBe('MALFORMED_NOTIFICATION');
  });

  it.each(['[]', 'null', '"text"'])('is %s', (text) => {
    expect(codeOf(() => read(JSON.parse(text) as object))).toBe('MALFORMED_NOTIFICATION');
  });
});

describe('a message that is not authentic (rule 6.2)', () => {
  const message = () => fake.message({ event: 'OPENPIX:CHARGE_COMPLETED', charge: CHARGE, pix: PIX });
  const refused = (changes: Partial<ProviderMessage>, keys = [fake.publicKey]) =>
    codeOf(() => readMessage(keys, { ...message(), ...changes }));

  it('has a signature of another key', () => {
    expect(refused({}, [OTHER_KEY])).toBe('INVALID_SIGNATURE');
  });

  it('has a body with one more byte', () => {
    expect(refused({ body: Buffer.concat([message().body, Buffer.from(' ')]) })).toBe('INVALID_SIGNATURE');
  });

  it.each([[undefined], [''], ['not base64 %%'], [['one', 'two']]])('has the signature %p', (signature) => {
    expect(refused({ headers: { 'x-webhook-signature': signature } })).toBe('INVALID_SIGNATURE');
  });
});

it('no authentic content makes reading fail otherwise', () => {
  const member = fc.oneof(fc.jsonValue(), fc.record({ correlationID: fc.string(), value: fc.jsonValue() }));
  const event = fc.constantFrom(
    'CHARGE_COMPLETED',
    'CHARGE_EXPIRED',
    'TRANSACTION_REFUND_RECEIVED',
    'MOVEMENT_CONFIRMED',
    'MOVEMENT_FAILED',
    'DISPUTE_ACCEPTED',
    '__proto__',
    'toString',
  );
  const content = fc.record({ event, charge: member, pix: member, payment: member, error: member, dispute: member });
  fc.assert(
    fc.property(content, (json) => {
      expect(['read', 'MALFORMED_NOTIFICATION']).toContain(codeOf(() => read(json)));
    }),
    { numRuns: 200 },
  );
});
