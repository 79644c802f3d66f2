import 'reflect-metadata';
import { announceReady, failStart, generatedSecrets, loadConfig, PinoLog, stopOnSignal } from '@app/platform';
import { startWorker } from './start-worker';

/**
 * A host name is resolved on a thread, which a name server that does not answer keeps for seconds. With libuv's four of
 * them a few such names would hold up every merchant's deliveries.
 */
const THREADS = '256';

async function main(): Promise<void> {
  // Read when the first thread is needed, which is later.
  process.env['UV_THREADPOOL_SIZE'] ??= THREADS;
  const config = loadConfig(process.env, generatedSecrets);
  const log = PinoLog.create(config.logLevel, 'delivery-worker');
  const worker = await startWorker(config, log);
  stopOnSignal(log, () => worker.stop());
  log.info({ ops_port: worker.opsPort, environment: config.environment }, 'delivery-worker is ready');
  announceReady({ opsPort: worker.opsPort });
}

main().catch(failStart);
