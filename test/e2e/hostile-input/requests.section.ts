import { isUuid, newId } from '@app/kernel';
import fc from 'fast-check';
import { METHODS } from 'node:http';
import { isOurs } from '../../support/response-faults';
import { holds, hostileHeader, hostileId, hostileQuery } from '../../support/hostile-input';
import { BODYLESS_OPERATIONS } from '../../support/hostile-operations';
import { InputTrial, type Sender } from '../../support/input-trial';
import { LINK } from '../../support/external-operations';
import { cancelNewLink, isSignedWith, register } from '../../support/deliveries';
import { Receiver } from '../../support/receiver';
import { UUID } from '../../support/shapes';

const JSON_BODY = [['Content-Type', 'application/json']] as const;

let trial: InputTrial;

beforeAll(async () => {
  trial = await InputTrial.ofThisFile();
});

describe('an id in a path, with any value', () => {
  let receiver: Receiver;

  beforeAll(async () => {
    receiver = await Receiver.start();
  });

  afterAll(async () => {
    await trial.service.stopWorker();
    await receiver.stop();
  });

  const operations = [
    ...BODYLESS_OPERATIONS.filter(({ target }) => target.includes('{id}')),
    { method: 'PUT', target: '/v1/webhooks/{id}', as: 'key' },
    { method: 'POST', target: '/v1/webhooks/{id}/rotate-secret', as: 'key' },
    { method: 'PATCH', target: '/api/v1/clients/api-keys/{id}', as: 'session' },
    { method: 'PATCH', target: '/api/v1/clients/beneficiaries/{id}', as: 'session' },
    { method: 'PATCH', target: '/api/v1/clients/cards/payment-links/{id}/cancel', as: 'session' },
    { method: 'PUT', target: '/api/v1/clients/webhooks/{id}', as: 'session' },
    { method: 'POST', target: '/api/v1/clients/webhooks/{id}/rotate-secret', as: 'session' },
    { method: 'POST', target: '/api/v1/clients/webhooks/{id}/test', as: 'session' },
    { method: 'POST', target: '/api/v1/clients/webhook-deliveries/{id}/resend', as: 'session' },
    { method: 'PATCH', target: '/api/v1/clients/users/{id}', as: 'session' },
    { method: 'POST', target: '/api/v1/clients/users/{id}/invite', as: 'session' },
    { method: 'PATCH', target: '/api/v1/clients/payment-links/{id}/cancel', as: 'session' },
    { method: 'POST', target: '/sandbox/payment-links/{id}/simulate', as: 'anonymous' },
    { method: 'GET', target: '/checkout/{id}/status', as: 'anonymous' },
  ] as const;

  /** Whether the path leads to the operation: its id becomes valid once decoded, except for a slash at the very end. */
  function isRoute(template: string, id: string): boolean {
    const segment = template.endsWith('{id}') ? id.replace(/\/$/, '') : id;
    try {
      return isUuid(decodeURIComponent(segment));
    } catch {
      return false;
    }
  }

  it.each(operations.map(({ method, target, as }) => [method, target, as] as const))(
    '%s %s: does not match unless it is a UUID, with and without a credential',
    async (method, template, as) => {
      await trial.writingNothing(() =>
        holds(fc.tuple(hostileId(newId()), fc.constantFrom<Sender>(as, 'anonymous')), async ([id, sender]) => {
          const target = template.replace('{id}', () => id);
          const body = method === 'GET' || method === 'DELETE' ? {} : { headers: JSON_BODY, body: '{"event":"pay"}' };
          const response = await trial.send({ as: sender, method, target, ...body });
          expect(response.status).toBeGreaterThanOrEqual(400);
          if (isOurs(response)) expect(response.body.code === 'RESOURCE_NOT_FOUND').toBe(!isRoute(template, id));
        }),
      );
    },
  );

  it('is the same id in upper case: a secret that is rotated with it signs deliveries', async () => {
    const { service, merchant } = trial;
    const { id } = await register(merchant, receiver.url());
    const { body } = await merchant.api.post(`/v1/webhooks/${id.toUpperCase()}/rotate-secret`);
    await cancelNewLink(service, merchant);
    await service.startWorker();
    const [request] = await receiver.received(1);

    expect(isSignedWith(body.data.secret as string, request!)).toBe(true);
    expect(body.data.id).toBe(id);
    expect((await merchant.api.delete(`/v1/webhooks/${id.toUpperCase()}`)).body.data.id).toBe(id);
  });
});

