import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonIfExists } from '../files';
import type { GeneratedSecrets } from './secrets';

/**
 * The sandbox's own secrets: made once, kept in `DATA_DIR/secrets.json` with mode 0600. Two processes that start
 * together end up with the same file, since a hard link is created by exactly one of them.
 */
export function generatedSecrets(dataDir: string): GeneratedSecrets {
  const file = join(dataDir, 'secrets.json');
  const kept = readJsonIfExists(file) as GeneratedSecrets | undefined;
  if (kept) return kept;
  mkdirSync(dataDir, { recursive: true });
  // Not named after the process: in containers that share the folder, both may be process 1.
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  const fresh: GeneratedSecrets = {
    SECRETS_KEY: randomBytes(32).toString('base64'),
    API_KEY_PEPPER: randomBytes(32).toString('base64'),
    PLATFORM_WEBHOOK_SECRET: randomBytes(32).toString('hex'),
  };
  writeFileSync(draft, JSON.stringify(fresh, null, 2), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readJsonIfExists(file) as GeneratedSecrets;
}
