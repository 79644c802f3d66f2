import { LINK, PAIR } from '../../support/external-operations';
import type { Call } from '../../support/call';
import { Provocations } from '../../support/provocations';
import { errorOf } from '../../support/sdk';
import { TestService, type Merchant } from '../../support/service';

const TEXT = expect.any(String) as string;
const CREATE: Call = { method: 'POST', path: '/v1/payment-links', body: LINK };
const CANCEL: Call = { method: 'DELETE', path: '/v1/payment-links/{id}' };
const CANCEL_CARD: Call = { method: 'DELETE', path: '/v1/cards/payment-links/{id}' };
const REGISTER: Call = { method: 'POST', path: '/v1/webhooks' };
const QUOTE: Call = { method: 'POST', path: '/v1/conversions/quote', body: PAIR };
const RATE: Call = { method: 'POST', path: '/v1/conversions/rate', body: PAIR };

describe('Errors, Shapes of errors', () => {
  let service: TestService;
  let provocations: Provocations;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    provocations = await Provocations.on(service);
    merchant = await service.merchant();
  });

  afterAll(async () => {
    await provocations.stop();
    await service.stop();
  });

  const create = (fields: object) => merchant.api.post('/v1/payment-links', { ...LINK, ...fields });

  it.each([
    ['one field', { amount: 'x' }, ['amount']],
    [
      'each of several',
      { amount: 'x', description: 7, webhook_url: 'nowhere' },
      ['amount', 'description', 'webhook_url'],
    ],
  ])('the validator names %s, with a list of texts (rule 1.22)', async (_what, fields, named) => {
    const { status, body } = await create(fields);

    expect(status).toBe(422);
    expect(body).toEqual({
      success: false,
      code: 'VALIDATION_FAILED',
      message: TEXT,
      errors: Object.fromEntries(named.map((field) => [field, [TEXT]])),
    });
  });

  it('a currency that is not in the list is rejected with a message, without errors (rule 1.23)', async () => {
    const { status, body } = await create({ currency: 'EUR' });

    expect(status).toBe(422);
    expect(body).toEqual({ success: false, code: 'VALIDATION_FAILED', message: TEXT });
  });

  it.each([
    ['without', { currency: 'EUR' }, undefined],
    ['with', { amount: 'x' }, { amount: [TEXT] }],
  ])('a client always reads the message, here %s errors (rule 1.23)', async (_what, fields, errors) => {
    const { status, body } = await create(fields);
    const error = await errorOf({ status, body });

    expect(error.message).toBe(body.message);
    expect(error.errors).toEqual(errors);
  });

  it('a value of errors may be a list of texts (rule 1.24)', async () => {
    const { body } = await create({ description: '' });

    expect(body.errors).toEqual({ description: [TEXT] });
  });

  it.each<[string, Call, object]>([
    ['PAYMENT_LINK_NOT_ACTIVE', CANCEL, { status: 'cancelled' }],
    ['CARD_PAYMENT_LINK_NOT_ACTIVE', CANCEL_CARD, { status: 'cancelled' }],
    ['INVALID_CURRENCY', QUOTE, { error: TEXT }],
  ])('a value of errors may be a text: %s (rule 1.24)', async (code, call, errors) => {
    expect((await provocations.provoke(code, call)).body).toMatchObject({ code, errors });
  });

  it('a value of errors may be an integer: current_uses (rule 1.24)', async () => {
    const { body } = await provocations.provoke('PAYMENT_LINK_CANNOT_CANCEL', CANCEL);

    expect(body).toMatchObject({ code: 'PAYMENT_LINK_CANNOT_CANCEL', errors: { current_uses: 1 } });
  });

  it.each<[string, Call]>([
    ['USD_ACCOUNT_NOT_ENABLED', CREATE],
    ['WALLET_NOT_FOUND', CREATE],
    ['EXCHANGE_RATE_UNAVAILABLE', RATE],
    ['WEBHOOK_ALREADY_EXISTS', REGISTER],
  ])('%s is a 422 without errors (rule 1.25)', async (code, call) => {
    const { status, body } = await provocations.provoke(code, call);

    expect([status, body]).toEqual([422, { success: false, code, message: TEXT }]);
  });
});
