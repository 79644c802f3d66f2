import { FakeStripe } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork, type Kill } from './crash-trial';
import { KillableService } from './killable-service';
import { amid } from './provider-crash-rail';
import { forgetting, STRIPE_CALLS, stripePayouts, stripeRefunds, stripeSettings } from './stripe-works';

const PAYMENTS = 30;
const REFUNDS_OF_A_PAYMENT = 10;
const REFUNDS = PAYMENTS * REFUNDS_OF_A_PAYMENT;
const PAYOUTS = 60;

describe('kill -9 of the worker and PostgreSQL around refunds and payouts of Stripe', () => {
  let fake: FakeStripe;
  let service: KillableService;
  let trial: CrashTrial;
  let refunds: CrashWork;
  let payouts: CrashWork;

  beforeAll(async () => {
    fake = await FakeStripe.start();
    service = await KillableService.start({
      PROVIDERS: 'sandbox,stripe',
      COLLECTION_ROUTES: 'card:stripe,*:sandbox,usd_account:sandbox',
      PAYOUT_ROUTES: 'US/USD:stripe,*:sandbox',
      ...stripeSettings(fake),
    });
    refunds = stripeRefunds(fake, { payments: PAYMENTS, refundsOfEach: REFUNDS_OF_A_PAYMENT });
    payouts = stripePayouts(fake, PAYOUTS);
    trial = new CrashTrial(
      service,
      [refunds, payouts],
      [
        { victim: 'delivery-worker', amidCall: amidFirst(fake, STRIPE_CALLS.recipient), leadsToNext: true },
        { victim: 'delivery-worker', amidCall: amidFirst(fake, STRIPE_CALLS.bankAccount) },
        { victim: 'delivery-worker', amidCall: forgetting(fake, STRIPE_CALLS.payment) },
        { victim: 'postgres', amidCall: forgetting(fake, STRIPE_CALLS.refund) },
      ],
    );
    await trial.run();
  }, 300_000);

  afterAll(async () => {
    await service.stop();
    await fake.stop();
  });

  it('each refund is paid once (rule 17.11)', async () => {
    expect(await trial.outcomeOf(refunds)).toEqual(every(REFUNDS));
  });

  it('each payout is paid once (rule 11.10)', async () => {
    expect(await trial.outcomeOf(payouts)).toEqual(every(PAYOUTS));
  });

  it('the recipient of the payouts is made once, and so is its bank account', () => {
    const { recipients, methods } = fake.account.outbound;
    expect([recipients.size, methods.size]).toEqual([1, 1]);
  });

  it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
});

/** A kill amid a call that is not repeated for each order. */
function amidFirst(fake: FakeStripe, call: RegExp): NonNullable<Kill['amidCall']> {
  return (_calls, kill) => amid(fake, call)(1, kill);
}
