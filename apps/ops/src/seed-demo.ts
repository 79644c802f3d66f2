import { accountExists } from '@app/accounts';
import { readJsonIfExists, type Config } from '@app/platform';
import { chmodSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoCredentials } from './demo-credentials';

export type { DemoCredentials };

/**
 * Creates the demo account once and returns its credentials; later calls return the stored ones. They are stored in
 * `DATA_DIR/demo.json`, readable only by its owner. If the database does not have that account, a new one is created.
 */
export async function seedDemo(config: Config, databaseUrl: string): Promise<DemoCredentials> {
  const file = join(config.dataDir, 'demo.json');
  const kept = readJsonIfExists(file) as DemoCredentials | undefined;
  if (kept && (await accountExists(databaseUrl, kept.accountSlug))) return kept;
  // Imported only here, because a start with nothing to seed should not load the application context.
  const { createDemoAccount } = await import('./demo-account.js');
  const credentials = await createDemoAccount(config, databaseUrl);
  writeFileSync(`${file}.new`, JSON.stringify(credentials, null, 2), { mode: 0o600 });
  chmodSync(`${file}.new`, 0o600);
  renameSync(`${file}.new`, file);
  return credentials;
}
