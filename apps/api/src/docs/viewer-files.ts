import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Asset } from '../checkout/assets';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Compresses the first view from 1.8 MB to 0.42 MB. The highest quality takes 30 times as long and saves 0.05 MB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content),
  identity: async (content) => content,
};

const CSS = 'text/css; charset=utf-8';
const JAVASCRIPT = 'text/javascript; charset=utf-8';

const OWN = join(__dirname, 'assets');
const SWAGGER_UI = dirname(require.resolve('swagger-ui-dist/package.json'));

/** By the names under which the page loads them. */
const FILES = {
  'swagger-ui.css': { folder: SWAGGER_UI, type: CSS },
  'viewer.css': { folder: OWN, type: CSS },
  'swagger-ui-bundle.js': { folder: SWAGGER_UI, type: JAVASCRIPT },
  'viewer.mjs': { folder: OWN, type: JAVASCRIPT },
};

type FileName = keyof typeof FILES;

const isFileName = (name: string): name is FileName => Object.hasOwn(FILES, name);
const read = (name: FileName): Buffer => readFileSync(join(FILES[name].folder, name));

/**
 * The files of the viewer: Swagger UI, and our own, which start and extend it. Each is compressed once, in the thread pool,
 * when a browser first asks for it.
 */
export class ViewerFiles {
  private current: string | undefined;
  private readonly encoded = new Map<string, Promise<Buffer>>();

  /** The address of a file. It changes with the content of any of them. */
  address(base: string, name: FileName): string {
    return `${base}/docs/assets/${this.version()}/${name}`;
  }

  /** The file with this name, or undefined. */
  async find(name: string, encoding: Encoding): Promise<Asset<Buffer> | undefined> {
    if (!isFileName(name)) return undefined;
    const key = `${encoding}:${name}`;
    const content = this.encoded.get(key) ?? ENCODERS[encoding](read(name));
    this.encoded.set(key, content);
    return { name, type: FILES[name].type, content: await content, version: this.version() };
  }

  private version(): string {
    if (this.current !== undefined) return this.current;
    const hash = createHash('sha256');
    for (const name of Object.keys(FILES).filter(isFileName)) hash.update(read(name));
    return (this.current = hash.digest('hex').slice(0, 16));
  }
}
