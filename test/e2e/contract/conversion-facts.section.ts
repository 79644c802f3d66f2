import type { Answer } from '../../support/http-client';
import { Provocations } from '../../support/provocations';
import { TestService, type Merchant } from '../../support/service';

describe('Endpoints, Endpoint facts on conversions', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  afterAll(() => service.stop());

  const quote = (fields: Record<string, unknown>) =>
    merchant.api.post('/v1/conversions/quote', { amount: 10, origin: 'BRL', destination: 'ARS', ...fields });
  const rate = (fields: Record<string, unknown>) =>
    merchant.api.post('/v1/conversions/rate', { origin: 'BRL', destination: 'ARS', ...fields });

  function expectRefusal({ status, body }: Answer, wanted: number, code: string): void {
    expect([status, body.code]).toEqual([wanted, code]);
  }

  it.each(['', 'US', 'ARSX'])('rule 5a: the destination is exactly three characters, not %j', async (destination) => {
    const answer = await quote({ destination });

    expectRefusal(answer, 422, 'VALIDATION_FAILED');
    expect(Object.keys(answer.body.errors as object)).toEqual(['destination']);
  });

  it.each(['BOB', 'USD', 'ZZZ'])('rule 5a: the destination %s is not compared with a list', async (destination) => {
    expect((await quote({ destination })).status).not.toBe(422);
  });

  it.each(['ARS', 'BRL', 'CLP', 'COP', 'MXN'])('rule 5b: %s is quoted as an origin', async (origin) => {
    expect((await quote({ origin, destination: 'USD' })).status).toBe(200);
  });

  it.each(['PEN', 'USD', 'BOB', 'EUR', 'ars', '   '])('rule 5c: %j is rejected as an origin', async (origin) => {
    expectRefusal(await quote({ origin }), 422, 'INVALID_CURRENCY');
  });

  it('rule 5d: amount_type takes its default only when it is omitted', async () => {
    const byDefault = await quote({});
    const { amount_type } = byDefault.body.data as { amount_type: string };
    const [named, empty, none] = [
      await quote({ amount_type }),
      await quote({ amount_type: '' }),
      await quote({ amount_type: null }),
    ];

    expect({ ...named.body.data, quoted_at: null }).toEqual({ ...byDefault.body.data, quoted_at: null });
    expect([empty.body.success, none.body.success]).toEqual([false, false]);
  });

  it.each(['origin', 'destination'])('rule 5e: a list is rejected as a currency: %s', async (field) => {
    expect((await quote({ [field]: ['ARS'] })).body.success).toBe(false);
    expect((await rate({ [field]: ['ARS'] })).body.success).toBe(false);
  });

  it.each(['ZZZ', 'usd', 'EUR', '\u0000\u0000\u0000'])(
    'rule 5f: the destination %j cannot be quoted',
    async (destination) => {
      expectRefusal(await quote({ destination }), 500, 'CONVERSION_QUOTE_ERROR');
    },
  );

  it.each([
    ['BOB', 'USD', '10.00'],
    ['USD', 'BOB', '476.10'],
  ])('rule 5g: the rate operation converts %s to %s, outside of the five', async (origin, destination, converted) => {
    const { status, body } = await rate({ origin, destination, amount: 69 });

    expect([status, body.data.converted_amount]).toEqual([200, converted]);
  });

  it.each([
    ['PEN', 'ARS'],
    ['ARS', 'EUR'],
    ['ZZZ', 'ARS'],
    ['ars', 'usd'],
  ])('rule 5h: there is no rate from %s to %s: EXCHANGE_RATE_UNAVAILABLE', async (origin, destination) => {
    expectRefusal(await rate({ origin, destination }), 422, 'EXCHANGE_RATE_UNAVAILABLE');
  });

  it('rule 5h: an internal error of the rate operation, such as a database failure, is EXCHANGE_RATE_UNAVAILABLE', async () => {
    const body = { origin: 'BRL', destination: 'ARS' };
    const provocations = await Provocations.on(service);
    const call = { method: 'POST', path: '/v1/conversions/rate', body } as const;

    try {
      expectRefusal(await provocations.provoke('SYSTEM_DATABASE_ERROR', call), 422, 'EXCHANGE_RATE_UNAVAILABLE');
    } finally {
      await provocations.stop();
    }
  });
});
