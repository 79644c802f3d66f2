import 'reflect-metadata';
import { generatedSecrets, loadConfig } from '@app/platform';
import { runDemo } from './demo';
import { DemoReceiver } from './receiver';
import { findOrStartService } from './service';

/**
 * `npm run demo`: the main job, from the outside: a link is created with an API key, paid on its checkout page, and the
 * signed webhook arrives. Uses the service that runs on `PORT`, or starts one. Exit 0 only if all of it happened.
 */
async function main(): Promise<void> {
  const config = loadConfig(process.env, generatedSecrets);
  const say = (line = ''): void => void process.stdout.write(`${line}\n`);
  const service = await findOrStartService(config, say);
  const receiver = await DemoReceiver.start();
  try {
    await runDemo(service, receiver, say);
    say('\nAll of it happened.');
  } finally {
    await receiver.stop();
    await service.release();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
