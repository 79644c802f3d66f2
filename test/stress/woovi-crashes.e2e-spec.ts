import { FAKE_APP_ID, FakeWoovi } from '@app/providers/testing';
import { CrashTrial, every, type CrashWork } from './crash-trial';
import { KillableService } from './killable-service';
import { choosing, OrderTrial } from './order-trial';
import { payoutWork } from './payout-work';
import { amid, ProviderCrashRail } from './provider-crash-rail';
import { paying, refundWork } from './refund-work';

const LINK = { amount: 100, currency: 'BRL' } as const;
const CHARGES = 30;
const REFUNDS_OF_A_CHARGE = 10;
const REFUNDS = CHARGES * REFUNDS_OF_A_CHARGE;
const PAYOUTS = 100;
const ORDERS = 60;
const ACCOUNT = {
  holder_name: 'Ana Souza',
  document: { type: 'cpf', number: '111.444.777-35' },
  country: 'BR',
  currency: 'BRL',
  bank: { name: 'Banco do Brasil', pix_key: 'ana@example.com' },
};
const CHARGE = /^POST \/api\/v1\/charge$/;
const REFUND = /^POST \/api\/v1\/charge\/[^/]+\/refund$/;
const CREATE = /^POST \/api\/v1\/payment$/;
const APPROVE = /^POST \/api\/v1\/payment\/approve$/;

describe('kill -9 of the API, the worker and PostgreSQL around calls of Woovi', () => {
  let fake: FakeWoovi;
  let service: KillableService;

  beforeAll(async () => {
    fake = await FakeWoovi.start();
    service = await KillableService.start({
      PROVIDERS: 'sandbox,woovi',
      COLLECTION_ROUTES: 'brl_pix:woovi,*:sandbox',
      PAYOUT_ROUTES: 'BR/BRL:woovi,*:sandbox',
      WOOVI_APP_ID: FAKE_APP_ID,
      WOOVI_API_BASE: fake.url,
      WOOVI_PUBLIC_KEYS: fake.publicKeyPem,
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
      [refunds, payouts] = [refundsThrough(fake), payoutsThrough(fake)];
      trial = new CrashTrial(
        service,
        [refunds, payouts],
        [
          { victim: 'delivery-worker', amidCall: amid(fake, CREATE) },
          { victim: 'postgres', amidCall: amid(fake, REFUND) },
          { victim: 'delivery-worker', amidCall: amid(fake, APPROVE) },
          { victim: 'api' },
          { victim: 'delivery-worker', amidCall: amid(fake, REFUND) },
          { victim: 'postgres', amidCall: amid(fake, APPROVE) },
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
      trial = new OrderTrial(service, {
        count: ORDERS,
        journey: choosing(LINK, { method: 'brl_pix' }),
        fake,
        opening: CHARGE,
        opened: () => [...fake.account.charges.keys()],
        pay: (reference) => fake.message(fake.account.pay(reference)),
      });
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

/** Refunds of 10 BRL, which take all of 30 payments. */
function refundsThrough(fake: FakeWoovi): CrashWork {
  const { account } = fake;
  const made = () =>
    [...account.charges.values()].flatMap((charge) => charge.refunds.map((refund) => ({ charge, refund })));
  const withStatus = (status: string) => made().filter(({ refund }) => refund.status === status);
  const rail = new ProviderCrashRail((content) => fake.message(content), {
    name: 'refunds',
    made: () => made().map(({ refund }) => refund.correlationID),
    paid: () => withStatus('CONFIRMED').map(({ refund }) => refund.correlationID),
    end: () => withStatus('IN_PROCESSING').map(({ charge, refund }) => account.endRefund(charge.correlationID, refund)),
  });
  return refundWork({
    payments: CHARGES,
    refundsOfEach: REFUNDS_OF_A_CHARGE,
    amount: '10.00',
    currency: LINK.currency,
    provider: 'woovi',
    pay: paying(LINK, { method: 'brl_pix' }, (reference) => fake.message(account.pay(reference))),
    rail,
  });
}

/** Payouts of 200 BRL. Woovi creates a payment in one call and pays it in the next. */
function payoutsThrough(fake: FakeWoovi): CrashWork {
  const { account } = fake;
  const made = () => [...account.payments.values()];
  const rail = new ProviderCrashRail((content) => fake.message(content), {
    name: 'payouts',
    made: () => made().map(({ correlationID }) => correlationID),
    paid: () => made().flatMap(({ correlationID, paidCount }) => Array<string>(paidCount).fill(correlationID)),
    end: () =>
      made()
        .filter(({ status }) => status === 'APPROVED')
        .map(({ correlationID }) => account.confirm(correlationID)),
  });
  return payoutWork({ count: PAYOUTS, amount: '200.00', account: ACCOUNT, rail });
}
