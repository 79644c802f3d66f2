import { join } from 'node:path';
import { loadAsset, type Asset } from '../checkout/assets';

export const STYLESHEET_NAME = 'docs.css';

let loaded: Asset | undefined;

/** Read when the first page or browser asks for it. */
export function stylesheet(): Asset {
  loaded ??= loadAsset(join(__dirname, 'assets'), STYLESHEET_NAME, 'text/css; charset=utf-8');
  return loaded;
}
