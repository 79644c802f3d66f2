import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../support/open-api-types';
import { watchResponses, type HttpResponse } from '../support/http-client';
import { DocumentedResponses } from '../support/documented-responses';
import { paymentIdOf, payNewLink } from '../support/paid-links';
import { Payer } from '../support/outflows';
import { TestService } from '../support/service';

const DOCUMENTS = ['/docs/openapi.json', '/docs/external/openapi.json', '/docs/panel/openapi.json'];
const FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'viewer.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'viewer.mjs': 'text/javascript; charset=utf-8',
};
const FOREVER = 'public, max-age=31536000, immutable';
const PAGES = ['/docs', '/docs/panel'];
const LINK = { amount: 15000, description: 'Order 1001' };

describe('the documentation under /docs', () => {
  let service: TestService;
  let document: OpenApiDocument;

  beforeAll(async () => {
    service = await TestService.start();
    document = (await get('/docs/openapi.json')).body as OpenApiDocument;
  });

  afterAll(() => service.stop());

  const get = (path: string) => service.anonymous().get(path);
  const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const attributes = ({ text }: HttpResponse, name: string) =>
    [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => value!);

  describe.each(PAGES)('%s', (path) => {
    it('is a public page that caches may keep for a minute', async () => {
      const { status, headers } = await get(path);

      expect(status).toBe(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('public, max-age=60');
    });

    it('runs and shows only files of this origin, and loads nothing from another one', async () => {
      const page = await get(path);

      expect(page.headers['content-security-policy']).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
          "form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(page.text).not.toMatch(
        /<script(?! (?:defer|type="module") src=)|<script[^>]*>[^<]|<style|<[^>]*\s(?:style|on\w+)=/,
      );
      const addresses = ['href', 'src', 'data-document', 'data-server'].flatMap((name) => attributes(page, name));
      expect(addresses.filter((url) => !/^(\/|data:image\/svg)/.test(url))).toEqual([]);
    });

    it('loads the viewer, which browsers may cache while its URL does not change', async () => {
      const page = await get(path);
      const files = [...attributes(page, 'href'), ...attributes(page, 'src')].filter((url) => url.includes('/assets/'));
      const responses = await Promise.all(files.map(get));

      expect(files.map((url) => url.replace(/[0-9a-f]{16}/, 'VERSION'))).toEqual(
        Object.keys(FILES).map((name) => `/docs/assets/VERSION/${name}`),
      );
      expect(responses.map(({ headers }) => headers['content-type'])).toEqual(Object.values(FILES));
      expect(responses.map(({ headers }) => headers['cache-control'])).toEqual(Array(4).fill(FOREVER));
    });

    it('shows the document of its API', async () => {
      const [address] = attributes(await get(path), 'data-document');

      expect(address).toBe(path === '/docs' ? '/docs/sandbox/openapi.json' : '/docs/panel/openapi.json');
      expect((await get(address!)).status).toBe(200);
    });
  });

  it('describes the operations of the sandbox as they respond', async () => {
    const sandbox = (await get('/docs/sandbox/openapi.json')).body as OpenApiDocument;
    const responses = new DocumentedResponses(sandbox);
    const payer = await Payer.ofTransfers(service, { usd: true, cards: true });
    const { merchant } = payer;
    const card = await merchant.api.post('/v1/cards/payment-links', { ...LINK, currency: 'ARS' });
    const ids: Readonly<Record<string, string>> = {
      simulatePaymentLink: await service.createLink(merchant),
      simulateCardPaymentLink: card.body.data.id as string,
      simulatePayout: (await payer.orderPayout()).id,
      simulateRefund: await refundOf(payer),
      simulateDeposit: merchant.usd!.id,
    };
    const simulations = responses.operations.filter(({ path }) => path.startsWith('/sandbox/'));
    watchResponses(responses.check);
    for (const operation of simulations) {
      const { method, path, body } = responses.callOf(operation);
      const query = operation.id === 'readMailbox' ? '?to=payer@example.com' : '';
      await service.anonymous().send(method, path.replace('{id}', ids[operation.id] ?? '') + query, body);
    }

    expect(simulations.map(({ id }) => `${id} 200`).filter((name) => !responses.seen.has(name))).toEqual([]);
  });

  it('leads from the address of the document to the page', async () => {
    const { status, headers } = await get('/docs/external');

    expect([status, headers['location']]).toEqual([302, '/docs']);
  });

  it('keeps files of another release for a minute, whose page may still ask for them', async () => {
    const { headers } = await get('/docs/assets/0000000000000000/viewer.mjs');

    expect(headers['cache-control']).toBe('public, max-age=60');
  });

  it('compresses the viewer as the browser requests', async () => {
    const sizeOf = async (accepted: string) => {
      const [bundle] = attributes(await get('/docs'), 'src');
      const { headers, text } = await service.anonymous().get(bundle!, { 'accept-encoding': accepted });
      expect(headers['vary']).toBe('Accept-Encoding');
      return [headers['content-encoding'], Number(headers['content-length']), text.includes('SwaggerUIBundle')];
    };

    expect(await sizeOf('identity')).toEqual([undefined, expect.any(Number), true]);
    for (const encoding of ['gzip', 'br']) {
      const [used, size] = await sizeOf(encoding);
      expect([used, Number(size) < 500_000]).toEqual([encoding, true]);
    }
    expect((await sizeOf('gzip, deflate, br'))[0]).toBe('br');
  });

  it('has no files except those of the viewer', async () => {
    const names = ['docs.css', 'x/docs.css', 'x/constructor', 'x/..%2fdocs.module.js', 'x/swagger-ui.js'];
    for (const name of names) {
      expect([name, (await get(`/docs/assets/${name}`)).body.code]).toEqual([name, 'RESOURCE_NOT_FOUND']);
    }
  });

  it('has an example of every request, success and error', () => {
    for (const { operationId, requestBody, responses } of operations()) {
      const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
      const media = bodies.flatMap((content) => (content ? [content['application/json']] : []));

      expect([operationId, media.filter(({ example, examples }) => example === undefined && !examples)]).toEqual([
        operationId,
        [],
      ]);
    }
    const codes = Object.keys(document.components.schemas).filter((name) => name.startsWith('Error.'));
    expect(Object.keys(document.components.examples).map((code) => `Error.${code}`)).toEqual(codes);
  });

  it('names the API of an operation in its tag', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const api = path.startsWith('/v1/') ? 'External API: ' : 'Panel API: ';
      for (const { tags } of Object.values(methods)) expect(tags).toEqual([expect.stringContaining(api)]);
    }
  });

  it('has a separate document for each API, with nothing of the other one', async () => {
    const [external, panel] = await Promise.all([get(DOCUMENTS[1]!), get(DOCUMENTS[2]!)]);
    const paths = ({ body }: HttpResponse) => Object.keys((body as OpenApiDocument).paths);

    expect([...paths(external), ...paths(panel)].sort()).toEqual(Object.keys(document.paths).sort());
    expect(paths(external).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
    expect(Object.keys(external.body.components.securitySchemes)).toEqual(['ApiKeyAsBearer', 'ApiKeyHeader']);
    expect(Object.keys(panel.body.components.securitySchemes)).toEqual(['PanelSession', 'PanelCookie']);
    expect(panel.body.webhooks).toBeUndefined();
  });

  it('has the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { version: string };
    expect(document.info.version).toBe(version);
  });

  it('lists the permissions of an operation, with each way to send the key', () => {
    expect(document.paths['/v1/payment-links']!.post!.security).toEqual([
      { ApiKeyAsBearer: ['payment_links:create'] },
      { ApiKeyHeader: ['payment_links:create'] },
    ]);
    expect(document.paths['/v1/wallets']!.get!.security).toEqual([{ ApiKeyAsBearer: [] }, { ApiKeyHeader: [] }]);
    expect(document.paths['/api/v1/clients/auth/login']!.post!.security).toEqual([]);
  });

  it('uses the public URL as the address of the service', () => {
    expect(document.servers).toEqual([{ url: 'https://pay.example.com', description: 'Sandbox' }]);
  });

  it('has the rate limit of anonymous requests', async () => {
    const limited = await TestService.start({ env: { ANONYMOUS_RATE_LIMIT: '6' } });
    const ask = async (path: string) => (await limited.anonymous().get(path)).status;

    const all = async () => Promise.all([...PAGES, ...DOCUMENTS, '/docs/assets/x/viewer.mjs'].map(ask));
    expect(await all()).toEqual(Array(6).fill(200));
    expect(await all()).toEqual(Array(6).fill(429));
    expect(await ask('/v1/wallets')).toBe(401);
    await limited.stop();
  });

  it('has nothing about the panel API when its documentation is not published', async () => {
    const unpublished = await TestService.start({ env: { PANEL_DOCS: 'false' } });
    const unknown = await unpublished.anonymous().get('/docs/unknown');
    for (const path of ['/docs/panel', '/docs/panel/openapi.json']) {
      const { status, text } = await unpublished.anonymous().get(path);
      expect([path, status, text]).toEqual([path, 404, unknown.text]);
    }
    const { body } = await unpublished.anonymous().get('/docs/openapi.json');
    await unpublished.stop();

    expect(unknown.body.code).toBe('RESOURCE_NOT_FOUND');
    expect(Object.keys((body as OpenApiDocument).paths).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
  });
});

async function refundOf({ service, merchant, panel }: Payer): Promise<string> {
  const payment = await paymentIdOf(service, await payNewLink(service, merchant));
  return (await panel.post(`/received-payments/${payment}/refunds`, { amount: '10.00' })).body.data.id as string;
}
