import { FakeDlocal, FakeDlocalPayouts, fakeDlocalSettings, payoutMessage } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork } from './crash-trial';
import { KillableService } from './killable-service';
import { choosing, OrderTrial } from './order-trial';
import { payoutWork } from './payout-work';
import { amid, ProviderCrashRail } from './provider-crash-rail';
import { paying, refundWork } from './refund-work';

const PAYMENTS = 30;
const REFUNDS_OF_A_PAYMENT = 10;
const REFUNDS = PAYMENTS * REFUNDS_OF_A_PAYMENT;
const PAYOUTS = 100;
const ORDERS = 60;
const LINK = { amount: 100, currency: 'BRL' } as const;
const PIX = {
  method: 'brl_pix',
  name: 'Ana Souza',
  email: 'ana@example.com',
  document_type: 'cpf',
  document: '111.444.777-35',
} as const;
const ACCOUNT = {
  holder_name: 'Ana María Pérez',
  document: { type: 'curp', number: 'HEGG560427MVZRRL04' },
  country: 'MX',
  currency: 'MXN',
  bank: { name: 'BBVA México', clabe: '012180001234567899' },
};
const PAYMENT = /^POST \/payments$/;
const REFUND = /^POST \/refunds$/;
const TOKEN = /^POST \/oauth\/token$/;
const SUBMIT = /^POST \/payouts\/v3$/;
const FIND = /^GET \/payouts\/v3$/;

describe('kill -9 of the API, the worker and PostgreSQL around calls of dLocal', () => {
  let fake: FakeDlocal;
  let fakePayouts: FakeDlocalPayouts;
  let service: KillableService;

  beforeAll(async () => {
    [fake, fakePayouts] = [await FakeDlocal.start(), await FakeDlocalPayouts.start()];
    service = await KillableService.start({
      PROVIDERS: 'sandbox,dlocal',
      COLLECTION_ROUTES: 'brl_pix:dlocal,*:sandbox',
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
      [refunds, payouts] = [refundsThrough(fake), payoutsThrough(fakePayouts)];
      trial = new CrashTrial(
        service,
        [refunds, payouts],
        [
          { victim: 'delivery-worker', amidCall: amid(fakePayouts, SUBMIT) },
          { victim: 'postgres', amidCall: amid(fake, REFUND) },
          { victim: 'api' },
          { victim: 'delivery-worker', amidCall: amid(fake, REFUND) },
        ],
      );
      await trial.run();
    }, 300_000);

    it('each refund is paid once', async () => {
      expect(await trial.outcomeOf(refunds)).toEqual(every(REFUNDS));
    });

    it('the worker sends a refund of unknown outcome again, which dLocal recognises by its key (rule 17.11)', () => {
      expect(fake.calls.filter((call) => REFUND.test(call)).length).toBeGreaterThan(REFUNDS);
      expect(fake.account.refunds.size).toBe(REFUNDS);
    });

    it('each payout is paid once', async () => {
      expect(await trial.outcomeOf(payouts)).toEqual(every(PAYOUTS));
    });

    it('the worker submits a payout again only if dLocal does not have it (rule 11.5)', () => {
      expect(fakePayouts.account.repeated).toEqual([]);
      expect([TOKEN, FIND].map((call) => fakePayouts.calls.some((each) => call.test(each)))).toEqual([true, true]);
    });

    it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
  });

  describe(`of ${ORDERS} orders that payers open and pay`, () => {
    let trial: OrderTrial;

    beforeAll(async () => {
      trial = new OrderTrial(service, {
        count: ORDERS,
        journey: choosing(LINK, PIX),
        fake,
        opening: PAYMENT,
        opened: () => [...fake.account.payments.values()].map(({ order_id }) => order_id),
        pay: (reference) => fake.message(fake.account.move(reference, 'PAID')),
      });
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

/** Refunds of 10 BRL, which take all of 30 payments. */
function refundsThrough(fake: FakeDlocal): CrashWork {
  const { account } = fake;
  const made = () => [...account.refunds.values()];
  const withStatus = (status: string) => made().filter((refund) => refund.status === status);
  const rail = new ProviderCrashRail((content) => fake.message(content), {
    name: 'refunds',
    made: () => made().map(({ description }) => description!),
    paid: () => withStatus('SUCCESS').map(({ description }) => description!),
    end: () => withStatus('PENDING').map(({ id }) => account.endRefund(id)),
  });
  return refundWork({
    payments: PAYMENTS,
    refundsOfEach: REFUNDS_OF_A_PAYMENT,
    amount: '10.00',
    currency: LINK.currency,
    provider: 'dlocal',
    pay: paying(LINK, PIX, (reference) => fake.message(account.move(reference, 'PAID'))),
    rail,
  });
}

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
