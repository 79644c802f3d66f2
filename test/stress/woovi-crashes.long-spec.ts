import { FakeWoovi } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork } from './crash-trial';
import { KillableService } from './killable-service';
import { OrderTrial } from './order-trial';
import { amid } from './provider-crash-rail';
import { WOOVI_CALLS, wooviOrders, wooviPayouts, wooviRefunds, wooviSettings } from './woovi-works';

const CHARGES = 30;
const REFUNDS_OF_A_CHARGE = 10;
const REFUNDS = CHARGES * REFUNDS_OF_A_CHARGE;
const PAYOUTS = 100;
const ORDERS = 60;

describe('kill -9 of the API, the worker and PostgreSQL around calls of Woovi', () => {
  let fake: FakeWoovi;
  let service: KillableService;

  beforeAll(async () => {
    fake = await FakeWoovi.start();
    service = await KillableService.start({
      PROVIDERS: 'sandbox,woovi',
      COLLECTION_ROUTES: 'brl_pix:woovi,*:sandbox',
      PAYOUT_ROUTES: 'BR/BRL:woovi,*:sandbox',
      ...wooviSettings(fake),
    });
  }, 120_000);

  afterAll(async () => {
    await service.stop();
    await fake.stop();
  });

  describe(`of ${REFUNDS} refunds and ${PAYOUTS} payouts`, () => {
    let trial: CrashTrial;
    let refunds: CrashWork;
    let payouts: CrashWork;

    beforeAll(async () => {
      refunds = wooviRefunds(fake, { payments: CHARGES, refundsOfEach: REFUNDS_OF_A_CHARGE });
      payouts = wooviPayouts(fake, PAYOUTS);
      trial = new CrashTrial(
        service,
        [refunds, payouts],
        [
          { victim: 'delivery-worker', amidCall: amid(fake, WOOVI_CALLS.create) },
          { victim: 'postgres', amidCall: amid(fake, WOOVI_CALLS.refund) },
          { victim: 'delivery-worker', amidCall: amid(fake, WOOVI_CALLS.approve) },
          { victim: 'api' },
          { victim: 'delivery-worker', amidCall: amid(fake, WOOVI_CALLS.refund) },
          { victim: 'postgres', amidCall: amid(fake, WOOVI_CALLS.approve) },
        ],
      );
      await trial.run();
    }, 300_000);

    it('each refund is paid once', async () => {
      expect(await trial.outcomeOf(refunds)).toEqual(every(REFUNDS));
    });

    it('the worker sends a refund again only if Woovi does not have it (rule 17.11)', () => {
      expect(fake.account.repeatedRefunds).toEqual([]);
    });

    it('each payout is paid once, though Woovi takes two calls for it (rule 11.10)', async () => {
      expect(await trial.outcomeOf(payouts)).toEqual(every(PAYOUTS));
    });

    it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
  });

  describe(`of ${ORDERS} orders that payers open and pay`, () => {
    let trial: OrderTrial;

    beforeAll(async () => {
      trial = new OrderTrial(service, wooviOrders(fake, ORDERS));
      await trial.run();
    }, 300_000);

    it('each link has one order, with a charge of its own (rule 4.4)', async () => {
      const ordered = await trial.ordered();
      expect(ordered.map((reference) => fake.account.charge(reference).correlationID)).toEqual(ordered);
      expect(new Set(ordered).size).toBe(ORDERS);
    });

    it('each payment is credited once (rule 6.1)', () => trial.expectCreditedOnce());

    it('money for the charges that a kill cut off becomes payment exceptions (rule 6.3)', () =>
      trial.expectExceptionForEachAbandoned());

    it('the books balance', () => trial.expectBooksBalanced());
  });
});
