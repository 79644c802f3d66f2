import { newId } from '@app/kernel';
import { until } from '../../support/conditions';
import { Payer } from '../../support/outflows';
import { signIn } from '../../support/panel';
import { TestService } from '../../support/service';

describe('Events, E-mail notices', () => {
  let service: TestService;
  let payer: Payer;
  let email: string;

  beforeAll(async () => {
    service = await TestService.start({ worker: true });
  });

  beforeEach(async () => {
    payer = await Payer.ofTransfers(service);
    email = `${newId()}@example.com`;
  });

  afterAll(() => service.stop());

  /** A transfer to a beneficiary of that name, which decides how it ends in a sandbox. */
  async function ended(name: string, status: string) {
    const { id } = await payer.order({ beneficiary_id: await payer.addBeneficiary({ name }, email) });
    return until(`it is ${status}`, async () => {
      const transfer = await payer.read(id);
      return transfer.status === status && transfer;
    });
  }

  /** The mails to the merchant about the transfer, the oldest first; the code came before. */
  const notices = async () => (await payer.mails(payer.merchant.email)).reverse().slice(1);

  it('the merchant is mailed when a transfer is created (rule 15.1)', async () => {
    await ended('HOLD', 'processing');
    const [created] = await notices();

    expect(created!.subject).toContain('orden recibida');
  });

  it('the merchant is mailed on every change of state (rule 15.1)', async () => {
    const { history } = await ended('Ana', 'completed');
    const mails = await notices();

    // The rail may report completion before the worker has recorded that it accepted the transfer.
    expect([2, 3]).toContain(history!.length);
    expect(new Set(mails.map(({ subject }) => subject)).size).toBe(history!.length);
  });

  it('the merchant is mailed the reason of a failure (rule 15.1)', async () => {
    const { failure_reason: reason } = await ended('FAIL', 'failed');

    expect((await notices()).at(-1)!.text).toContain(reason);
  });

  it('the beneficiary is mailed once, when the transfer completes (rule 15.2)', async () => {
    await ended('Ana', 'completed');

    expect(await payer.mails(email)).toHaveLength(1);
  });

  it.each([
    ['in progress', 'HOLD', 'processing'],
    ['failed', 'FAIL', 'failed'],
  ])('the beneficiary is not mailed about a transfer that is %s (rule 15.2)', async (_state, name, status) => {
    await ended(name, status);

    expect(await payer.mails(email)).toEqual([]);
  });

  it('the code is mailed to the account’s address, not to that of the person who orders (rule 15.3)', async () => {
    const colleague = await service.addUser(payer.merchant);
    await payer.initiate({}, (await signIn(service, colleague)).panel);

    expect(await payer.code()).toMatch(/^\d{6}$/);
    const toColleague = await payer.mails(colleague.email);
    expect(toColleague.filter(({ text }) => /^\d{6}$/m.test(text))).toEqual([]);
  });
});
