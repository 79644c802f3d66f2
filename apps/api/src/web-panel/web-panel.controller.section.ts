import { CONFIG, Log, MemoryThrottlerStorage, SilentLog } from '@app/platform';
import { aConfig } from '@app/platform/testing';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { ThrottlerModule } from '@nestjs/throttler';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { AnonymousLimit } from '../access/anonymous-limit';
import { ApiExceptionFilter } from '../http/exception.filter';
import { PanelFiles } from './panel-files';
import { WebPanelController } from './web-panel.controller';

const SCRIPT = 'console.log("panel");'.repeat(100);
const PAGE = '<meta property="csp-nonce" nonce="__CSP_NONCE__"><meta content="__SERVICE_ENVIRONMENT__">';

interface HttpResponse {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

describe('WebPanelController', () => {
  let folder: string;
  let app: NestExpressApplication;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'panel-'));
    mkdirSync(join(folder, 'built/assets'), { recursive: true });
    const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, 'built', name), content);
    write('index.html', PAGE);
    write('icon.svg', '<svg/>');
    write('assets/main-1a2b.js', SCRIPT);
    write('assets/main-1a2b.js.br', brotliCompressSync(SCRIPT));
    write('assets/main-1a2b.js.gz', gzipSync(SCRIPT));
    write('secret.txt', 'not in the manifest');
    const files = { 'index.html': [], 'icon.svg': [], 'assets/main-1a2b.js': ['br', 'gzip'] };
    write('manifest.json', JSON.stringify({ files }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  afterEach(() => app.close());

  async function start(built = 'built', limit = '1000'): Promise<void> {
    const module = await Test.createTestingModule({
      imports: [ThrottlerModule.forRoot({ throttlers: [], storage: new MemoryThrottlerStorage() })],
      controllers: [WebPanelController],
      providers: [
        AnonymousLimit,
        { provide: PanelFiles, useValue: new PanelFiles(join(folder, built)) },
        { provide: CONFIG, useValue: aConfig({ ANONYMOUS_RATE_LIMIT: limit }) },
        { provide: Log, useValue: new SilentLog() },
      ],
    }).compile();
    app = module.createNestApplication<NestExpressApplication>({ logger: false });
    app.useGlobalFilters(new ApiExceptionFilter(new SilentLog()));
    await app.listen(0, '127.0.0.1');
  }

  /** The response as it is on the wire: `fetch` would decompress it. */
  async function responseTo(path: string, headers: Record<string, string> = {}): Promise<HttpResponse> {
    const url = `${await app.getUrl()}${path}`;
    return new Promise((resolve, reject) => {
      get(url, { headers }, (response) => {
        buffer(response).then(
          (body) => resolve({ status: response.statusCode, headers: response.headers, body }),
          reject,
        );
      }).on('error', reject);
    });
  }

  describe('the web panel', () => {
    it.each(['/panel', '/panel/', '/panel/links/new', '/panel/payouts?status=completed'])(
      'starts at %s, so that every address of it can be opened',
      async (address) => {
        await start();
        expect(await responseTo(address)).toMatchObject({
          status: 200,
          headers: { 'content-type': 'text/html; charset=utf-8' },
        });
      },
    );

    it('admits style elements by a nonce of its own in each response, and scripts only as files', async () => {
      await start();
      const [first, second] = [await responseTo('/panel'), await responseTo('/panel')];
      const [, nonce] = /nonce="([^"]+)"/.exec(first.body.toString()) ?? [];

      expect(first.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}';`);
      expect(first.headers['content-security-policy']).toContain("script-src 'self';");
      expect(first.body.toString()).not.toContain('__CSP_NONCE__');
      expect(second.body).not.toEqual(first.body);
    });

    it('tells the panel whether it is a sandbox', async () => {
      await start();
      expect((await responseTo('/panel')).body.toString()).toContain('content="sandbox"');
    });

    it.each([
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ])('sends the %s form that the build made, to be kept forever', async (encoding, decompress) => {
      await start();
      const { headers, body } = await responseTo('/panel/assets/main-1a2b.js', { 'accept-encoding': encoding });

      expect(headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'Accept-Encoding',
      });
      expect(decompress(body).toString()).toBe(SCRIPT);
    });

    it('sends a file as it is to a caller that knows no compression', async () => {
      await start();
      const { headers, body } = await responseTo('/panel/assets/main-1a2b.js');

      expect(headers['content-encoding']).toBeUndefined();
      expect(body.toString()).toBe(SCRIPT);
    });

    it.each(['missing.js', '..%2Fsecret.txt', '..%2f..%2f..%2fetc%2fpasswd', 'constructor', 'main-1a2b.js.br'])(
      'has no asset %s',
      async (name) => {
        await start();
        expect((await responseTo(`/panel/assets/${name}`)).status).toBe(404);
      },
    );

    it('does not exist when it was not built', async () => {
      await start('elsewhere');
      const { status, body } = await responseTo('/panel');

      expect(status).toBe(404);
      expect(JSON.parse(body.toString())).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
    });

    it('responds to a browser that loads it too often with a page that asks to wait', async () => {
      await start('built', '1');
      await responseTo('/panel');

      expect(await responseTo('/panel')).toMatchObject({
        status: 429,
        headers: { 'content-type': 'text/html; charset=utf-8', 'retry-after': expect.any(String) },
      });
    });
  });
});