describe('any method', () => {
  const paths = [
    '/v1/payment-links',
    '/v1/payment-links/{id}',
    '/v1/cards/payment-links',
    '/v1/cards/payment-links/{id}',
    '/v1/webhooks',
    '/v1/webhooks/{id}',
    '/v1/webhooks/{id}/rotate-secret',
    '/v1/wallets',
    '/v1/payment-methods',
    '/v1/conversions/quote',
    '/v1/conversions/rate',
    '/api/v1/clients/auth/login',
    '/api/v1/clients/api-keys',
    '/api/v1/clients/api-keys/{id}',
    '/api/v1/clients/account',
    '/providers/sandbox/notifications',
    '/api/v1/clients/payment-links/{id}/cancel',
    '/api/v1/clients/virtual-wallets/{id}/proof',
    '/sandbox/payment-links/{id}/simulate',
    '/sandbox/mailbox',
    '/',
    '/v1',
    '*',
  ];
  const NO_ROUTE = [404, 'RESOURCE_NOT_FOUND'];
  const routed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

  it.each(METHODS.filter((method) => ![...routed, 'CONNECT'].includes(method)))(
    '%s: does not match on any path',
    async (method) => {
      await trial.writingNothing(async () => {
        const responses = await Promise.all(
          paths.map((path) => trial.send({ as: 'key', method, target: path.replace('{id}', newId()) })),
        );
        expect(responses.map(({ status, body }) => [status, body.code])).toEqual(paths.map(() => NO_ROUTE));
      });
    },
  );

  it.each(BODYLESS_OPERATIONS.filter(({ method }) => method === 'GET').map(({ target, as }) => [target, as] as const))(
    'HEAD %s: returns the headers of GET and no body',
    async (template, as) => {
      const target = template.replace('{id}', newId());
      const [get, head] = [
        await trial.ask({ as, method: 'GET', target }),
        await trial.ask({ as, method: 'HEAD', target }),
      ];

      const moving = { 'x-request-id': '', date: '', 'x-ratelimit-remaining': '', 'x-ratelimit-remaining-ip': '' };
      expect(head.status).toBe(get.status);
      expect({ ...head.headers, ...moving }).toEqual({ ...get.headers, ...moving });
    },
  );

  it.each(['/v1/payment-links', '/v1/conversions/quote', '/api/v1/clients/auth/login'])(
    'HEAD %s: does not match, because there is no GET',
    async (target) => {
      expect((await trial.ask({ as: 'key', method: 'HEAD', target })).status).toBe(404);
    },
  );
});

