import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Asset } from '../checkout/assets';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Compresses what the first view loads from 2.8 MB to 0.75 MB. The highest quality takes 40 times as long and saves 0.07 MB. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

const ENCODERS: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content),
  identity: async (content) => content,
};

const SCALAR = 'scalar/standalone.esm.js';
const OWN_FILE = join(__dirname, 'assets/viewer.mjs');

/**
 * The scripts of the viewer: our own, which starts it, and the modules of Scalar, of which a browser loads those that the
 * page shows. Each is read and compressed once, in the thread pool, when a browser first asks for it.
 */
export class ViewerScripts {
  private files: ReadonlyMap<string, string> | undefined;
  private current: string | undefined;
  private readonly encoded = new Map<string, Promise<Buffer>>();

  /** The addresses of the script that starts the viewer, and of the module that it loads. They change with the content. */
  addresses(base: string): { viewer: string; scalar: string } {
    const folder = `${base}/docs/assets/${this.version()}`;
    return { viewer: `${folder}/viewer.mjs`, scalar: `${folder}/${SCALAR}` };
  }

  /** The script with this path below the folder of the version, or undefined. */
  async find(name: string, encoding: Encoding): Promise<Asset<Buffer> | undefined> {
    const file = this.paths().get(name);
    if (file === undefined) return undefined;
    const key = `${encoding}:${name}`;
    const content = this.encoded.get(key) ?? ENCODERS[encoding](readFileSync(file));
    this.encoded.set(key, content);
    return { name, type: 'text/javascript; charset=utf-8', content: await content, version: this.version() };
  }

  /** A hash of both: the names of Scalar's other modules, which its first one contains, change with their content. */
  private version(): string {
    if (this.current !== undefined) return this.current;
    const hash = createHash('sha256');
    for (const file of [OWN_FILE, join(scalarFolder(), 'standalone.esm.js')]) hash.update(readFileSync(file));
    return (this.current = hash.digest('hex').slice(0, 16));
  }

  private paths(): ReadonlyMap<string, string> {
    this.files ??= new Map([['viewer.mjs', OWN_FILE], ...scalarFiles()]);
    return this.files;
  }
}

function scalarFiles(): [name: string, file: string][] {
  const folder = scalarFolder();
  const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.js'));
  return [
    [SCALAR, join(folder, 'standalone.esm.js')],
    ...chunks.map((name): [string, string] => [`scalar/chunks/${name}`, join(folder, 'chunks', name)]),
  ];
}

/** The build copies Scalar beside the compiled code. Where nothing was built it is read from its package. */
function scalarFolder(): string {
  const copied = join(__dirname, 'assets/scalar');
  return existsSync(copied) ? copied : join(dirname(require.resolve('@scalar/api-reference')), 'browser');
}
