import { UnitOfWork } from '@app/kernel';
import { Rates } from '@app/rates';
import { setUsdRate } from '../../support/paid-links';
import { LINK, PAIR } from '../../support/external-operations';
import { ScriptedClient, rejectionOf } from '../../support/sdk';
import { TestService, type Merchant } from '../../support/service';

const TWO_HOURS = 2 * 3_600_000;
const CARDS = '/v1/cards/payment-links';
const BODY = { success: false, code: 'EXCHANGE_RATE_UNAVAILABLE', message: 'Some prose.' };
const UNAVAILABLE = { status: 422, body: BODY };
const RATE = { ...PAIR, rate: '200', as_of: '2030-01-01T00:00:00.000Z' };

describe('Errors, Codes: below the table', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterEach(() => setUsdRate(service, 'MXN', '18'));

  afterAll(() => service.stop());

  /** Makes the stored rate too old for conversions. */
  async function letTheRateAge(): Promise<void> {
    const rates = service.get(Rates);
    const long = new Date(Date.now() - TWO_HOURS);
    await service.get(UnitOfWork).run((tx) => rates.setRate(tx, 'USD', 'MXN', '18', long));
    rates.invalidate();
  }

  const create = () => merchant.api.post(CARDS, { ...LINK, currency: 'MXN' });
  const rate = () => merchant.api.post('/v1/conversions/rate', { origin: 'MXN', destination: 'ARS' });

  it('rate: succeeds again when there is a rate (rule 1.26)', async () => {
    await letTheRateAge();
    const before = await rate();
    await setUsdRate(service, 'MXN', '18');

    expect([before.status, before.body.code]).toEqual([422, 'EXCHANGE_RATE_UNAVAILABLE']);
    expect((await rate()).status).toBe(200);
  });

  it('rate: a client retries once (rule 1.26)', async () => {
    const scripted = new ScriptedClient([
      UNAVAILABLE,
      { status: 200, body: { success: true, message: 'm', data: RATE } },
    ]);

    expect(await scripted.client.conversions.rate(PAIR)).toMatchObject({ rate: '200' });
  });

  it('card collection: is rejected on every attempt while the stored rate is too old (rule 5.4)', async () => {
    await letTheRateAge();
    const responses = [await create(), await create()];

    expect(responses.map(({ status, body }) => [status, body.code as string])).toEqual(
      Array(2).fill([422, 'EXCHANGE_RATE_UNAVAILABLE']),
    );
  });

  it('card collection: a client does not retry (rule 5.4)', async () => {
    const scripted = new ScriptedClient([UNAVAILABLE]);
    const { client } = scripted;
    const error = await rejectionOf(
      client.cardPaymentLinks.create({ amount: '15000', currency: 'MXN', description: 'x' }),
    );

    expect([error.code, scripted.requests]).toEqual(['EXCHANGE_RATE_UNAVAILABLE', 1]);
  });
});
