import { newId } from '@app/kernel';
import { Validator } from '@seriousme/openapi-schema-validator';
import { ERROR_CATALOGUE } from '../../apps/api/src/docs/error-catalogue';
import { queueDelivery } from '../support/deliveries';
import { watchResponses, type HttpResponse } from '../support/http-client';
import { DocumentedResponses, type DocumentedOperation } from '../support/documented-responses';
import { payNewLink, paymentIdOf } from '../support/paid-links';
import { Payer } from '../support/outflows';
import { signIn } from '../support/panel';
import { mailedToken } from '../support/password-reset';
import { setUpSecondFactor, turnSecondFactorOn } from '../support/second-factor';
import type { Call } from '../support/call';
import { Provocations } from '../support/provocations';
import { Receiver } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';

/** The body to send where the example of the document cannot succeed. */
const OWN_REQUESTS: Readonly<Record<string, (payer: Payer) => Promise<Call['body']>>> = {
  signIn: async ({ merchant: { email, password } }) => ({ email, password }),
  resetPassword: async ({ service, merchant: { email } }) => ({
    token: await mailedToken(service, email),
    password: 'correct horse',
  }),
  changePassword: async ({ merchant }) => ({ current_password: merchant.password, password: 'correct horse' }),
  confirmSession: async ({ merchant }) => ({ password: merchant.password }),
  setUpSecondFactor: async ({ merchant }) => ({ password: merchant.password }),
  confirmSecondFactor: async ({ panel, merchant }) => ({
    code: (await setUpSecondFactor(panel, merchant.password)).code(),
  }),
  turnSecondFactorOff: async ({ panel, merchant }) => ({
    code: (await turnSecondFactorOn(panel, merchant.password)).authenticator.code(1),
  }),
  createPayout: (payer) => payer.payout(),
  estimatePayout: (payer) => payer.payout(),
  verifyTransfer: async (payer) => {
    const { id, code } = await payer.start();
    return { transfer_verification_id: id, otp_code: code };
  },
  resendTransferCode: async (payer) => ({ transfer_verification_id: (await payer.start()).id }),
  // An address has one user across all accounts, and a user with a password cannot be invited.
  createUser: async () => ({ email: `${newId()}@example.com`, permissions: ['view_payins'] }),
};

/** How to create objects for an `{id}` that are not created by a `POST` to their collection. */
const OWN_IDS: Readonly<Record<string, (payer: Payer) => Promise<string>>> = {
  '/api/v1/clients/virtual-wallets': async ({ walletId }) => walletId,
  '/api/v1/clients/received-payments': async ({ merchant, service }) =>
    paymentIdOf(service, await payNewLink(service, merchant)),
  '/api/v1/clients/refunds': async ({ merchant, service, panel }) => {
    const payment = await paymentIdOf(service, await payNewLink(service, merchant));
    return (await panel.post(`/received-payments/${payment}/refunds`, { amount: '10.00' })).body.data.id as string;
  },
  '/api/v1/clients/disputes': async ({ merchant, service, panel }) => {
    await service.simulate(await payNewLink(service, merchant), { event: 'dispute' });
    return ((await panel.get('/disputes')).body.data as [{ id: string }])[0].id;
  },
  '/api/v1/clients/webhook-deliveries': ({ merchant, service }) => queueDelivery(service, merchant),
  '/api/v1/clients/auth/sessions': async ({ service, merchant }) => {
    const { panel } = await signIn(service, merchant);
    const sessions = (await panel.get('/auth/sessions')).body.data as { id: string; current: boolean }[];
    return sessions.find(({ current }) => current)!.id;
  },
  '/api/v1/clients/payouts': async (payer) => (await payer.orderPayout()).id,
};

