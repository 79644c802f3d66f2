import { generatedSecrets, loadConfig } from '@app/platform';
import { lineFor } from './failure';
import { Launcher } from './launcher';

/**
 * npm forwards a terminal's Ctrl-C, although the terminal has sent it to this process too. A second signal within this
 * time is the same Ctrl-C.
 */
const SAME_SIGNAL_MS = 500;
const PARENT_CHECK_MS = 500;

/** `npm start`: the whole service from one command, until a signal ends it. */
async function main(): Promise<void> {
  const launcher = new Launcher(loadConfig(process.env, generatedSecrets));
  let firstSignalAt = 0;
  const onSignal = (): void => {
    firstSignalAt ||= Date.now();
    if (Date.now() - firstSignalAt > SAME_SIGNAL_MS) launcher.killProcesses();
    else void launcher.stop().finally(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  whenNpmDies(onSignal);
  try {
    await launcher.run();
  } catch (error) {
    if (firstSignalAt) return;
    process.stderr.write(`${lineFor(error)}\n`);
    await launcher.stop();
    process.exit(1);
  }
}

/**
 * A killed npm, or a killed shell between npm and this process, sends no signal: the only sign is another parent
 * process.
 */
function whenNpmDies(stop: () => void): void {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    stop();
  }, PARENT_CHECK_MS);
  check.unref();
}

main().catch((error: unknown) => {
  process.stderr.write(`${lineFor(error)}\n`);
  process.exit(1);
});
