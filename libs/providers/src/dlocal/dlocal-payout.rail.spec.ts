import { Money, SystemClock } from '@app/kernel';
import type { RecordedLog } from '@app/platform/testing';
import { FAKE_FAULTS } from '../testing/fake-server';
import { sentIdOf } from '../sent-ids';
import { DlocalPayoutClient } from './dlocal-payout-client';
import type { DlocalPayoutRail } from './dlocal-payout.rail';
import { FAKE_PAYOUTS_CLIENT_ID, FAKE_PAYOUTS_CLIENT_SECRET, FakeDlocalPayouts } from './testing/fake-dlocal-payouts';
import { WRONG_ACCOUNT } from './testing/fake-dlocal-payouts-account';
import { aClabePayout, payoutsOver } from './testing/dlocal-payouts.subject';

const { signal: patience } = new AbortController();
/** Less than dLocal takes when it does not respond at all. */
const impatient = () => AbortSignal.timeout(300);

let fake: FakeDlocalPayouts;
let rail: DlocalPayoutRail;
let log: RecordedLog;
beforeEach(async () => {
  fake = await FakeDlocalPayouts.start();
  ({ rail, log } = payoutsOver(fake.url));
});
afterEach(() => fake.stop());

type Order = ReturnType<typeof aClabePayout>;

/** Repeats as the worker does, each time under a new deadline. */
async function untilDone(order: Order) {
  const attempt = async (signal: AbortSignal) => {
    const known = await rail.find(order.payoutId, signal);
    return known.state === 'unknown' ? rail.submit(order, signal) : known;
  };
  for (let left = 3; left > 0; left--) {
    try {
      return await attempt(impatient());
    } catch {
      // The outcome is unknown.
    }
  }
  return attempt(patience);
}

const aWrongAccount = () =>
  aClabePayout({
    amount: Money.of('1000', 'CLP'),
    destination: {
      name: 'Ana Pérez',
      document: { type: 'rut', number: '12345678-5' },
      country: 'CL',
      bank: { name: 'BancoEstado', code: '012', account_number: WRONG_ACCOUNT, account_type: 'checking' },
    },
  });

describe('a payout', () => {
  it.each(
    [/^POST .*token$/, /^POST .*v3$/, /^GET .*v3$/].flatMap((call) =>
      FAKE_FAULTS.map((fault) => [call, fault] as const),
    ),
  )('is paid once when %s has the fault %s (rule 11.5)', async (call, fault) => {
    const order = aClabePayout();
    fake.plan(call, fault);
    await expect(untilDone(order)).resolves.toMatchObject({ reference: expect.stringMatching(/^PO-/) });
    expect(fake.account.paidOut).toEqual([sentIdOf(order.payoutId)]);
  });

  it('is submitted once when the token ends in between', async () => {
    await rail.submit(aClabePayout(), patience);
    fake.endTokens();
    const order = aClabePayout();
    await expect(rail.submit(order, patience)).resolves.toMatchObject({ outcome: 'accepted' });
    expect(fake.calls.slice(-3)).toEqual(['POST /payouts/v3', 'POST /oauth/token', 'POST /payouts/v3']);
    expect(fake.account.paidOut).toHaveLength(2);
  });

  it('of twenty at once shares the token', async () => {
    await Promise.all(Array.from({ length: 20 }, () => rail.submit(aClabePayout(), AbortSignal.timeout(10_000))));
    expect(fake.calls.filter((call) => call.endsWith('token'))).toHaveLength(1);
    expect(fake.account.paidOut).toHaveLength(20);
  });

  it('that dLocal rejects is declined, with the reason', async () => {
    await expect(rail.submit(aWrongAccount(), patience)).resolves.toEqual({
      outcome: 'declined',
      reason: 'Invalid params beneficiary.bank_account.account',
    });
  });

  it('is not declined for a rejection while dLocal cannot say whether it has it', async () => {
    fake.plan(/^GET/, 'failed');
    await expect(rail.submit(aWrongAccount(), patience)).rejects.toThrow('500');
  });

  it('to an account that dLocal cannot pay is declined without a call', async () => {
    const order = aClabePayout();
    const bank = { name: 'BBVA México' };
    const changed = { ...order, destination: { ...order.destination, bank } };
    await expect(rail.submit(changed, patience)).resolves.toEqual({
      outcome: 'declined',
      reason: 'dLocal needs a CLABE',
      isOurs: true,
    });
    expect(fake.calls).toEqual([]);
  });

  it('waits while there is too little balance', async () => {
    const order = aClabePayout();
    fake.account.balance = 1250.49;
    await expect(rail.submit(order, patience)).resolves.toMatchObject({ refusal: { code: 'provider_funds' } });
    fake.account.balance = 1250.5;
    await expect(untilDone(order)).resolves.toMatchObject({ outcome: 'accepted' });
  });

  it('is not accepted over one of another amount', async () => {
    const order = aClabePayout();
    await rail.submit(order, patience);
    const changed = { ...order, amount: Money.of('1', 'MXN') };
    await expect(rail.submit(changed, patience)).rejects.toThrow('another amount');
  });

  it('that failed at once is declined, with the reason', async () => {
    const order = aClabePayout();
    await rail.submit(order, patience);
    fake.account.move(sentIdOf(order.payoutId), 'REJECTED', 'ERROR_ACCOUNT_CLOSED');
    await expect(rail.submit(order, patience)).resolves.toEqual({
      outcome: 'declined',
      reason: 'ERROR_ACCOUNT_CLOSED',
    });
  });

  it.each(['limited', 'failed', 'unrouted', 'truncated'] as const)('with %s declines nothing', async (fault) => {
    fake.plan(/^POST .*v3$/, fault);
    await expect(rail.submit(aClabePayout(), patience)).rejects.toThrow();
  });
});

