import { payNewLink } from '../../support/paid-links';
import { register } from '../../support/deliveries';
import { OPERATIONS, succeed } from '../../support/external-operations';
import { Receiver } from '../../support/receiver';
import { PRODUCTION } from '@app/platform/testing';
import { TestService, type Merchant } from '../../support/service';

const OF_THE_PANEL = ['/auth/me', '/account', '/api-keys'];

describe('Versioning', () => {
  let service: TestService;
  let merchant: Merchant;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant({ cards: true });
  });

  afterAll(() => service.stop());

  it.each(OPERATIONS)('%s is served under /v1/ (rule 1.1)', async (operation) => {
    expect(operation).toMatch(/^[A-Z]+ \/v1\//);
    expect((await succeed(operation, merchant.api, merchant)).status).toBeLessThan(300);
  });

  it.each(['/wallets', '/v2/wallets', '/v1.0/wallets', '/api/v1/wallets'])(
    'there is no operation outside of /v1/: %s (rule 1.1)',
    async (path) => {
      const { status, body } = await merchant.api.get(path);

      expect([status, body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    },
  );

  it('another environment has another host, and the same contract (rule 1.2)', async () => {
    const production = await TestService.start({
      env: { ...PRODUCTION, PUBLIC_URL: 'https://live.example' },
    });
    try {
      const [merchant, owner] = [await service.merchant({ cards: true }), await production.merchant({ cards: true })];
      for (const operation of OPERATIONS) {
        const [here, there] = [
          await succeed(operation, merchant.api, merchant),
          await succeed(operation, owner.api, owner),
        ];
        expect([operation, there.status, shapeOf(there.body)]).toEqual([operation, here.status, shapeOf(here.body)]);
      }
      const { data } = (await succeed('POST /v1/payment-links', owner.api, owner)).body as { data: { url: string } };
      expect(new URL(data.url).host).toBe('live.example');
    } finally {
      await production.stop();
    }
  });

  it.each(OF_THE_PANEL)('the panel lives under /api/v1/clients, and only there: %s (rule 1.3)', async (path) => {
    expect((await service.anonymous().get(`/api/v1/clients${path}`)).body.code).toBe('UNAUTHENTICATED');
    for (const elsewhere of [path, `/v1${path}`, `/api/v1${path}`]) {
      expect((await service.anonymous().get(elsewhere)).body.code).toBe('RESOURCE_NOT_FOUND');
    }
  });

  it.each(OF_THE_PANEL)('it is not for integrators: no API key gives access to %s (rule 1.3)', async (path) => {
    const headers = { 'x-api-key': merchant.apiKey };
    const { status, body } = await merchant.api.get(`/api/v1/clients${path}`, headers);

    expect([status, body.code]).toEqual([401, 'UNAUTHENTICATED']);
  });

  it('deliveries name themselves ServicePay-Webhooks/1.0 (rule 13.8)', async () => {
    const receiver = await Receiver.start();
    const owner = await service.merchant();
    await register(owner, receiver.url('/hook'));
    await payNewLink(service, owner);
    await service.startWorker();

    const [delivery] = await receiver.received(1, '/hook');
    await receiver.stop();
    expect(delivery!.headers['user-agent']).toBe('ServicePay-Webhooks/1.0');
  });
});

/** The names and types in a body, without its values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}
