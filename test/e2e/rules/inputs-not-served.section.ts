import { LINK, PAIR } from '../../support/external-operations';
import { TestService, type Merchant } from '../../support/service';

const CARDS = '/v1/cards/payment-links';
const QUOTE = '/v1/conversions/quote';
const RATE = '/v1/conversions/rate';

describe('Errors, Inputs that cannot be served', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  const quote = (fields: object) => merchant.api.post(QUOTE, { ...PAIR, ...fields });

  it.each([
    [CARDS, 'currency', { ...LINK, currency: ['ARS'] }],
    [QUOTE, 'origin', { ...PAIR, origin: ['BRL'] }],
    [QUOTE, 'destination', { ...PAIR, destination: ['ARS'] }],
    [RATE, 'origin', { ...PAIR, origin: ['BRL'] }],
    [RATE, 'destination', { ...PAIR, destination: ['ARS'] }],
  ])('POST %s rejects a list as its %s, with an unspecified error (rule 1.27)', async (path, _field, body) => {
    const { body: response } = await merchant.api.post(path, body);

    expect(response).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
    expect(await service.sql('SELECT 1 FROM payment_links WHERE account_id = $1', [merchant.account.id])).toEqual([]);
  });

  it.each(['', null])(
    'a quote rejects the amount_type %j, with an unspecified error (rule 8.3)',
    async (amount_type) => {
      const { body } = await quote({ amount_type });

      expect(body).toMatchObject({ success: false, code: expect.any(String), message: expect.any(String) });
    },
  );

  it.each(['PEN', 'USD', 'BOB'])('the origin %s is not quoted: 422 INVALID_CURRENCY (rule 8.1)', async (origin) => {
    const { status, body } = await quote({ origin });

    expect([status, body.code]).toEqual([422, 'INVALID_CURRENCY']);
  });

  it.each(['ZZZ', 'EUR'])(
    'the destination %s is not quoted: 500 CONVERSION_QUOTE_ERROR (rule 8.2)',
    async (destination) => {
      const { status, body } = await quote({ destination });

      expect([status, body.code]).toEqual([500, 'CONVERSION_QUOTE_ERROR']);
    },
  );
});
