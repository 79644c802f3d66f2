import 'reflect-metadata';
import { announceReady, failStart, generatedSecrets, loadConfig, PinoLog, stopOnSignal } from '@app/platform';
import { ProviderRoutes } from '@app/rails';
import { reportProviders } from './providers/report-providers';
import { startApi } from './start-api';

async function main(): Promise<void> {
  const config = loadConfig(process.env, generatedSecrets);
  const log = PinoLog.create(config.logLevel, 'api');
  const api = await startApi(config, log);
  stopOnSignal(log, api, { graceMs: config.shutdownGraceMs });
  reportProviders(api.app.get(ProviderRoutes, { strict: false }).list(), config, log);
  log.info({ port: api.port, ops_port: api.opsPort, environment: config.environment }, 'api is ready');
  announceReady({ port: api.port, opsPort: api.opsPort });
}

main().catch(failStart);