describe('the OpenAPI document, compared with the service', () => {
  let service: TestService;
  let provocations: Provocations;
  let responses: DocumentedResponses;

  beforeAll(async () => {
    service = await TestService.start();
    provocations = await Provocations.on(service);
    responses = new DocumentedResponses((await service.anonymous().get('/docs/openapi.json')).body);
    watchResponses(responses.check);
  });

  afterAll(async () => {
    await provocations.stop();
    await service.stop();
  });

  const isMissing = (name: string) => !responses.seen.has(name);

  async function made({ path }: Call, payer: Payer): Promise<string> {
    const collection = path.slice(0, path.indexOf('/{id}'));
    const own = OWN_IDS[collection];
    if (own) return own(payer);
    const create = responses.operations.find((each) => each.method === 'POST' && each.path === collection);
    if (!create) throw new Error(`OWN_IDS must say how to create objects of ${collection}`);
    const call = { ...responses.callOf(create), body: await bodyFor(create, payer) };
    return (await provocations.as(payer.merchant, call)).body.data.id as string;
  }

  /** The operation as its example calls it, for a merchant who meets all preconditions. */
  async function callFor(payer: Payer, documented: DocumentedOperation): Promise<Call> {
    const call = responses.callOf(documented);
    // Before the user has a second factor.
    await provocations.enter(payer.merchant);
    const id = call.path.includes('{id}') ? await made(call, payer) : '';
    return { ...call, path: call.path.replace('{id}', id), body: await bodyFor(documented, payer) };
  }

  async function succeed(documented: DocumentedOperation): Promise<HttpResponse> {
    const payer = await Payer.ofTransfers(service, { usd: true, cards: true });
    return provocations.as(payer.merchant, await callFor(payer, documented));
  }

  const bodyFor = async (documented: DocumentedOperation, payer: Payer) =>
    (await OWN_REQUESTS[documented.id]?.(payer)) ?? responses.callOf(documented).body;

  it.each(['/docs/openapi.json', '/docs/external/openapi.json', '/docs/panel/openapi.json'])(
    '%s is OpenAPI 3.1',
    async (path) => {
      const { status, body } = await service.anonymous().get(path);

      expect(status).toBe(200);
      expect(body.openapi).toMatch(/^3\.1\./);
      expect(await new Validator().validate(body)).toEqual({ valid: true });
    },
  );

  it('has every route of the two APIs, and no other', () => {
    const { router } = service.api.app.getHttpAdapter().getInstance();
    const routes = (router.stack as { route?: { path: string; methods: Record<string, boolean> } }[])
      .flatMap(({ route }) =>
        Object.keys(route?.methods ?? {}).map((method) => `${method.toUpperCase()} ${route?.path}`),
      )
      .filter((route) => /^[A-Z]+ \/(v1|api\/v1\/clients)(\/|$)/.test(route));

    const documented = responses.operations.map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
    );
    expect(documented.sort()).toEqual(routes.sort());
  });

  it('every operation responds to its example as documented', async () => {
    for (const documented of responses.operations) await succeed(documented);

    const successes = responses.promised.filter((name) => / 2\d\d$/.test(name));
    expect(successes).toHaveLength(responses.operations.length);
    expect(successes.filter(isMissing)).toEqual([]);
  }, 120_000);

  it('a repeated call has the documented header', async () => {
    const creating = responses.thatRespondWith('IDEMPOTENCY_KEY_REUSED');
    for (const documented of creating) {
      const payer = await Payer.ofTransfers(service, { cards: true });
      const call = await callFor(payer, documented);
      const again = () => provocations.as(payer.merchant, call, { 'idempotency-key': 'again' });
      await again();

      expect([documented.id, (await again()).headers['idempotency-replayed']]).toEqual([documented.id, 'true']);
    }
    expect(creating.length).toBeGreaterThan(0);
  });

  it.each(Object.keys(ERROR_CATALOGUE))(
    '%s is as documented, on every operation that it is documented for',
    async (code) => {
      const operations = responses.thatRespondWith(code);
      const got: [string, unknown][] = [];
      for (const documented of operations) {
        const { body, text } = await provocations.provoke(code, responses.callOf(documented));
        got.push([documented.id, body?.code ?? text]);
      }

      expect(got).toEqual(operations.map(({ id }) => [id, code]));
      expect(operations).not.toEqual([]);
    },
  );

  it('every documented response has occurred', () => {
    expect(responses.promised.filter(isMissing)).toEqual([]);
  });
});

describe('the OpenAPI document, compared with webhook deliveries', () => {
  let service: TestService;
  let receiver: Receiver;
  let merchant: Merchant;
  let responses: DocumentedResponses;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
    receiver = await Receiver.start();
    responses = new DocumentedResponses((await service.anonymous().get('/docs/openapi.json')).body);
    merchant = await service.merchant({ usd: true });
    for (const [path, event] of Object.entries(EVENTS)) {
      await merchant.api.post('/v1/webhooks', { url: receiver.url(path), events: [event] });
    }
    await merchant.api.delete(`/v1/payment-links/${await service.createLink(merchant)}`);
    await service.simulate(await service.createLink(merchant), { event: 'pay' });
    await service.simulate(await service.createLink(merchant), { event: 'lapse' });
    const debit = await service.createLink(merchant, { currency: 'USD', amount: 50 });
    for (const event of ['pay', 'debit_return']) await service.simulate(debit, { event });
    // An API and a worker start on a machine that is busy with the rest of the run.
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const EVENTS: Readonly<Record<string, string>> = {
    '/paid': 'payment.completed',
    '/returned': 'payment.returned',
    '/cancelled': 'payment_link.cancelled',
    '/expired': 'payment_link.expired',
  };

  it.each(Object.entries(EVENTS))('%s: %s is as documented', async (path, event) => {
    const [delivery] = await receiver.received(1, path);

    expect(responses.checkDelivery(delivery!)).toBe(event);
  });

  it('a retry is as documented, including its number', async () => {
    receiver.response = (_request, index) => (index === 0 ? 500 : 200);
    await merchant.api.post('/v1/webhooks', { url: receiver.url('/retried'), events: ['payment_link.cancelled'] });
    await merchant.api.delete(`/v1/payment-links/${await service.createLink(merchant)}`);
    const [, retry] = await receiver.received(2, '/retried');

    expect(responses.checkDelivery(retry!)).toBe('payment_link.cancelled');
    expect(retry!.headers['x-webhook-retry']).toBe('2');
  });
});
