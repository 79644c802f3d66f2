import { FakeDlocal, FakeDlocalPayouts, fakeDlocalSettings } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork } from './crash-trial';
import { DLOCAL_CALLS, dlocalOrders, dlocalPayouts, dlocalRefunds } from './dlocal-works';
import { KillableService } from './killable-service';
import { OrderTrial } from './order-trial';
import { amid } from './provider-crash-rail';

const PAYMENTS = 30;
const REFUNDS_OF_A_PAYMENT = 10;
const REFUNDS = PAYMENTS * REFUNDS_OF_A_PAYMENT;
const PAYOUTS = 100;
const ORDERS = 60;

describe('kill -9 of the API, the worker and PostgreSQL around calls of dLocal', () => {
  let fake: FakeDlocal;
  let fakePayouts: FakeDlocalPayouts;
  let service: KillableService;

  beforeAll(async () => {
    [fake, fakePayouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    service = await KillableService.start({
      PROVIDERS: 'sandbox,dlocal',
      COLLECTION_ROUTES: 'mxn_spei:dlocal,*:sandbox',
      PAYOUT_ROUTES: 'MX/MXN:dlocal,*:sandbox',
      ...fakeDlocalSettings(fake, fakePayouts),
    });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await Promise.all([fake.stop(), fakePayouts.stop()]);
  });

  describe(`of ${REFUNDS} refunds and ${PAYOUTS} payouts`, () => {
    let trial: CrashTrial;
    let refunds: CrashWork;
    let payouts: CrashWork;

    beforeAll(async () => {
      refunds = dlocalRefunds(fake, { payments: PAYMENTS, refundsOfEach: REFUNDS_OF_A_PAYMENT });
      payouts = dlocalPayouts(fakePayouts, PAYOUTS);
      trial = new CrashTrial(
        service,
        [refunds, payouts],
        [
          { victim: 'delivery-worker', amidCall: amid(fakePayouts, DLOCAL_CALLS.submit) },
          { victim: 'postgres', amidCall: amid(fake, DLOCAL_CALLS.refund) },
          { victim: 'api' },
          { victim: 'delivery-worker', amidCall: amid(fake, DLOCAL_CALLS.refund) },
        ],
      );
      await trial.run();
    }, 300_000);

    it('each refund is paid once', async () => {
      expect(await trial.outcomeOf(refunds)).toEqual(every(REFUNDS));
    });

    it('the worker looks for a refund of unknown outcome among those of its payment (rule 17.14)', () => {
      expect(fake.calls.some((call) => DLOCAL_CALLS.refundsOfPayment.test(call))).toBe(true);
      expect(fake.account.refunds.size).toBe(REFUNDS);
    });

    it('each payout is paid once', async () => {
      expect(await trial.outcomeOf(payouts)).toEqual(every(PAYOUTS));
    });

    it('the worker submits a payout again only if dLocal does not have it (rule 11.5)', () => {
      expect(fakePayouts.account.repeated).toEqual([]);
      const { token, find } = DLOCAL_CALLS;
      expect([token, find].map((call) => fakePayouts.calls.some((each) => call.test(each)))).toEqual([true, true]);
    });

    it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
  });

  describe(`of ${ORDERS} orders that payers open and pay`, () => {
    let trial: OrderTrial;

    beforeAll(async () => {
      trial = new OrderTrial(service, dlocalOrders(fake, ORDERS));
      await trial.run();
    }, 300_000);

    it('each link has one order, with a payment of its own (rule 4.4)', async () => {
      const ordered = await trial.ordered();
      expect(ordered.map((reference) => fake.account.byOrder(reference).order_id)).toEqual(ordered);
      expect(new Set(ordered).size).toBe(ORDERS);
    });

    it('each payment is credited once (rule 6.1)', () => trial.expectCreditedOnce());

    it('money for the payments that a kill cut off becomes payment exceptions (rule 6.3)', () =>
      trial.expectExceptionForEachAbandoned());

    it('the books balance', () => trial.expectBooksBalanced());
  });
});
