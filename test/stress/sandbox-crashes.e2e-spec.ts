import { paymentIdOf, payNewLink } from '../support/paid-links';
import { adjust } from '../support/panel-money';
import { CrashTrial, every, type CrashWork } from './crash-trial';
import { KillableService } from './killable-service';
import { payoutWork } from './payout-work';
import { sandboxRail } from './sandbox-crash-rail';

const PAYOUTS = Number(process.env['STRESS_PAYOUTS'] ?? 300);
/** Together they take a payment of 15000 ARS. */
const REFUNDS = 300;
const ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  currency: 'ARS',
  bank: { name: 'Banco Galicia', cbu: '2850590940090418135201' },
};

const PAYOUT_WORK = payoutWork({ count: PAYOUTS, amount: '2000.00', account: ACCOUNT, rail: sandboxRail('payouts') });

const REFUND_WORK: CrashWork = {
  name: 'refunds',
  count: REFUNDS,
  currency: 'ARS',
  rail: sandboxRail('refunds'),
  prepare: async (service, merchant) => {
    const payment = await paymentIdOf(service, await payNewLink(service, merchant));
    // The fee of the payment, which refunds take too.
    await adjust(service, merchant, '735.00');
    const order = { path: `/received-payments/${payment}/refunds`, body: { amount: '50.00' } };
    return Array.from({ length: REFUNDS }, () => order);
  },
};

describe('kill -9 of the API, the worker and PostgreSQL while the sandbox carries orders out', () => {
  let service: KillableService;
  let trial: CrashTrial;

  beforeAll(async () => {
    service = await KillableService.start({ SANDBOX_PAYOUT_DELAY: '1ms' });
    trial = new CrashTrial(
      service,
      [PAYOUT_WORK, REFUND_WORK],
      [
        { victim: 'api' },
        { victim: 'delivery-worker' },
        { victim: 'postgres' },
        { victim: 'api' },
        { victim: 'postgres' },
      ],
    );
    await trial.run();
  }, 300_000);

  afterAll(() => service.stop());

  it(`each of ${PAYOUTS} payouts is ordered once and paid once`, async () => {
    expect(await trial.outcomeOf(PAYOUT_WORK)).toEqual(every(PAYOUTS));
  });

  it(`each of ${REFUNDS} refunds of one payment is ordered once and paid once`, async () => {
    expect(await trial.outcomeOf(REFUND_WORK)).toEqual(every(REFUNDS));
  });

  it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
});
