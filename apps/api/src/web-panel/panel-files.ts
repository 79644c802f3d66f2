import type { Config } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { projectFolder } from '../http/project-folder';

/** How the content of a file is encoded on the wire; `identity` is the file itself. */
export type Encoding = 'br' | 'gzip' | 'identity';

const SUFFIXES: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz', identity: '' };
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};
/** The placeholder that the panel's build leaves where a nonce belongs. */
const NONCE = /__CSP_NONCE__/g;
const ENVIRONMENT = '__SERVICE_ENVIRONMENT__';

interface Manifest {
  /** The files of the panel by name, with the encodings that the build made of each beside the file itself. */
  files: Readonly<Record<string, readonly Exclude<Encoding, 'identity'>[]>>;
}

/** The built web panel. Only files that its manifest names are ever read, each once and when it is first asked for. */
@Injectable()
export class PanelFiles {
  private manifest: Manifest | undefined;
  private readonly contents = new Map<string, Buffer>();

  constructor(private readonly folder: string) {}

  /** The panel in dist/ of the project or image that this file belongs to. */
  static ofThisProject(): PanelFiles {
    return new PanelFiles(join(projectFolder(), 'dist/apps/panel'));
  }

  /** The encodings of a file, the best first; undefined when the panel has no such file. */
  encodingsOf(name: string): readonly Encoding[] | undefined {
    const files = this.read()?.files ?? {};
    return Object.hasOwn(files, name) ? [...(files[name] ?? []), 'identity'] : undefined;
  }

  /** The content of a file that `encodingsOf` knows, and its media type. */
  contentOf(name: string, encoding: Encoding): { type: string; content: Buffer } {
    const path = join(this.folder, `${name}${SUFFIXES[encoding]}`);
    const content = this.contents.get(path) ?? readFileSync(path);
    this.contents.set(path, content);
    return { type: TYPES[extname(name)] ?? 'application/octet-stream', content };
  }

  /** The page that starts the panel, with its placeholders filled; undefined when the panel has not been built. */
  page(nonce: string, environment: Config['environment']): string | undefined {
    if (!this.encodingsOf('index.html')) return undefined;
    const page = this.contentOf('index.html', 'identity').content.toString('utf8');
    return page.replace(NONCE, nonce).replace(ENVIRONMENT, environment);
  }

  private read(): Manifest | undefined {
    const file = join(this.folder, 'manifest.json');
    if (!this.manifest && existsSync(file)) this.manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
    return this.manifest;
  }
}
