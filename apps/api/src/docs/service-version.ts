import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../http/project-folder';

/** The version in the service's package.json. */
export function serviceVersion(): string {
  return (JSON.parse(readFileSync(join(projectFolder(), 'package.json'), 'utf8')) as { version: string }).version;
}
