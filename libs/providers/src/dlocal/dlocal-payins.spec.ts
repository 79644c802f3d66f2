import { Money, newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import {
  AmountDeclinedError,
  CollectionRail,
  findMethod,
  type PaymentMethod,
  type RailOrderRequest,
} from '@app/payment-links';
import { ConfigError } from '@app/platform';
import { Providers, type CollectCapability, type PayerBank } from '@app/rails';
import { FAKE_FAULTS } from '../testing/fake-server';
import { DlocalRejectedError } from './dlocal-client';
import { methodsWith } from './dlocal-methods';
import { dlocalOver, NOTIFICATION_URL } from './testing/dlocal.subject';
import { FakeDlocal } from './testing/fake-dlocal';
import { DECLINED_DOCUMENT, PSE_BANKS, REJECTED_DOCUMENT } from './testing/fake-dlocal-account';

const { signal: patience } = new AbortController();
/** Less than dLocal takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(300);
const NOW = new Date('2030-01-01T12:00:00.000Z');

let fake: FakeDlocal;
let dlocal: ReturnType<typeof dlocalOver>;
let clock: StandingClock;
beforeEach(async () => {
  fake = await FakeDlocal.start();
  clock = new StandingClock();
  fake.account.now = () => clock.now();
  dlocal = dlocalOver(fake, { clock });
});
afterEach(() => fake.stop());

const railOf = ({ provider } = dlocal) => new Providers().adapterIn(CollectionRail, provider);

const anOrder = (code: string, changes: Partial<RailOrderRequest> = {}): RailOrderRequest => {
  const method = findMethod(code) as PaymentMethod;
  return {
    orderId: newId(),
    method,
    amount: Money.of('100000', method.currency),
    description: 'Order 1001 🙂'.padEnd(500, '.'),
    payer: { name: 'Ana', email: 'ana@example.com', document: '53033315', documentType: 'cc', phone: '+573001234567' },
    bank: null,
    returnUrl: 'https://pay.example.com/checkout/1',
    now: NOW,
    ...changes,
  };
};

describe('an order', () => {
  it('is a payment with our id, what it is for and who pays, and the addresses of messages and return', async () => {
    const post = jest.spyOn(dlocal.client, 'post');
    const order = anOrder('cop_pse', { bank: { code: '1007', name: 'Bancolombia' } });
    await railOf().open(order, patience);
    expect(post.mock.calls[0]?.[1]).toEqual({
      amount: 100_000,
      currency: 'COP',
      country: 'CO',
      payment_method_id: 'PC',
      payment_method_flow: 'REDIRECT',
      payer: { name: 'Ana', email: 'ana@example.com', document: '53033315', phone: '+573001234567' },
      order_id: `sp-${order.orderId}`,
      description: [...order.description].slice(0, 100).join(''),
      notification_url: NOTIFICATION_URL,
      callback_url: order.returnUrl,
      bank_transfer: { bank_code: '1007' },
    });
  });

  it('leads to the page of the bank, with the name of the bank that was chosen', async () => {
    const opened = await railOf().open(anOrder('cop_pse', { bank: { code: '1007', name: 'Bancolombia' } }), patience);
    expect(opened.instructions).toEqual([
      { label: 'bank', value: 'Bancolombia', kind: 'text' },
      { label: 'bank_page', value: expect.stringContaining(`${fake.url}/bank/`) as string, kind: 'link' },
    ]);
  });

  it.each([
    ['brl_pix', 'pix_code', 'qr'],
    ['ars_qr', 'qr_code', 'qr'],
    ['bob_qr', 'qr_code', 'qr'],
    ['clp_webpay', 'bank_page', 'link'],
    ['clp_khipu', 'bank_page', 'link'],
  ])('of %s is paid with its %s', async (code, label, kind) => {
    const { instructions } = await railOf().open(anOrder(code), patience);
    expect(instructions).toEqual([{ label, value: expect.any(String) as string, kind }]);
  });

  it.each([
    ['ars_transfer', 'cbu'],
    ['mxn_spei', 'clabe'],
  ])('of %s is paid to an account, with a reference', async (code, label) => {
    const { instructions } = await railOf().open(anOrder(code), patience);
    expect(instructions.map((each) => each.label)).toEqual([
      'beneficiary',
      'beneficiary_document',
      'bank',
      label,
      'reference',
    ]);
  });

  it('has the deadline of its method, which holds the exchange rate, unless dLocal’s is earlier', async () => {
    const { expiresAt } = await railOf().open(anOrder('cop_pse'), patience);
    expect(expiresAt).toEqual(new Date(NOW.getTime() + 20 * 60_000));
    const read = jest.spyOn(dlocal.client, 'post').mockResolvedValue({
      status: 'PENDING',
      amount: 100_000,
      currency: 'BRL',
      ticket: { number: '000201', expiration_date: '2030-01-01T12:10:00.000+0000' },
    });
    const earlier = await railOf().open(anOrder('brl_pix'), patience);
    expect([earlier.expiresAt?.toISOString(), read.mock.calls.length]).toEqual(['2030-01-01T12:10:00.000Z', 1]);
  });

  it.each(FAKE_FAULTS)('is one payment after %s (rule 6.10)', async (fault) => {
    const order = anOrder('cop_pse');
    fake.plan(/^POST /, fault);
    await railOf()
      .open(order, impatient())
      .catch(() => undefined);
    const opened = await railOf().open(order, patience);
    expect([...fake.account.payments.values()].map((each) => each.order_id)).toEqual([opened.reference]);
    expect(opened.instructions).toMatchObject([{ label: 'bank_page' }]);
  });

  it('is not opened over a payment of another amount', async () => {
    const order = anOrder('cop_pse');
    await railOf().open(order, patience);
    const changed = { ...order, amount: Money.of('5000', 'COP') };
    await expect(railOf().open(changed, patience)).rejects.toThrow('another amount');
  });

  it('without anything to pay it with is an error and no order', async () => {
    jest.spyOn(dlocal.client, 'post').mockResolvedValue({ status: 'PENDING', amount: 100_000, currency: 'BRL' });
    await expect(railOf().open(anOrder('brl_pix'), patience)).rejects.toThrow('nothing to pay brl_pix with');
  });

  it('leads to no page whose address is none', async () => {
    const redirect_url = 'javascript:alert(1)';
    const payment = { status: 'PENDING', amount: 100_000, currency: 'COP', redirect_url };
    jest.spyOn(dlocal.client, 'post').mockResolvedValue(payment);
    await expect(railOf().open(anOrder('cop_pse'), patience)).rejects.toThrow('nothing to pay cop_pse with');
  });

  it.each([
    ['a document that dLocal does not accept', REJECTED_DOCUMENT, 'document'],
    ['a payment that dLocal declines', DECLINED_DOCUMENT, null],
  ])('for %s is declined', async (_, document, field) => {
    const order = anOrder('cop_pse', { payer: { name: 'Ana', email: 'ana@example.com', document } });
    await expect(railOf().open(order, patience)).rejects.toMatchObject({ code: 'ORDER_DECLINED', field });
  });

  it.each([
    ['an amount above its limit', new DlocalRejectedError(400, 5007, 'Amount exceeded', null, 'POST /payments')],
    ['a wrong amount', new DlocalRejectedError(400, 5001, 'Invalid parameter', 'amount', 'POST /payments')],
  ])('for %s is declined as that (rule 3.27)', async (_, rejection) => {
    jest.spyOn(dlocal.client, 'post').mockRejectedValue(rejection);
    await expect(railOf().open(anOrder('brl_pix'), patience)).rejects.toBeInstanceOf(AmountDeclinedError);
  });

  it('is not opened by a method that dLocal does not have at the moment', async () => {
    const unavailable = new DlocalRejectedError(400, 5010, 'Method not available', null, 'POST /payments');
    jest.spyOn(dlocal.client, 'post').mockRejectedValue(unavailable);
    await expect(railOf().open(anOrder('bob_qr'), patience)).rejects.toMatchObject({
      code: 'PAYMENT_METHOD_UNAVAILABLE',
    });
  });

  it('tells dLocal no address without TLS, which it would not call', async () => {
    const plain = dlocalOver(fake, { notificationUrl: undefined });
    const post = jest.spyOn(plain.client, 'post');
    await railOf(plain).open(anOrder('cop_pse'), patience);
    expect(post.mock.calls[0]?.[1]).not.toHaveProperty('notification_url');
  });
});

describe('the ids of payment methods', () => {
  it('may be replaced, and a method may be left out', async () => {
    const changed = dlocalOver(fake, {
      methodIds: new Map([
        ['bob_qr', 'QX'],
        ['ars_qr', '-'],
      ]),
    });
    const post = jest.spyOn(changed.client, 'post').mockRejectedValue(new Error('enough'));
    await expect(railOf(changed).open(anOrder('bob_qr'), patience)).rejects.toThrow('enough');
    expect(post.mock.calls[0]?.[1]).toMatchObject({ payment_method_id: 'QX' });
    const codes = changed.provider.capabilities.flatMap((each) => (each.kind === 'collect' ? [each.method] : []));
    expect(codes).not.toContain('ars_qr');
  });

  it('are rejected by name for a method that dLocal does not serve', () => {
    expect(() => methodsWith(new Map([['usd_bank_debit', 'X']]))).toThrow(ConfigError);
    expect(() => methodsWith(new Map([['usd_bank_debit', 'X']]))).toThrow('DLOCAL_METHOD_IDS names usd_bank_debit');
  });
});

describe('the banks of PSE', () => {
  const HOUR_MS = 3_600_000;
  const banks = (): Promise<readonly PayerBank[]> => {
    const pse = dlocal.provider.capabilities.find(
      (each): each is CollectCapability => each.kind === 'collect' && each.method === 'cop_pse',
    );
    if (typeof pse?.banks !== 'function') throw new Error('PSE has no list of banks');
    return pse.banks(patience);
  };
  const asked = () => fake.calls.filter((call) => call === 'GET /payments-methods').length;

  it('are those that dLocal lists, asked for once an hour', async () => {
    await expect(banks()).resolves.toEqual(PSE_BANKS);
    await banks();
    expect(asked()).toBe(1);
    clock.advance(HOUR_MS + 1);
    const again = new Promise<void>((resolve) => {
      fake.onDone = () => (resolve(), true);
    });
    await banks();
    await again;
    expect(asked()).toBe(2);
  });

  it('are none when dLocal lists none: its own page asks for the bank', async () => {
    fake.account.banks = [];
    await expect(banks()).resolves.toEqual([]);
  });

  it('have a name and a code', async () => {
    fake.account.banks = [
      { code: '', name: 'A' },
      { code: '1', name: ' ' },
      { name: 'B' },
      'C',
      PSE_BANKS[0]!,
    ] as object[];
    await expect(banks()).resolves.toEqual([PSE_BANKS[0]]);
  });

  it('are an error while dLocal has never listed them (rule 4.2)', async () => {
    fake.plan(/payments-methods/, 'failed');
    await expect(banks()).rejects.toThrow('500');
    await expect(banks()).resolves.toEqual(PSE_BANKS);
  });

  it('are an error when the merchant does not have the method', async () => {
    const client = jest.spyOn(dlocal.client, 'get').mockResolvedValue([{ id: 'EY' }]);
    await expect(banks()).rejects.toThrow('does not list PC in CO');
    expect(client).toHaveBeenCalledTimes(1);
  });

  it('are the last ones while dLocal fails', async () => {
    await banks();
    clock.advance(HOUR_MS + 1);
    fake.plan(/payments-methods/, 'failed');
    await expect(banks()).resolves.toEqual(PSE_BANKS);
  });
});

describe('the check', () => {
  it('makes one call that changes nothing (rule 16.10)', async () => {
    await expect(dlocal.provider.check(patience)).resolves.toBeUndefined();
    expect(fake.calls).toEqual(['GET /payments-methods']);
  });

  it('fails for a caller that dLocal does not let in', async () => {
    fake.plan(/methods/, 'limited');
    await expect(dlocal.provider.check(patience)).rejects.toThrow('429');
  });
});
