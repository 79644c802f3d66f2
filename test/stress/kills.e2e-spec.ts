import { FakeDlocal, FakeDlocalPayouts, fakeDlocalSettings, FakeStripe, FakeWoovi } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork, type Kill } from './crash-trial';
import { DLOCAL_CALLS, dlocalPayouts, dlocalRefunds } from './dlocal-works';
import { KillableService } from './killable-service';
import { OrderTrial } from './order-trial';
import { amid } from './provider-crash-rail';
import { sandboxPayouts, sandboxRefunds } from './sandbox-works';
import { forgetting, STRIPE_CALLS, stripePayouts, stripeRefunds, stripeSettings } from './stripe-works';
import { WOOVI_CALLS, wooviOrders, wooviPayouts, wooviRefunds, wooviSettings } from './woovi-works';

/** Of each work: two orders for each kill, and two afterwards. */
const COUNT = 12;
const REFUNDS = { payments: 3, refundsOfEach: 4 } as const;
const ORDERS = 10;

/**
 * The trial of kills that every run of the tests has: all providers at once, a few orders of each kind. The trials of each
 * provider by itself are the files `*-crashes.long-spec.ts`.
 */
describe('kill -9 of the API, the worker and PostgreSQL around calls of all providers', () => {
  let woovi: FakeWoovi;
  let dlocal: FakeDlocal;
  let dlocalOut: FakeDlocalPayouts;
  let stripe: FakeStripe;
  let service: KillableService;
  let trial: CrashTrial;
  let orders: OrderTrial;
  let works: Readonly<Record<string, CrashWork>>;

  beforeAll(async () => {
    [woovi, dlocal, dlocalOut, stripe] = await Promise.all([
      FakeWoovi.start(),
      FakeDlocal.start(),
      FakeDlocalPayouts.start(),
      FakeStripe.start(),
    ]);
    service = await KillableService.start({
      PROVIDERS: 'sandbox,woovi,dlocal,stripe',
      COLLECTION_ROUTES: 'brl_pix:woovi,mxn_spei:dlocal,card:stripe,usd_account:sandbox,*:sandbox',
      PAYOUT_ROUTES: 'BR/BRL:woovi,MX/MXN:dlocal,US/USD:stripe,*:sandbox',
      SANDBOX_PAYOUT_DELAY: '1ms',
      ...wooviSettings(woovi),
      ...fakeDlocalSettings(dlocal, dlocalOut),
      ...stripeSettings(stripe),
    });
    works = {
      'payouts of the sandbox': sandboxPayouts(COUNT),
      'payouts of Woovi': wooviPayouts(woovi, COUNT),
      'payouts of dLocal': dlocalPayouts(dlocalOut, COUNT),
      'payouts of Stripe': stripePayouts(stripe, COUNT),
      'refunds of the sandbox': sandboxRefunds(COUNT),
      'refunds of Woovi': wooviRefunds(woovi, REFUNDS),
      'refunds of dLocal': dlocalRefunds(dlocal, REFUNDS),
      'refunds of Stripe': stripeRefunds(stripe, REFUNDS),
    };
    orders = new OrderTrial(service, wooviOrders(woovi, ORDERS));
    trial = new CrashTrial(service, Object.values(works), kills());
    await trial.run((inProcess) => orders.prepare(inProcess));
    await orders.creditAll();
  }, 300_000);

  afterAll(async () => {
    await service.stop();
    await Promise.all([woovi, dlocal, dlocalOut, stripe].map((fake) => fake.stop()));
  });

  /** After each, something is undecided: an order that was handed over, or one that a payer has opened or paid. */
  function kills(): readonly Kill[] {
    return [
      { victim: 'delivery-worker', amidCall: amid(dlocalOut, DLOCAL_CALLS.submit) },
      { victim: 'postgres', amidCall: amid(woovi, WOOVI_CALLS.refund) },
      {
        victim: 'api',
        amidCall: (calls, kill) => orders.openUntilKilled(calls, kill),
        undecided: async () => (await orders.abandoned()).length,
      },
      { victim: 'delivery-worker', amidCall: forgetting(stripe, STRIPE_CALLS.refund) },
      {
        victim: 'delivery-worker',
        amidCall: async (_calls, kill) => {
          await orders.openAll();
          await orders.payAll();
          await orders.askUntilKilled(WOOVI_CALLS.ask, kill);
        },
        undecided: () => orders.uncredited(),
      },
    ];
  }

  it('each payout and each refund is ordered once and paid once (rule 11.10)', async () => {
    const outcomes = await Promise.all(
      Object.entries(works).map(async ([name, work]) => [name, await trial.outcomeOf(work)] as const),
    );
    expect(outcomes).toEqual(Object.keys(works).map((name) => [name, every(COUNT)]));
  });

  it('the worker sends again only what the provider does not have or recognises (rule 17.11)', () => {
    expect(woovi.account.repeatedRefunds).toEqual([]);
    expect(dlocalOut.account.repeated).toEqual([]);
    expect(dlocal.account.refunds.size).toBe(COUNT);
  });

  it('each payment of an order is credited once (rule 6.1)', () => orders.expectCreditedOnce());

  it('money for the orders that a kill cut off becomes payment exceptions (rule 6.3)', () =>
    orders.expectExceptionForEachAbandoned(1));

  it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
});
