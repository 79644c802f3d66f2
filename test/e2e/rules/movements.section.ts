import { Money, newId, UnitOfWork } from '@app/kernel';
import { JournalEntry, LedgerService, movement, platformPosting, type MovementType } from '@app/ledger';
import { aDebitCollection, aDebitReturn, aPayout } from '@app/ledger/testing';
import { expectBooksBalanced } from '../../support/books';
import { balancesOf, movementsOf, paymentOf, payNewCardLink, payNewLink, post } from '../../support/paid-links';
import { until } from '../../support/conditions';
import { Payer, type Outflow } from '../../support/outflows';
import { signIn } from '../../support/panel';
import { TestService, type Merchant } from '../../support/service';

describe('Resources, Balance movement', () => {
  let service: TestService;
  let merchant: Merchant;
  let local: string;
  let usd: string;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true, cards: true });
    local = merchant.local!.id;
    usd = merchant.usd!.id;
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  const ars = (amount: string) => Money.of(amount, 'ARS');
  const collected = Money.of('50.00', 'USD');
  const fee = Money.of('0.50', 'USD');
  const shown = async (walletId: string) => (await movementsOf(service, walletId))[0];
  const adjust = (amount: string) =>
    service.get(UnitOfWork).run((tx) =>
      service.get(LedgerService).adjust(tx, {
        walletId: local,
        amount: ars(amount),
        reason: 'counted again',
        occurredAt: new Date(),
      }),
    );

  /** Books a movement of a type that this release may not know. */
  async function move(type: string, amount: string): Promise<void> {
    const money = ars(amount);
    const posting = movement(local, 'adjustment', money);
    await post(
      service,
      JournalEntry.create({
        kind: 'test',
        idempotencyKey: `test:${newId()}`,
        occurredAt: new Date(),
        postings: [{ ...posting, movementType: type as MovementType }, platformPosting('adjustments', money.negated())],
      }),
    );
  }

  it('fields: are the cause, the amount, the currency, the balance afterwards and the date (rule 9.8)', async () => {
    const before = Date.now();
    const linkId = await payNewLink(service, merchant);
    await payNewLink(service, merchant);

    const { items } = await service.get(LedgerService).listMovements(local, { limit: 10 });
    const [latest, first] = items;
    expect(first).toMatchObject({ type: 'payment', reference: { type: 'payment_link', id: linkId } });
    expect([first!.amount.toString(), first!.balanceAfter.toString()]).toEqual(['14265.00 ARS', '14265.00 ARS']);
    expect(latest!.balanceAfter.toString()).toBe('28530.00 ARS');
    expect(first!.createdAt.getTime()).toBeGreaterThanOrEqual(before);
    expect(first!.createdAt.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it('direction: is in when money enters (rule 9.8)', async () => {
    await payNewLink(service, merchant);

    expect((await shown(local))?.direction).toBe('in');
  });

  it('direction: is out when money leaves, with any sign of the amount (rule 9.8)', async () => {
    await post(service, aDebitCollection(usd, collected, fee), aDebitReturn(usd, collected, fee));
    await payNewLink(service, merchant);
    await post(service, aPayout(local, ars('1000.00')));

    expect([(await shown(usd))?.direction, (await shown(local))?.direction]).toEqual(['out', 'out']);
  });

  it('amount: is negative for a completed outflow (rule 9.8)', async () => {
    await payNewLink(service, merchant);
    await post(service, aPayout(local, ars('1000.00')));

    expect((await shown(local))?.amount).toBe('-1000.00');
  });

  it('amount: is positive for a returned collection, although money leaves (rule 9.8)', async () => {
    await post(service, aDebitCollection(usd, collected, fee), aDebitReturn(usd, collected, fee));

    expect((await shown(usd))?.amount).toBe('50.00');
    expect((await balancesOf(service, usd)).balance).toBe('0.00');
  });

  it.each([
    ['payment', 'Payment received'],
    ['payout', 'Payout'],
    ['return', 'Payment returned'],
    ['deposit', 'Deposit'],
    ['refund', 'Refund'],
    ['adjustment', 'Adjustment'],
    ['something_newer', 'Movement'],
  ])('label: of %s is %s (rule 9.8)', async (type, label) => {
    await adjust('100.00');
    await move(type, type === 'payout' || type === 'return' ? '-1.00' : '1.00');

    expect((await shown(local))?.label).toBe(label);
  });

  it('reserving moves the amount from available to reserved, without a movement (rule 9.9)', async () => {
    await payNewLink(service, merchant);
    const hold = { walletId: local, amount: ars('10000.00'), referenceType: 'test_outflow', referenceId: newId() };
    await service.get(UnitOfWork).run((tx) => service.get(LedgerService).placeHold(tx, hold));

    expect(await balancesOf(service, local)).toEqual({
      balance: '14265.00',
      reserved: '10000.00',
      available: '4265.00',
    });
    expect(await movementsOf(service, local)).toHaveLength(1);
  });

  it('a manual adjustment is a new row with its own date, and the first row does not change (rule 9.10)', async () => {
    await payNewLink(service, merchant);
    const ledger = service.get(LedgerService);
    const [original] = (await ledger.listMovements(local, { limit: 10 })).items;
    await until('the clock has moved on', () => Date.now() > original!.createdAt.getTime() + 1);
    await adjust('-265.00');

    const [correction, ...rest] = (await ledger.listMovements(local, { limit: 10 })).items;
    expect(rest).toEqual([original]);
    expect([correction!.amount.toFixed(), correction!.balanceAfter.toFixed()]).toEqual(['-265.00', '14000.00']);
    expect(correction!.createdAt.getTime()).toBeGreaterThan(original!.createdAt.getTime());
  });

  it('rows of the books cannot be changed (rule 9.10)', async () => {
    await payNewLink(service, merchant);
    const rewritten = service.sql('UPDATE postings SET amount = amount + 1 WHERE wallet_id = $1', [local]);

    await expect(rewritten).rejects.toMatchObject({ constraint: 'postings_append_only' });
  });

  /** A debit of 50.00 USD that was credited and then returned, with the wallet's rows before the return. */
  async function returnedDebit() {
    const linkId = await payNewLink(service, merchant, { currency: 'USD', amount: 50 });
    const ledger = service.get(LedgerService);
    const before = (await ledger.listMovements(usd, { limit: 10 })).items;
    await until('the clock has moved on', () => Date.now() > before[0]!.createdAt.getTime() + 1);
    await service.simulate(linkId, { event: 'debit_return' });
    return { before, after: (await ledger.listMovements(usd, { limit: 10 })).items };
  }

  it('a reverted collection is a new row with its own date, and the first row does not change (rule 9.10)', async () => {
    const { before, after } = await returnedDebit();
    const [reverted, ...rest] = after;

    expect(rest).toEqual(before);
    expect([reverted!.label, reverted!.direction, reverted!.amount.toFixed()]).toEqual([
      'Payment returned',
      'out',
      '50.00',
    ]);
    expect(reverted!.createdAt.getTime()).toBeGreaterThan(before[0]!.createdAt.getTime());
  });

  it('the fee that is refunded with it is also a new row, which the list does not show (rule 9.10)', async () => {
    const { after } = await returnedDebit();

    expect(await hiddenRows(usd)).toEqual([
      { movement_type: 'fee', amount: '-0.50' },
      { movement_type: 'fee_refund', amount: '0.50' },
    ]);
    expect(after).toHaveLength(2);
    expect((await balancesOf(service, usd)).balance).toBe('0.00');
  });

  const hiddenRows = (walletId: string) =>
    service.sql<{ movement_type: string; amount: string }>(
      'SELECT movement_type, amount FROM postings WHERE wallet_id = $1 AND NOT visible ORDER BY wallet_version',
      [walletId],
    );

  it('the merchant’s list does not show rows of the platform’s own bookkeeping (rule 9.11)', async () => {
    await payNewCardLink(service, merchant, { currency: 'USD', amount: 50 });

    expect(await hiddenRows(usd)).toEqual([{ movement_type: 'fee', amount: '-0.50' }]);
    expect((await movementsOf(service, usd)).map(({ label }) => label)).toEqual(['Payment received']);
  });

  it('the list alone may not explain the balance (rule 9.11)', async () => {
    await payNewCardLink(service, merchant, { currency: 'USD', amount: 50 });

    const { totalIn, totalOut } = await service.get(LedgerService).movementTotals(usd);
    expect([totalIn.minus(totalOut).toFixed(), (await balancesOf(service, usd)).balance]).toEqual(['50.00', '49.50']);
  });

  it.each([
    ['in the wallet’s currency', {}, '14265.00'],
    ['that is converted', { currency: 'BRL', amount: 500, amount_type: 'charge' }, '95800.00'],
  ])('a local collection %s creates one entry row, net of fees (rule 9.12)', async (_what, fields, amount) => {
    await payNewLink(service, merchant, fields);

    expect(await movementsOf(service, local)).toEqual([
      { label: 'Payment received', direction: 'in', amount, balanceAfter: amount },
    ]);
    expect(await hiddenRows(local)).toEqual([]);
  });

  describe('of a completed outflow', () => {
    let payer: Payer;

    beforeAll(() => service.startWorker());
    beforeEach(async () => {
      payer = await Payer.ofTransfers(service);
    });
    afterAll(() => service.stopWorker());

    const completed = ({ id }: Outflow) =>
      until('it is completed', async () => (await payer.read(id)).status === 'completed');

    it('one exit row has the whole amount that left, with fees and tax (rule 9.12)', async () => {
      await completed(await payer.orderPayout());
      await completed(await payer.order());

      const exit = { type: 'payout', direction: 'out', amount: '-10000.00' };
      expect(await payer.movements()).toMatchObject([
        { ...exit, balance_after: '80000.00' },
        { ...exit, balance_after: '90000.00' },
      ]);
      expect(await hiddenRows(payer.walletId)).toEqual([]);
    });

    it('no movement is a fee; the outflow’s detail has the parts (rule 9.13)', async () => {
      const outflow = await payer.order();
      await completed(outflow);
      const labels = (await movementsOf(service, payer.walletId)).map(({ label }) => label);

      expect(labels).toEqual(['Payout', 'Adjustment']);
      expect(await payer.read(outflow.id)).toMatchObject({
        fees: { payout: { total: '100.00' }, instant: '0.00', tax: '60.00', conversion: '0.00' },
      });
    });
  });

  it('a USD collection creates an entry row for the whole amount, and a later hidden row for its fee (rule 9.12)', async () => {
    await payNewCardLink(service, merchant, { currency: 'USD', amount: 50 });

    expect(await movementsOf(service, usd)).toEqual([
      { label: 'Payment received', direction: 'in', amount: '50.00', balanceAfter: '50.00' },
    ]);
    const rows = await service.sql(
      'SELECT movement_type, amount, balance_after FROM postings WHERE wallet_id = $1 ORDER BY wallet_version',
      [usd],
    );
    expect(rows).toEqual([
      { movement_type: 'payment', amount: '50.00', balance_after: '50.00' },
      { movement_type: 'fee', amount: '-0.50', balance_after: '49.50' },
    ]);
  });

  it('no movement of a collection is a fee; the received payment has the parts of the fee (rule 9.13)', async () => {
    const linkId = await payNewLink(service, merchant, { currency: 'BRL', amount: 500, amount_type: 'charge' });
    await payNewCardLink(service, merchant, { currency: 'USD', amount: 50 });

    const labels = [...(await movementsOf(service, local)), ...(await movementsOf(service, usd))];
    expect(labels.map(({ label }) => label)).toEqual(['Payment received', 'Payment received']);
    expect(await paymentOf(service, linkId)).toMatchObject({ collection_fee: '3200.00', conversion_fee: '1000.00' });
  });

  it('panel list: shows each movement with its cause, amount, currency, balance afterwards and date (rule 9.8)', async () => {
    const linkId = await payNewLink(service, merchant);
    await adjust('-265.00');
    const { panel } = await signIn(service, merchant);

    const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string;
    expect((await panel.get(`/balance-movements?virtual_wallet_id=${local}`)).body.data).toMatchObject([
      {
        type: 'adjustment',
        direction: 'out',
        label: 'Adjustment',
        amount: '-265.00',
        currency: 'ARS',
        balance_after: '14000.00',
        created_at: date,
      },
      {
        type: 'payment',
        direction: 'in',
        label: 'Payment received',
        amount: '14265.00',
        currency: 'ARS',
        balance_after: '14265.00',
        created_at: date,
        reference: { type: 'payment_link', id: linkId },
      },
    ]);
  });
});
