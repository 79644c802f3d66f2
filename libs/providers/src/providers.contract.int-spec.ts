import './sandbox/sandbox-payout.rail.section';
import { messageContract } from '@app/rails/testing';
import { DLOCAL_SUBJECT } from './dlocal/testing/dlocal.subject';
import { PROVIDER_NAMES } from './providers.module';
import { SANDBOX_SUBJECT } from './sandbox/testing/sandbox.subject';
import { STRIPE_SUBJECT } from './stripe/testing/stripe.subject';
import { capabilitiesContract } from './testing/capabilities.contract';
import type { ProviderSubject, RunningProvider } from './testing/subject';
import { WOOVI_SUBJECT } from './woovi/testing/woovi.subject';

/** Every provider that can be configured. */
const SUBJECTS: readonly ProviderSubject[] = [SANDBOX_SUBJECT, STRIPE_SUBJECT, DLOCAL_SUBJECT, WOOVI_SUBJECT];

it('the contract suites run over every provider that can be configured', () => {
  expect(SUBJECTS.map(({ name }) => name)).toEqual(PROVIDER_NAMES);
});

describe.each(SUBJECTS)('$name', ({ name, storedNames, methods, refunds, paysOut, receives, start }) => {
  let running: RunningProvider;
  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.stop());

  it('declares what its suites run for, under its name in the configuration', () => {
    const { capabilities } = running.provider;
    expect(running.provider.name).toBe(name);
    expect(capabilities.flatMap((each) => (each.kind === 'collect' ? [each.method] : []))).toEqual(methods);
    expect(capabilities.some((each) => each.kind === 'collect' && each.refunds !== 'none')).toBe(refunds);
    expect(capabilities.some(({ kind }) => kind === 'pay_out')).toBe(paysOut);
    expect(capabilities.some(({ kind }) => kind === 'receive')).toBe(receives);
  });

  it('reads messages under each of its stored names', () => {
    expect(running.provider.storedNames).toEqual(storedNames);
    expect(Object.keys(running.messages)).toEqual(storedNames);
  });

  describe.each(storedNames)('as %s', (stored) => {
    messageContract(() => ({
      provider: stored,
      read: (message) => running.provider.read(stored, message).facts,
      messageAbout: running.messages[stored]!,
      expires: running.messagesExpire,
    }));
  });

  const hasFunds = name !== SANDBOX_SUBJECT.name;
  capabilitiesContract({ methods, refunds, paysOut, receives, hasFunds }, () => running);
});
