import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { paymentsOf, readLink } from '../../support/paid-links';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, type StaffTool } from '../../support/staff-tool';

describe('money that a provider takes back, from its notification to the list of the staff', () => {
  let service: TestService;
  let staff: StaffTool;
  let merchant: Merchant;

  beforeAll(async () => {
    ({ service, staff } = await staffSystem());
  });
  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
  });
  afterAll(() => expectBooksBalanced(service));

  const casesOf = async () => {
    const { json } = await staff.run('cases:list', '--account', merchant.account.slug);
    const cases = json.cases as { kind: string; amount: string; currency: string }[];
    return cases.map(({ kind, amount, currency }) => [kind, amount, currency]);
  };
  const referenceOf = async (linkId: string) =>
    (
      await service.sql<{ reference: string }>(
        'SELECT provider_reference AS reference FROM checkout_orders WHERE link_id = $1',
        [linkId],
      )
    )[0]!.reference;

  it('a chargeback of a payment that staff credited takes the wallet that has it (rule 17.23)', async () => {
    const linkId = await service.createLink(merchant);
    await service.simulate(linkId, { event: 'pay', amount: '14000.00' });
    const { json } = await staff.run('cases:list', '--account', merchant.account.slug);
    const [exception] = json.cases as { id: string }[];
    await staff.run(
      'exceptions:credit',
      exception!.id,
      '--reason',
      'Case 118',
      '--without-fees',
      '--wallet',
      merchant.usd!.id,
    );
    expect(await service.balance(merchant.usd!.id)).toBe('14.00');
    await service.rail.notify({
      id: newId(),
      type: 'dispute.opened',
      reference: await referenceOf(linkId),
      provider_reference: newId(),
      amount: '14000.00',
      currency: 'ARS',
    });

    expect([await service.balance(merchant.local!.id), await service.balance(merchant.usd!.id)]).toEqual([
      '0.00',
      '0.00',
    ]);
    expect(await casesOf()).toEqual([]);
  });

  it('a dispute above the payment takes the payment, and the difference is a case that closes when it is won (rule 17.19)', async () => {
    const linkId = await service.createLink(merchant);
    await service.simulate(linkId, { event: 'pay' });
    const about = {
      reference: await referenceOf(linkId),
      provider_reference: newId(),
      amount: '15250.00',
      currency: 'ARS',
    };
    expect((await service.rail.notify({ id: newId(), type: 'dispute.opened', ...about })).status).toBe(200);

    expect(await service.balance(merchant.local!.id)).toBe('-735.00');
    expect(await paymentsOf(service, linkId)).toMatchObject([{ status: 'disputed' }]);
    expect(await casesOf()).toEqual([['dispute_difference', '250.00', 'ARS']]);
    await service.rail.notify({ id: newId(), type: 'dispute.won', ...about });
    expect([await service.balance(merchant.local!.id), await casesOf()]).toEqual(['14265.00', []]);
  });

  it('a return of less than was collected takes what came back, and the rest is a case (rule 17.22)', async () => {
    const linkId = await service.createLink(merchant, { amount: 50, currency: 'USD' });
    await service.simulate(linkId, { event: 'pay' });
    const before = Number(await service.balance(merchant.usd!.id));
    const reference = await referenceOf(linkId);
    await service.rail.notify({ id: newId(), type: 'debit.returned', reference, amount: '30.00', currency: 'USD' });

    expect((await readLink(merchant, linkId)).status).toBe('returned');
    expect(Number(await service.balance(merchant.usd!.id))).toBeLessThan(before - 29);
    expect(await casesOf()).toEqual([['short_return', '20.00', 'USD']]);
  });
});