describe('a submitted payout', () => {
  let order: Order;
  beforeEach(async () => {
    order = aClabePayout();
    await rail.submit(order, patience);
  });

  it.each([
    ['PENDING', { state: 'processing' }],
    ['DELIVERED', { state: 'processing' }],
    ['ON_HOLD', { state: 'processing' }],
    ['ON_HOLD_BY_COMPLIANCE', { state: 'processing' }],
    ['PAID', { state: 'completed', amount: Money.of('1250.50', 'MXN') }],
    ['REJECTED', { state: 'failed', reason: 'The payout is rejected' }],
    ['CANCELLED', { state: 'failed' }],
    ['SOMETHING_NEW', { state: 'processing' }],
    ['ON_HOLDING', { state: 'processing' }],
  ])('with the status %s is found as it is', async (status, expected) => {
    const { id } = fake.account.move(sentIdOf(order.payoutId), status);
    await expect(rail.find(order.payoutId, patience)).resolves.toMatchObject({ reference: id, ...expected });
    const isUnknown = ['SOMETHING_NEW', 'ON_HOLDING'].includes(status);
    expect(log.lines.map(({ message }) => message)).toEqual(isUnknown ? ['dLocal payout has an unknown status'] : []);
  });

  it.each([
    ['another payout', { external_id: 'sp-another' }, 'another payout'],
    ['another currency to pay', { currency_to_pay: 'USD' }, 'another currency'],
    ['no amount', { amount: undefined }, 'no amount'],
    ['a negative amount', { amount: -1250.5 }, 'no amount'],
    ['more decimals than the currency has', { amount: 1250.505 }, 'paid 1250.505 MXN'],
    ['a list', [], 'not a JSON object'],
  ])('is not taken as paid when dLocal responds with %s', async (_what, changes, problem) => {
    const payout = fake.account.move(sentIdOf(order.payoutId), 'PAID');
    jest
      .spyOn(fake.account, 'payout')
      .mockReturnValue((Array.isArray(changes) ? [payout] : { ...payout, ...changes }) as typeof payout);
    await expect(rail.find(order.payoutId, patience)).rejects.toThrow(problem);
  });
});

describe('a failed call', () => {
  it('is logged with the id of the request, without credentials and without what was sent', async () => {
    fake.plan(/v3$/, 'failed');
    const error: unknown = await rail.submit(aClabePayout(), patience).catch((reason: unknown) => reason);
    const shown = `${String(error)} ${JSON.stringify(log.lines)}`;
    expect(log.lines).toEqual([
      {
        level: 'warn',
        fields: expect.objectContaining({ call: 'POST /payouts/v3', status: 500, provider_request_id: 'req_1' }),
        message: 'dLocal payouts call failed',
      },
    ]);
    for (const secret of [FAKE_PAYOUTS_CLIENT_SECRET, 'fake-token', 'HEGG560427MVZRRL04', '012180001234567899']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('with wrong credentials asks for two tokens at most, and shows neither', async () => {
    const [clientId, clientSecret] = [FAKE_PAYOUTS_CLIENT_ID, 'another-secret'];
    const client = new DlocalPayoutClient({ clientId, clientSecret, apiBase: fake.url, log, clock: new SystemClock() });
    const error: unknown = await client.check(patience).catch((reason: unknown) => reason);
    expect(String(error)).toContain('refused POST /oauth/token with 401');
    expect(`${String(error)} ${JSON.stringify(log.lines)}`).not.toContain('another-secret');
    expect(fake.calls).toEqual(['POST /oauth/token']);
  });
});
