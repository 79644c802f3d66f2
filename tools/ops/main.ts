import 'reflect-metadata';
import { ConfigError, generatedSecrets, loadConfig } from '@app/platform';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { withOpsContext } from '../../apps/ops/src/context';
import { runProcess } from '../../apps/ops/src/run-command';
import { openDatabase } from '../start/service-database';

/** `npm run ops`: the staff's tool on the service's database, whether the service is running or not. */
void runProcess(async (work) => {
  const config = loadConfig(process.env, (dataDir) => {
    if (!process.env['DATABASE_URL'] && !process.env['DATABASE_URL_FILE']) assertDatabase(dataDir);
    return generatedSecrets(dataDir);
  });
  if (!config.databaseUrl) assertDatabase(config.dataDir);
  const database = await openDatabase(config);
  try {
    return await withOpsContext(config, database.url, work);
  } finally {
    await database.stop();
  }
});

/** A folder that was named by mistake must not get a new database and new secrets. */
function assertDatabase(dataDir: string): void {
  if (lstatSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })) return;
  throw new ConfigError([{ variable: 'DATA_DIR', problem: `has no database: npm start creates one in ${dataDir}` }]);
}
