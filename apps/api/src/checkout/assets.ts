import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A static file, held in memory. */
export interface Asset<Content extends string | Buffer = string> {
  name: string;
  type: string;
  content: Content;
  /** A hash of the content, so that browsers may cache the address forever. */
  version: string;
}

const FOLDER = join(__dirname, 'assets');

export const STYLESHEET = loadAsset(FOLDER, 'checkout.css', 'text/css; charset=utf-8');
export const SCRIPT = loadAsset(FOLDER, 'checkout.js', 'text/javascript; charset=utf-8');

/** Reads an asset from disk. */
export function loadAsset(folder: string, name: string, type: string): Asset {
  const content = readFileSync(join(folder, name), 'utf8');
  return { name, type, content, version: createHash('sha256').update(content).digest('hex').slice(0, 16) };
}
