import { FakeDlocalPayouts, payoutMessage, fakeDlocalSettings } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork } from './crash-trial';
import { KillableService } from './killable-service';
import { payoutWork } from './payout-work';
import { amid, ProviderCrashRail } from './provider-crash-rail';

const PAYOUTS = 100;
const ACCOUNT = {
  holder_name: 'Ana María Pérez',
  document: { type: 'curp', number: 'HEGG560427MVZRRL04' },
  country: 'MX',
  currency: 'MXN',
  bank: { name: 'BBVA México', clabe: '012180001234567899' },
};
const TOKEN = /^POST \/oauth\/token$/;
const SUBMIT = /^POST \/payouts\/v3$/;
const FIND = /^GET \/payouts\/v3$/;

describe('kill -9 of the API, the worker and PostgreSQL around calls of dLocal', () => {
  let fake: FakeDlocalPayouts;
  let service: KillableService;
  let trial: CrashTrial;
  let payouts: CrashWork;

  beforeAll(async () => {
    fake = await FakeDlocalPayouts.start();
    service = await KillableService.start({
      PROVIDERS: 'sandbox,dlocal',
      COLLECTION_ROUTES: '*:sandbox',
      PAYOUT_ROUTES: 'MX/MXN:dlocal,*:sandbox',
      ...fakeDlocalSettings(fake, fake),
    });
    payouts = payoutsThrough(fake);
    trial = new CrashTrial(
      service,
      [payouts],
      [
        { victim: 'delivery-worker', amidCall: amid(fake, SUBMIT) },
        { victim: 'postgres', amidCall: amid(fake, SUBMIT) },
        { victim: 'api' },
        { victim: 'delivery-worker', amidCall: amid(fake, SUBMIT) },
      ],
    );
    await trial.run();
  }, 300_000);

  afterAll(async () => {
    await service.stop();
    await fake.stop();
  });

  it('each payout is paid once', async () => {
    expect(await trial.outcomeOf(payouts)).toEqual(every(PAYOUTS));
  });

  it('the worker submits a payout again only if dLocal does not have it (rule 11.5)', () => {
    expect(fake.account.repeated).toEqual([]);
    expect([TOKEN, FIND].map((call) => fake.calls.some((each) => call.test(each)))).toEqual([true, true]);
  });

  it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
});

/** Payouts of 200 MXN to a CLABE. dLocal does not sign what it says about them. */
function payoutsThrough({ account }: FakeDlocalPayouts): CrashWork {
  const rail = new ProviderCrashRail(payoutMessage, {
    name: 'payouts',
    made: () => [...account.payouts.keys()],
    paid: () => account.paidOut,
    end: () =>
      [...account.payouts.values()]
        .filter(({ status }) => status === 'PENDING')
        .map((payout) => account.move(payout.external_id, 'PAID')),
  });
  return payoutWork({ count: PAYOUTS, amount: '200.00', account: ACCOUNT, rail });
}
