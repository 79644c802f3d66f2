import { CrashTrial, every } from './crash-trial';
import { KillableService } from './killable-service';
import { sandboxPayouts, sandboxRefunds } from './sandbox-works';

const PAYOUTS = Number(process.env['STRESS_PAYOUTS'] ?? 300);
const REFUNDS = 300;

describe('kill -9 of the API, the worker and PostgreSQL while the sandbox carries orders out', () => {
  let service: KillableService;
  let trial: CrashTrial;
  const [payouts, refunds] = [sandboxPayouts(PAYOUTS), sandboxRefunds(REFUNDS)];

  beforeAll(async () => {
    service = await KillableService.start({ SANDBOX_PAYOUT_DELAY: '1ms' });
    trial = new CrashTrial(
      service,
      [payouts, refunds],
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
    expect(await trial.outcomeOf(payouts)).toEqual(every(PAYOUTS));
  });

  it(`each of ${REFUNDS} refunds of one payment is ordered once and paid once`, async () => {
    expect(await trial.outcomeOf(refunds)).toEqual(every(REFUNDS));
  });

  it('no hold is lost, and the books balance', () => trial.expectBooksBalanced());
});
