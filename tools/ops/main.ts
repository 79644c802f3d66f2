import 'reflect-metadata';
import { generatedSecrets, loadConfig } from '@app/platform';
import { withOpsContext } from '../../apps/ops/src/context';
import { runProcess } from '../../apps/ops/src/run-command';
import { openDatabase } from '../start/service-database';

/** `npm run ops`: the staff's tool on the service's database, whether the service is running or not. */
void runProcess(async (work) => {
  const config = loadConfig(process.env, generatedSecrets);
  const database = await openDatabase(config);
  try {
    return await withOpsContext(config, database.url, work);
  } finally {
    await database.stop();
  }
});
