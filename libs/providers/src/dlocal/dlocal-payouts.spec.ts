import { Money } from '@app/kernel';
import { PAYOUT } from '@app/transfers';
import { sentIdOf } from '../sent-ids';
import { FakeDlocalPayouts } from './testing/fake-dlocal-payouts';
import { aClabePayout, payoutsOver } from './testing/dlocal-payouts.subject';
import { DLOCAL } from './dlocal-wire';

const { signal } = new AbortController();

let fake: FakeDlocalPayouts;
let dlocal: ReturnType<typeof payoutsOver>;
beforeEach(async () => {
  fake = await FakeDlocalPayouts.start();
  dlocal = payoutsOver(fake.url);
});
afterEach(() => fake.stop());

const statusOf = (reference: string) => dlocal.payouts.inquire({ provider: DLOCAL, kind: PAYOUT, reference }, signal);

it('serves six countries, each in its currency', () => {
  expect(
    dlocal.payouts.capabilities.map((each) => each.kind === 'pay_out' && `${each.country}/${each.currency}`),
  ).toEqual(['AR/ARS', 'BO/BOB', 'BR/BRL', 'CL/CLP', 'CO/COP', 'MX/MXN']);
});

describe('a status inquiry about a payout', () => {
  let payoutId: string;
  beforeEach(async () => {
    const order = aClabePayout();
    ({ payoutId } = order);
    await dlocal.rail.submit(order, signal);
  });

  it.each([
    ['PENDING', false, []],
    ['DELIVERED', false, []],
    ['ON_HOLD', false, []],
    ['SOMETHING_NEW', false, []],
    ['PAID', true, [{ type: 'payout.completed', amount: Money.of('1250.50', 'MXN') }]],
    ['REJECTED', true, [{ type: 'payout.failed', details: { reason: 'ERROR_ACCOUNT_CLOSED' } }]],
    ['CANCELLED', true, [{ type: 'payout.failed' }]],
  ])('with the status %s', async (status, isDecided, facts) => {
    fake.account.move(sentIdOf(payoutId), status, 'ERROR_ACCOUNT_CLOSED');
    await expect(statusOf(payoutId)).resolves.toMatchObject({
      isDecided,
      facts: facts.map((fact) => ({ ...fact, kind: PAYOUT, reference: payoutId })),
    });
  });

  it('gives the same fact each time', async () => {
    fake.account.move(sentIdOf(payoutId), 'PAID');
    expect(await statusOf(payoutId)).toEqual(await statusOf(payoutId));
  });

  it('reports what dLocal paid, also when that is not what was ordered', async () => {
    fake.account.move(sentIdOf(payoutId), 'PAID').amount = 1250.51;
    await expect(statusOf(payoutId)).resolves.toMatchObject({ facts: [{ amount: Money.of('1250.51', 'MXN') }] });
  });

  it('fails while dLocal does not know it', async () => {
    fake.account.payouts.clear();
    await expect(statusOf(payoutId)).rejects.toThrow('does not know');
  });
});

it('the check gets a token and makes no other call', async () => {
  await expect(dlocal.payouts.check(signal)).resolves.toBeUndefined();
  expect(fake.calls).toEqual(['POST /oauth/token']);
});
