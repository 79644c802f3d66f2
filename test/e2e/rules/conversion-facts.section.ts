import type { HttpResponse } from '../../support/http-client';
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

  function expectError({ status, body }: HttpResponse, wanted: number, code: string): void {
    expect([status, body.code]).toEqual([wanted, code]);
  }

  it.each(['', 'US', 'ARSX'])('the destination is exactly three characters, not %j (rule 8.2)', async (destination) => {
    const response = await quote({ destination });

    expectError(response, 422, 'VALIDATION_FAILED');
    expect(Object.keys(response.body.errors as object)).toEqual(['destination']);
  });

  it.each(['BOB', 'USD', 'ZZZ'])('the destination %s is not compared with a list (rule 8.2)', async (destination) => {
    expect((await quote({ destination })).status).not.toBe(422);
  });

  it.each(['ARS', 'BRL', 'CLP', 'COP', 'MXN'])('%s is quoted as an origin (rule 8.1)', async (origin) => {
    expect((await quote({ origin, destination: 'USD' })).status).toBe(200);
  });

  it.each(['PEN', 'USD', 'BOB', 'EUR', 'ars', '   '])('%j is rejected as an origin (rule 8.1)', async (origin) => {
    expectError(await quote({ origin }), 422, 'INVALID_CURRENCY');
  });

  it('amount_type takes its default only when it is omitted (rule 8.3)', async () => {
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

  it.each(['origin', 'destination'])('a list is rejected as a currency: %s (rule 8.4)', async (field) => {
    expect((await quote({ [field]: ['ARS'] })).body.success).toBe(false);
    expect((await rate({ [field]: ['ARS'] })).body.success).toBe(false);
  });

  it.each(['ZZZ', 'usd', 'EUR', '\u0000\u0000\u0000'])(
    'the destination %j cannot be quoted (rule 8.2)',
    async (destination) => {
      expectError(await quote({ destination }), 500, 'CONVERSION_QUOTE_ERROR');
    },
  );

  it.each([
    ['BOB', 'USD', '10.00'],
    ['USD', 'BOB', '476.10'],
  ])('the rate operation converts %s to %s, outside of the five (rule 8.5)', async (origin, destination, converted) => {
    const { status, body } = await rate({ origin, destination, amount: 69 });

    expect([status, body.data.converted_amount]).toEqual([200, converted]);
  });

  it.each([
    ['PEN', 'ARS'],
    ['ARS', 'EUR'],
    ['ZZZ', 'ARS'],
    ['ars', 'usd'],
  ])('there is no rate from %s to %s: EXCHANGE_RATE_UNAVAILABLE (rule 8.5)', async (origin, destination) => {
    expectError(await rate({ origin, destination }), 422, 'EXCHANGE_RATE_UNAVAILABLE');
  });

  it('an internal error of the rate operation, such as a database failure, is EXCHANGE_RATE_UNAVAILABLE (rule 8.5)', async () => {
    const body = { origin: 'BRL', destination: 'ARS' };
    const provocations = await Provocations.on(service);
    const call = { method: 'POST', path: '/v1/conversions/rate', body } as const;

    try {
      expectError(await provocations.provoke('SYSTEM_DATABASE_ERROR', call), 422, 'EXCHANGE_RATE_UNAVAILABLE');
    } finally {
      await provocations.stop();
    }
  });
});
