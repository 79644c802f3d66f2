import type { OpenApiDocument } from '../../apps/api/src/docs/open-api-types';
import type { Answer } from '../support/http-client';
import { TestService } from '../support/service';

const DOCUMENTS = ['/docs/openapi.json', '/docs/external/openapi.json', '/docs/panel/openapi.json'];

describe('the documentation under /docs', () => {
  let service: TestService;
  let page: Answer;
  let document: OpenApiDocument;

  beforeAll(async () => {
    service = await TestService.start();
    page = await get('/docs');
    document = (await get('/docs/openapi.json')).body as OpenApiDocument;
  });

  afterAll(() => service.stop());

  const get = (path: string) => service.anonymous().get(path);
  const operations = () => Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const attribute = (name: string) => [...page.text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, v]) => v!);

  it('is a page that anybody may read and caches may keep for a while', () => {
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('public, max-age=60');
  });

  it('lets nothing run, and nothing be fetched from elsewhere', () => {
    expect(page.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(page.text).not.toMatch(/<script|<style|<iframe|<form|<img|<[^>]*\s(?:style|on\w+)=/);
    expect(
      [...attribute('href'), ...attribute('src')].filter((url) => !/^(#|\/docs\/|data:image\/svg)/.test(url)),
    ).toEqual([]);
  });

  it('has a style sheet on our host, which browsers may keep for as long as its address stays', async () => {
    const address = attribute('href').find((url) => url.includes('docs.css'))!;
    const { status, headers } = await get(address);

    expect([status, headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  it('has every operation and event once, and its contents lead somewhere', () => {
    const events = Object.values(document.webhooks ?? {}).map(({ post }) => post);
    const wanted = [...operations(), ...events].map(({ operationId }) => operationId);
    const ids = attribute('id');

    expect(ids.filter((id) => wanted.includes(id)).sort()).toEqual(wanted.sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(attribute('href').filter((url) => url.startsWith('#') && !ids.includes(url.slice(1)))).toEqual([]);
  });

  it('shows every code of every operation', () => {
    const articles = new Map(
      page.text.split('<article id="').map((part) => [part.split('"', 1)[0], part.replaceAll('<wbr>', '')]),
    );
    for (const { operationId, responses } of operations()) {
      const codes = Object.values(responses).flatMap((each) =>
        Object.keys(each.content?.['application/json'].examples ?? {}),
      );
      expect([
        operationId,
        codes.filter((code) => !articles.get(operationId)!.includes(`<code>${code}</code>`)),
      ]).toEqual([operationId, []]);
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

  it('tells which API an operation is of, in its tag', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const api = path.startsWith('/v1/') ? 'External API: ' : 'Panel API: ';
      for (const { tags } of Object.values(methods)) expect(tags).toEqual([expect.stringContaining(api)]);
    }
  });

  it('has each API in a document of its own, with nothing of the other one', async () => {
    const [external, panel] = await Promise.all([get(DOCUMENTS[1]!), get(DOCUMENTS[2]!)]);
    const paths = ({ body }: Answer) => Object.keys((body as OpenApiDocument).paths);

    expect([...paths(external), ...paths(panel)].sort()).toEqual(Object.keys(document.paths).sort());
    expect(paths(external).filter((path) => !path.startsWith('/v1/'))).toEqual([]);
    expect(Object.keys(external.body.components.securitySchemes)).toEqual(['ApiKeyAsBearer', 'ApiKeyHeader']);
    expect(Object.keys(panel.body.components.securitySchemes)).toEqual(['PanelSession']);
    expect(panel.body.webhooks).toBeUndefined();
  });

  it('names what an operation needs: one of the permissions, with any way to send the key', () => {
    expect(document.paths['/v1/payment-links']!.post!.security).toEqual([
      { ApiKeyAsBearer: ['payment_links:create'] },
      { ApiKeyHeader: ['payment_links:create'] },
    ]);
    expect(document.paths['/v1/wallets']!.get!.security).toEqual([{ ApiKeyAsBearer: [] }, { ApiKeyHeader: [] }]);
    expect(document.paths['/api/v1/clients/auth/login']!.post!.security).toEqual([]);
  });

  it('takes the public address for that of the service', () => {
    expect(document.servers).toEqual([{ url: 'https://pay.example.com', description: 'Sandbox' }]);
  });

  it('has a budget of its own for each network address', async () => {
    const limited = await TestService.start({ env: { IP_RATE_LIMIT: '4' } });
    const ask = async (path: string) => (await limited.anonymous().get(path)).status;

    expect([await ask('/docs'), ...(await Promise.all(DOCUMENTS.map(ask)))]).toEqual([200, 200, 200, 200]);
    expect([await ask('/docs'), ...(await Promise.all(DOCUMENTS.map(ask)))]).toEqual([429, 429, 429, 429]);
    expect(await ask('/v1/wallets')).toBe(401);
    await limited.stop();
  });
});
