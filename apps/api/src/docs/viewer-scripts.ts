import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Asset } from '../checkout/assets';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Compresses Scalar from 4.4 MB to 1.1 MB in 0.4 s. The highest quality takes 12 s and saves 0.15 MB more. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content),
  identity: async (content) => content,
};

/** A script of the viewer. It is read and compressed once, in the thread pool, when a browser first asks for it. */
export class ViewerScript {
  private asset: Asset<Buffer> | undefined;
  private readonly encoded = new Map<Encoding, Promise<Buffer>>();

  constructor(
    readonly name: string,
    private readonly file: () => string,
  ) {}

  /** Its address under `base`. It changes with the content. */
  address(base: string): string {
    return `${base}/docs/assets/${this.name}?v=${this.load().version}`;
  }

  async in(encoding: Encoding): Promise<Asset<Buffer>> {
    const asset = this.load();
    const content = this.encoded.get(encoding) ?? ENCODERS[encoding](asset.content);
    this.encoded.set(encoding, content);
    return { ...asset, content: await content };
  }

  private load(): Asset<Buffer> {
    if (this.asset) return this.asset;
    const content = readFileSync(this.file());
    const version = createHash('sha256').update(content).digest('hex').slice(0, 16);
    this.asset = { name: this.name, type: 'text/javascript; charset=utf-8', content, version };
    return this.asset;
  }
}

const own = (name: string): string => join(__dirname, 'assets', name);

/** The build copies Scalar beside the compiled code. Where nothing was built it is read from its package. */
function scalarFile(): string {
  const copied = own('scalar.js');
  if (existsSync(copied)) return copied;
  return join(dirname(require.resolve('@scalar/api-reference')), 'browser/standalone.js');
}

/** Scalar, and what starts it; in this order. */
export const VIEWER_SCRIPTS: readonly ViewerScript[] = [
  new ViewerScript('scalar.js', scalarFile),
  new ViewerScript('viewer.js', () => own('viewer.js')),
];

export const viewerScript = (name: string): ViewerScript | undefined =>
  VIEWER_SCRIPTS.find((script) => script.name === name);
