import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folder of the service's package.json, which is above the sources and above the compiled code. */
export function projectFolder(): string {
  let folder = __dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
