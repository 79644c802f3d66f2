import 'reflect-metadata';
import { benchApi } from './api.bench';
import { benchCollect } from './collect.bench';
import { benchDeliver } from './deliver.bench';
import { benchGrowth } from './growth.bench';
import { benchLedger } from './ledger.bench';
import { benchOutflow } from './outflow.bench';

/** Benchmarks by name. Each prints rates, and compares them with a baseline from the same run where there is one. */
const BENCHMARKS: Readonly<Record<string, () => Promise<unknown>>> = {
  api: benchApi,
  ledger: benchLedger,
  growth: benchGrowth,
  collect: benchCollect,
  outflow: benchOutflow,
  deliver: benchDeliver,
};

async function main(name = ''): Promise<void> {
  const bench = Object.hasOwn(BENCHMARKS, name) ? BENCHMARKS[name] : undefined;
  if (!bench) throw new Error(`usage: npm run bench -- ${Object.keys(BENCHMARKS).join('|')}`);
  await bench();
}

main(process.argv[2]).then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
