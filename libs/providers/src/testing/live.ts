import { aConfig } from '@app/platform/testing';
import type { Config } from '@app/platform';
import type { Provider } from '@app/rails';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Recorder } from './recorder';
import { Scrubber } from './scrub';
import type { Declared } from './capabilities.contract';
import type { RunningProvider } from './subject';

type Env = Readonly<Record<string, string>>;

/** A provider whose test environment the suites run against. */
export interface LiveProvider {
  /** Its name in the configuration. */
  readonly name: string;
  /** The addresses of its APIs, by the variables that set them. */
  addresses(config: Config): Env;
  /** What must not be written anywhere. */
  secrets(config: Config): readonly string[];
  build(config: Config): Provider;
  /** What the suites of its capabilities need: debits, a payout that it serves. */
  readonly orders?: Partial<Pick<RunningProvider, 'debits' | 'payoutOrder' | 'paidOrder'>>;
}

/** A run of the suites, as the report shows it. */
export interface LiveRun {
  readonly provider: string;
  readonly addresses: readonly string[];
  /** Suites of declared capabilities that cannot run without a person, and why. */
  readonly notRun: readonly string[];
  readonly transcript: string;
}

const NEEDS_PAYMENT = 'refunds: they need a payment, which a person makes';

/**
 * The subject over the provider's test environment, as `env` configures it. Throws a `ConfigError` for live keys and live
 * hosts, and for what is missing: the run counts as a sandbox. Writes the run to `folder`, where the transcript goes too.
 */
export function liveSubject(live: LiveProvider, env: Env, folder: string, startedAt: Date) {
  const settings = { ...env, SERVICE_ENVIRONMENT: 'sandbox', PROVIDERS: live.name };
  const config = aConfig(settings);
  const { capabilities } = live.build(config);
  const refunds = capabilities.some((each) => each.kind === 'collect' && each.refunds !== 'none');
  const run: LiveRun = {
    provider: live.name,
    addresses: [...new Set(Object.values(live.addresses(config)))],
    notRun: refunds && !live.orders?.paidOrder ? [NEEDS_PAYMENT] : [],
    transcript: join(folder, `${live.name}-${startedAt.toISOString().replaceAll(/[:.]/g, '-')}.jsonl`),
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(run.transcript, '');
  writeFileSync(join(folder, 'last-run.json'), JSON.stringify(run));
  const declared: Declared = {
    hasFunds: false,
    methods: capabilities.flatMap((each) => (each.kind === 'collect' ? [each.method] : [])),
    refunds: refunds && run.notRun.length === 0,
    paysOut: capabilities.some(({ kind }) => kind === 'pay_out'),
    receives: capabilities.some(({ kind }) => kind === 'receive'),
  };
  return { declared, start: () => startRecorded(live, settings, config, run.transcript) };
}

/** The provider behind recorders, one for each of its addresses. */
async function startRecorded(live: LiveProvider, env: Env, config: Config, file: string): Promise<RunningProvider> {
  const scrubber = new Scrubber(live.secrets(config));
  const recorders = await Promise.all(
    Object.entries(live.addresses(config)).map(async ([variable, target]) => {
      return { variable, recorder: await Recorder.start({ target, file, scrubber }) };
    }),
  );
  const recorded = Object.fromEntries(recorders.map(({ variable, recorder }) => [variable, recorder.url]));
  return {
    provider: live.build(aConfig({ ...env, ...recorded })),
    stop: async () => void (await Promise.all(recorders.map(({ recorder }) => recorder.stop()))),
    messages: {},
    messagesExpire: false,
    debits: null,
    ...live.orders,
  };
}
