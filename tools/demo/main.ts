import 'reflect-metadata';
import { generatedSecrets, loadConfig } from '@app/platform';
import { runDemo } from './demo';
import { runDlocalDemo } from './dlocal-demo';
import { runOutflowDemo } from './outflow-demo';
import { DemoReceiver } from './receiver';
import { runRefundDemo } from './refund-demo';
import { findOrStartService, type DemoService } from './service';
import { runStripeDemo } from './stripe-demo';
import { runWooviDemo } from './woovi-demo';

/**
 * `npm run demo`: a collection as an integrator and a payer see it. Creates a link with an API key, pays it on its
 * checkout page and waits for the signed webhook. With `--outflow`, a transfer as the merchant sees it; with `--refund`, a refund and a dispute;
 * with `--provider stripe`, `dlocal` or `woovi`, what a real provider serves, over a fake of it. Uses the service
 * that runs on `DATA_DIR` or `PORT`, or starts one. Exits with 0 only if every step succeeded.
 */
async function main(): Promise<void> {
  const say = (line = ''): void => void process.stdout.write(`${line}\n`);
  await (process.argv.includes('--provider') ? runAtProvider(say) : runInSandbox(say));
  say('\nThe demo succeeded.');
}

/** Over a server on this machine that stands in for the provider. */
async function runAtProvider(say: (line?: string) => void): Promise<void> {
  const name = process.argv[process.argv.indexOf('--provider') + 1];
  const run = PROVIDERS.find(([known]) => known === name)?.[1];
  const names = PROVIDERS.map(([known]) => known).join(', ');
  if (!run) throw new Error(`--provider must be one of ${names}, not ${name ?? 'empty'}`);
  await run(say);
}

const PROVIDERS = [
  ['stripe', runStripeDemo],
  ['dlocal', runDlocalDemo],
  ['woovi', runWooviDemo],
] as const;

async function runInSandbox(say: (line?: string) => void): Promise<void> {
  const config = loadConfig(process.env, generatedSecrets);
  const service = await findOrStartService(config, say);
  try {
    const run = JOURNEYS.find(([flag]) => process.argv.includes(flag))?.[1] ?? collect;
    await run(service, say);
  } finally {
    await service.release();
  }
}

const JOURNEYS = [
  ['--outflow', runOutflowDemo],
  ['--refund', runRefundDemo],
] as const;

async function collect(service: DemoService, say: (line?: string) => void): Promise<void> {
  const receiver = await DemoReceiver.start();
  try {
    await runDemo(service, receiver, say);
  } finally {
    await receiver.stop();
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`\nThe demo failed: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
