import 'reflect-metadata';
import { ConfigError, generatedSecrets, loadConfig } from '@app/platform';
import { withOpsContext } from './context';
import { runProcess } from './run-command';

/** The staff's tool on the server of `DATABASE_URL`. `npm run ops` also finds the embedded server. */
void runProcess(async (work) => {
  const config = loadConfig(process.env, generatedSecrets);
  const { databaseUrl } = config;
  if (!databaseUrl) throw ConfigError.of('DATABASE_URL', 'is required; npm run ops can use the embedded server');
  return withOpsContext(config, databaseUrl, work);
});
