import 'reflect-metadata';
import { announceReady, failStart, generatedSecrets, loadConfig, PinoLog, stopOnSignal } from '@app/platform';
import { startWorker } from './start-worker';

async function main(): Promise<void> {
  const config = loadConfig(process.env, generatedSecrets);
  const log = PinoLog.create(config.logLevel, 'delivery-worker');
  const worker = await startWorker(config, log);
  stopOnSignal(log, () => worker.stop());
  log.info({ ops_port: worker.opsPort, environment: config.environment }, 'delivery-worker is ready');
  announceReady({ opsPort: worker.opsPort });
}

main().catch(failStart);
