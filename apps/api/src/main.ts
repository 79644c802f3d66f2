import 'reflect-metadata';
import { announceReady, failStart, generatedSecrets, loadConfig, PinoLog, stopOnSignal } from '@app/platform';
import { startApi } from './start-api';

async function main(): Promise<void> {
  const config = loadConfig(process.env, generatedSecrets);
  const log = PinoLog.create(config.logLevel, 'api');
  const api = await startApi(config, log);
  stopOnSignal(log, () => api.stop());
  if (config.environment === 'production') {
    log.warn(
      { rail: 'sandbox' },
      'no real payment rail is connected: payers are shown instructions that cannot be paid',
    );
  }
  log.info({ port: api.port, ops_port: api.opsPort, environment: config.environment }, 'api is ready');
  announceReady({ port: api.port, opsPort: api.opsPort });
}

main().catch(failStart);
