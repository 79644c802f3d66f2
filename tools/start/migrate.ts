import { generatedSecrets, loadConfig } from '@app/platform';
import { applyMigrations } from './apply-migrations';
import { lineFor } from './failure';
import { openDatabase } from './service-database';

/** `npm run migrate`: applies pending migrations and exits; for deployments that start the processes themselves. */
async function main(): Promise<void> {
  const config = loadConfig(process.env, generatedSecrets);
  const database = await openDatabase(config, console.log);
  try {
    const applied = await applyMigrations(database.url, { force: process.argv.includes('--force'), say: console.log });
    console.log(applied.length > 0 ? `applied ${applied.join(', ')}` : 'the schema is up to date');
  } finally {
    await database.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${lineFor(error)}\n`);
    process.exit(1);
  },
);