describe('a header, with any value', () => {
  const names = [
    'X-Request-Id',
    'Idempotency-Key',
    'Origin',
    'Content-Type',
    'Accept',
    'Accept-Language',
    'User-Agent',
    'Cookie',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'Forwarded',
    'X-HTTP-Method-Override',
    'Referer',
    'Range',
    'Via',
    'If-None-Match',
    'If-Modified-Since',
    'Upgrade',
    'TE',
    'Trailer',
    'X-Original-URL',
    '__proto__',
    'constructor',
    'X-Session',
    'X-Session-Activity',
    'Sec-Fetch-Site',
  ];
  const requests = [
    { as: 'key', method: 'POST', target: '/v1/payment-links', body: JSON.stringify(LINK) },
    { as: 'key', method: 'POST', target: '/v1/payment-links', body: '{' },
    { as: 'key', method: 'GET', target: '/v1/wallets' },
    { as: 'session', method: 'GET', target: '/api/v1/clients/account' },
    { as: 'anonymous', method: 'GET', target: `/checkout/${newId()}` },
    { as: 'anonymous', method: 'GET', target: '/v1/wallets' },
    { as: 'anonymous', method: 'POST', target: '/providers/sandbox/notifications', body: '{}' },
  ] as const;

  it.each(names)('%s: adds nothing to the response', async (name) => {
    await holds(fc.tuple(hostileHeader, fc.constantFrom(...requests)), async ([value, request]) => {
      const { headers, text } = await trial.ask({ ...request, headers: [[name, value]] });
      expect(JSON.stringify(headers) + text).not.toMatch(/evil|alert\(1\)/i);
    });
  });

  it('If-None-Match: *: gets the whole response, not an empty 304', async () => {
    const request = { as: 'key', method: 'GET', target: '/v1/wallets', headers: [['If-None-Match', '*']] } as const;
    expect(await trial.ask(request)).toMatchObject({ status: 200, body: { success: true } });
  });

  it('X-Request-Id: is returned unchanged, or replaced by a new one', async () => {
    await holds(
      hostileHeader,
      async (value) => {
        const response = await trial.send({
          as: 'key',
          method: 'GET',
          target: '/v1/wallets',
          headers: [['X-Request-Id', value]],
        });
        const id = response.headers['x-request-id'] as string | undefined;
        // If the value contains a line break, only the text before it is in the header.
        if (id !== undefined) expect(UUID.test(id) || value.split('\r\n')[0]!.trim() === id).toBe(true);
      },
      2,
    );
  });

  it('Idempotency-Key: returns the stored response with any characters that a header allows', async () => {
    const { slug } = trial.merchant.account;
    const characters = fc.integer({ min: 0x21, max: 0xff }).filter((code) => code !== 0x7f);
    const texts = fc.array(characters, { minLength: 1, maxLength: 200 }).map((codes) => String.fromCharCode(...codes));
    // Short texts are also keys of other tests in this file, with other bodies.
    const keys = texts.map((text) => text + newId());
    await holds(keys, async (key) => {
      const headers = [...JSON_BODY, ['Idempotency-Key', key]] as const;
      const body = JSON.stringify({ ...LINK, description: `Order of ${slug}` });
      const create = () => trial.ask({ as: 'key', method: 'POST', target: '/v1/payment-links', headers, body });
      const [first, second] = [await create(), await create()];

      expect([first.status, second.text]).toEqual([201, first.text]);
      expect(second.headers['idempotency-replayed']).toBe('true');
    });
  });

  it('Origin: is rejected in every spelling when the key allows only another origin', async () => {
    const origin = 'https://shop.example';
    const { apiKey } = await trial.service.issueKey(trial.merchant, { allowedOrigins: [origin] });
    const spellings = [
      `${origin}/`,
      `${origin}.evil`,
      `${origin}:443`,
      `${origin}, ${origin}`,
      `${origin}%00`,
      `${origin}\t,`,
      'null',
      origin.toUpperCase(),
      `http://shop.example`,
      'shop.example',
      '*',
      `x ${origin}`,
      `${origin}@evil.example`,
    ];
    await trial.writingNothing(() =>
      holds(
        fc.oneof(fc.constantFrom(...spellings), hostileHeader),
        async (value) => {
          const headers = [
            ['X-API-KEY', apiKey],
            ['Origin', value],
          ] as const;
          const response = await trial.send({ as: 'anonymous', method: 'GET', target: '/v1/wallets', headers });
          if (isOurs(response)) expect([response.status, response.body.code]).toEqual([403, 'ORIGIN_NOT_ALLOWED']);
        },
        2,
      ),
    );
  });

  it.each([
    ['Authorization', '/v1/wallets', /_api_key$|^invalid_key_format$|^invalid_tenant$/],
    ['X-API-KEY', '/v1/wallets', /_api_key$|^invalid_key_format$|^invalid_tenant$/],
    ['Authorization', '/api/v1/clients/account', /^UNAUTHENTICATED$/],
  ])('%s of %s: is not a credential, and is not repeated in the response', async (name, target, codes) => {
    const { apiKey, account } = trial.merchant;
    const secret = newId();
    const credential = fc.oneof(
      hostileHeader,
      hostileHeader.map((value) => `Bearer ${value}${secret}`),
      fc
        .constantFrom(apiKey, `pay_${account.slug}_live_`, `pay___proto___live_`, `pay_%00_live_`)
        .map((text) => `Bearer ${text}${secret}`),
    );
    await trial.writingNothing(() =>
      holds(
        credential,
        async (value) => {
          const response = await trial.send({ as: 'anonymous', method: 'GET', target, headers: [[name, value]] });
          expect(JSON.stringify(response.headers) + response.text).not.toContain(secret);
          if (isOurs(response))
            expect([response.status, codes.test(response.body.code as string)]).toEqual([401, true]);
        },
        2,
      ),
    );
  });
});

describe('a query, with any content', () => {
  it.each([
    ...BODYLESS_OPERATIONS.filter(({ method }) => method === 'GET').map(({ target, as }) => [target, as] as const),
    ['/sandbox/mailbox', 'anonymous'],
    ['/checkout/{id}', 'anonymous'],
  ] as const)('%s: gets a valid response', async (template, as) => {
    const target = template.replace('{id}', newId());
    await trial.writingNothing(() =>
      holds(
        hostileQuery,
        async (query) => {
          const { status } = await trial.send({ as, method: 'GET', target: `${target}?${query}` });
          expect([200, 404, 422]).toContain(status);
        },
        2,
      ),
    );
  });
});
