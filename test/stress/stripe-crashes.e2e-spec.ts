import { FAKE_FINANCIAL_ACCOUNT, FAKE_STRIPE_KEY, FAKE_WEBHOOK_SECRET, FakeStripe } from '@app/providers/testing';
import { createCardLink } from '../support/paid-links';
import { CrashTrial, every, type CrashWork, type Kill } from './crash-trial';
import { KillableService } from './killable-service';
import { payoutWork } from './payout-work';
import { amid, ProviderCrashRail } from './provider-crash-rail';
import { refundWork } from './refund-work';

const PAYMENTS = 30;
const REFUNDS_OF_A_PAYMENT = 10;
const REFUNDS = PAYMENTS * REFUNDS_OF_A_PAYMENT;
const PAYOUTS = 60;
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'ein', number: '12-3456789' },
  country: 'US',
  currency: 'USD',
  bank: { name: 'Test Bank', routing_number: '021000021', account_number: '000123456789', account_type: 'checking' },
};
const REFUND = /^POST .*refunds$/;
const RECIPIENT = /^POST .*core.accounts$/;
const BANK_ACCOUNT = /^POST .*outbound_setup_intents$/;
const PAYMENT = /^POST .*outbound_payments$/;

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
      STRIPE_SECRET_KEY: FAKE_STRIPE_KEY,
      STRIPE_WEBHOOK_SECRETS: FAKE_WEBHOOK_SECRET,
      STRIPE_API_BASE: fake.url,
      STRIPE_FINANCIAL_ACCOUNT: FAKE_FINANCIAL_ACCOUNT,
    });
    [refunds, payouts] = [refundsThrough(fake), payoutsThrough(fake)];
    trial = new CrashTrial(
      service,
      [refunds, payouts],
      [
        { victim: 'delivery-worker', amidCall: amidFirst(fake, RECIPIENT) },
        { victim: 'delivery-worker', amidCall: amidFirst(fake, BANK_ACCOUNT) },
        { victim: 'delivery-worker', amidCall: forgetting(fake, PAYMENT) },
        { victim: 'postgres', amidCall: forgetting(fake, REFUND) },
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

type AmidCall = NonNullable<Kill['amidCall']>;

/** A kill amid a call that is not repeated for each order. */
function amidFirst(fake: FakeStripe, call: RegExp): AmidCall {
  return (_calls, kill) => amid(fake, call)(1, kill);
}

/** A kill after which Stripe has forgotten the keys of all calls, as it does a day later. */
function forgetting(fake: FakeStripe, call: RegExp): AmidCall {
  return async (calls, kill) => {
    await amid(fake, call)(calls, kill);
    fake.keys.forget();
  };
}

/** Refunds of 10 BRL, which take all of 30 payments by card. */
function refundsThrough(fake: FakeStripe): CrashWork {
  const { account } = fake;
  account.refunds.areSlow = true;
  const named = (status?: string) =>
    [...account.refunds.refunds.values()]
      .filter((refund) => refund.status === (status ?? refund.status))
      .map(({ metadata }) => metadata!['servicepay_id']!);
  const rail = new ProviderCrashRail((refund) => fake.message('refund.updated', refund), {
    name: 'refunds',
    made: () => named(),
    paid: () => named('succeeded'),
    end: () =>
      [...account.refunds.refunds.values()]
        .filter(({ status }) => status === 'pending')
        .map((refund) => account.refunds.end(refund, 'succeeded')),
  });
  return refundWork({
    payments: PAYMENTS,
    refundsOfEach: REFUNDS_OF_A_PAYMENT,
    amount: '10.00',
    currency: 'BRL',
    provider: 'stripe',
    pay: async (_service, merchant) => {
      const linkId = await createCardLink(merchant, { amount: 100, currency: 'BRL' });
      const session = account.payByCard(`sp-${linkId}`);
      return { linkId, notification: fake.message('checkout.session.completed', session) };
    },
    rail,
  });
}

/** Payouts of 200 USD. Stripe has a recipient, its bank account and the payment. */
function payoutsThrough(fake: FakeStripe): CrashWork {
  const { outbound } = fake.account;
  const made = () => [...outbound.payments.values()];
  const idOf = ({ metadata }: ReturnType<typeof made>[number]) => metadata!['servicepay_id']!;
  const thin = ({ id, object: type }: ReturnType<typeof made>[number]) => ({ id, type, url: `/v2/${id}` });
  const rail = new ProviderCrashRail(
    (related) => fake.thinMessage('v2.money_management.outbound_payment.posted', related as ReturnType<typeof thin>),
    {
      name: 'payouts',
      made: () => made().map(idOf),
      paid: () => made().flatMap((payment) => Array<string>(payment.paidCount).fill(idOf(payment))),
      end: () =>
        made()
          .filter(({ status }) => status === 'processing')
          .map((payment) => thin(outbound.post(payment))),
    },
  );
  return payoutWork({ count: PAYOUTS, amount: '200.00', account: ACCOUNT, rail });
}
