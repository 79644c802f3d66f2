import 'reflect-metadata';
import { announceReady, failStart, generatedSecrets, loadConfig, PinoLog, stopOnSignal } from '@app/platform';
import { startWorker } from './start-worker';

/**
 * Resolving a host name occupies a thread, for seconds if the name server does not respond. With libuv's four threads, a few
 * such names would delay the deliveries of all merchants.
 */
const THREADS = '512';

async function main(): Promise<void> {
  // libuv reads the variable later, when it needs the first thread.
  process.env['UV_THREADPOOL_SIZE'] ??= THREADS;
  const config = loadConfig(process.env, generatedSecrets);
  const log = PinoLog.create(config.logLevel, 'delivery-worker');
  const worker = await startWorker(config, log);
  stopOnSignal(log, worker);
  log.info({ ops_port: worker.opsPort, environment: config.environment }, 'delivery-worker is ready');
  announceReady({ opsPort: worker.opsPort });
}

main().catch(failStart);
