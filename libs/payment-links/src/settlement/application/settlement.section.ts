import { FeeSchedules, parseFeeSchedule } from '@app/fees';
import { DomainError, Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { FactInbox } from '@app/rails';
import { Rates } from '@app/rates';
import { foundAfter } from '../../../../../test/support/planted-corruption';
import { CollectionSystem, POOL_SIZE, type Merchant } from '../../../../../test/support/collection-system';
import { until } from '../../../../../test/support/conditions';
import { Checkout } from '../../checkout/application/checkout';
import { Deadlines } from '../../checkout/application/deadlines';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { PaymentExceptions } from '../../exceptions/application/payment-exceptions';
import { CollectionProfiles } from '../../links/application/collection-profiles';
import { PaymentLinks } from '../../links/application/payment-links';
import type { PaymentLink } from '../../links/domain/payment-link';
import { DEBIT, EXAMPLE_FEES } from '../../testing';

const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

describe('settlement on PostgreSQL', () => {
  let system: CollectionSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    merchant = await system.merchant();
  });
  afterEach(() => system.expectBooksBalanced());

  const read = ({ id }: PaymentLink) => system.get(PaymentLinks).read(id, { userId: merchant.by.userId });

  const exceptionsOf = async ({ id }: PaymentLink) => {
    const sql = 'SELECT reason, amount, currency FROM payment_exceptions WHERE payment_link_id = $1 ORDER BY id';
    return system.query<{ reason: string; amount: string; currency: string }>(sql, [id]);
  };

  const countOf = async (table: string, where: string, id: string) => {
    const [row] = await system.query<{ count: string }>(`SELECT count(*) FROM ${table} WHERE ${where} = $1`, [id]);
    return Number(row?.count);
  };

  async function opened(
    link?: Parameters<CollectionSystem['link']>[1],
    ...choice: [method?: string, payer?: { email: string }]
  ) {
    const made = await system.link(merchant, link);
    return { link: made, order: await system.choose(made, ...choice) };
  }

  /** Lets the time of the order run out. */
  const runOut = ({ id }: CheckoutOrder) =>
    system.query(`UPDATE checkout_orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);

  describe('one fact that arrives on 20 connections at once', () => {
    it('credits once, and leaves one of everything that a payment leaves', async () => {
      const { link, order } = await opened({ webhookUrl: 'http://127.0.0.1:9/hook' }, 'ars_transfer', {
        email: 'ana@example.com',
      });
      await times(20, () => system.pay(order));
      expect(await system.balance(merchant)).toBe('14265.00');
      expect(await read(link)).toMatchObject({ status: 'completed', currentUses: 1, paymentMethod: 'ars_transfer' });
      expect([
        await countOf('provider_notifications', 'reference', order.providerReference),
        await countOf('received_payments', 'payment_link_id', link.id),
        await countOf('journal_entries', 'reference_id', link.id),
        await countOf('webhook_deliveries', 'account_id', merchant.account.id),
        await countOf('mail_messages', 'dedupe_key', `receipt:${order.id}`),
      ]).toEqual([1, 1, 1, 1, 1]);
      expect(await exceptionsOf(link)).toEqual([]);
    });
  });

  describe('two facts of payments for one link', () => {
    it('at the same moment credit one and record the other as a payment exception', async () => {
      const { link, order } = await opened();
      await times(2, (i) => system.pay(order, { id: `${order.providerReference}:${i}` }));
      expect(await system.balance(merchant)).toBe('14265.00');
      expect(await exceptionsOf(link)).toEqual([{ reason: 'link_not_payable', amount: '15000.00', currency: 'ARS' }]);
    });

    it('for two orders of it credit one and record the other as a payment exception', async () => {
      const { link, order } = await opened();
      const second = await system.choose(link, 'ars_qr');
      await Promise.all([system.pay(order), system.pay(second)]);
      expect(await system.balance(merchant)).toBe('14265.00');
      expect(await exceptionsOf(link)).toHaveLength(1);
      expect(await countOf('received_payments', 'payment_link_id', link.id)).toBe(1);
    });
  });

  describe('many payments into one wallet', () => {
    it('are each credited when they arrive at once', async () => {
      const orders = (await times(30, () => opened())).map(({ order }) => order);
      await times(30, (i) => system.pay(orders[i]!));
      // 30 times 14265.
      expect(await system.balance(merchant)).toBe('427950.00');
    });

    it('are each credited when they are settled in one transaction', async () => {
      const made = await times(40, () => opened());
      const keys = made.map(({ order }) => ({ provider: order.provider, reference: order.providerReference }));
      await stored(made.map(({ order }) => order));
      const settled = await system.get(FactInbox).settle('collection', keys);
      expect(settled.map(({ outcome }) => outcome)).toEqual(made.map(() => 'credited'));
      expect(await system.balance(merchant)).toBe('570600.00');
      expect((await Promise.all(made.map(({ link }) => read(link)))).map(({ status }) => status)).toEqual(
        made.map(() => 'completed'),
      );
    });

    it('are each credited once when two workers settle the same batch in opposite orders', async () => {
      const made = await times(20, () => opened());
      const keys = made.map(({ order }) => ({ provider: order.provider, reference: order.providerReference }));
      await stored(made.map(({ order }) => order));
      const inbox = system.get(FactInbox);
      const [one, other] = await Promise.all([
        inbox.settle('collection', keys),
        inbox.settle('collection', [...keys].reverse()),
      ]);
      expect(one.length + other.length).toBe(20);
      expect(await system.balance(merchant)).toBe('285300.00');
    });

    /** Stores payments that are not settled yet, as a crash leaves them. */
    const stored = (orders: readonly CheckoutOrder[]) =>
      system.query(
        `INSERT INTO provider_notifications (provider, notification_id, type, reference, paid_amount, paid_currency, body)
       SELECT provider, 'batch:' || id, 'payment.received', provider_reference, 15000, 'ARS', '{}'
         FROM checkout_orders WHERE id = ANY($1)`,
        [orders.map(({ id }) => id)],
      );
  });

  describe('a cancellation that races a payment', () => {
    it('ends in exactly one of the two, 50 times', async () => {
      const made = await times(50, () => opened());
      const results = await times(50, async (i) => {
        const { link, order } = made[i]!;
        const [cancelled] = await Promise.all([
          codeOf(system.get(PaymentLinks).cancel(link.id, { userId: merchant.by.userId })),
          system.pay(order),
        ]);
        return {
          cancelled,
          link: await read(link),
          exceptions: (await exceptionsOf(link)).map(({ reason }) => reason),
        };
      });
      const ends = results.map(
        ({ cancelled, link, exceptions }) => `${cancelled}: ${link.status}, ${exceptions.join()}`,
      );
      const paid = ends.filter((end) => end === 'PAYMENT_LINK_NOT_ACTIVE: completed, ').length;
      const cancelled = ends.filter((end) => end === 'done: cancelled, link_not_payable').length;
      expect(paid + cancelled).toBe(50);
      expect(await system.balance(merchant)).toBe(`${14_265 * paid}.00`);
    });
  });

  describe('a deadline that races a payment', () => {
    it('never costs the merchant the payment', async () => {
      const made = await times(20, () => opened());
      await Promise.all(made.map(({ order }) => runOut(order)));
      await Promise.all([
        ...made.map(({ order }) => system.pay(order)),
        ...[0, 1, 2].map(() => system.get(Deadlines).expireDue(7)),
      ]);
      expect((await Promise.all(made.map(({ link }) => read(link)))).map(({ status }) => status)).toEqual(
        made.map(() => 'completed'),
      );
      expect(await system.balance(merchant)).toBe('285300.00');
    });
  });

  describe('a payer who chooses again while the payment arrives', () => {
    it('never loses the payment', async () => {
      const made = await times(20, () => opened());
      const chosen = await times(20, async (i) => {
        const { link, order } = made[i]!;
        const [again] = await Promise.all([codeOf(system.choose(link, 'ars_qr')), system.pay(order)]);
        return again;
      });
      expect(chosen.filter((again) => again !== 'done' && again !== 'PAYMENT_LINK_NOT_ACTIVE')).toEqual([]);
      const links = await Promise.all(made.map(({ link }) => read(link)));
      expect(links.map(({ status, paymentMethod }) => `${status} ${paymentMethod}`)).toEqual(
        made.map(() => 'completed ars_transfer'),
      );
    });
  });

  describe('a payment after the deadline', () => {
    it('is credited, and the link goes from expired to completed', async () => {
      const { link, order } = await opened();
      await runOut(order);
      await system.get(Deadlines).expireDue(100);
      expect(await read(link)).toMatchObject({ status: 'expired', currentUses: 0 });
      await system.pay(order);
      expect(await read(link)).toMatchObject({ status: 'completed', currentUses: 1 });
      expect(await system.balance(merchant)).toBe('14265.00');
    });

    it('that the rail itself announced is credited too', async () => {
      const { link, order } = await opened();
      const { providerReference: reference } = order;
      await system.notify({ id: `${reference}:lapsed`, type: 'order.lapsed', reference });
      expect(await read(link)).toMatchObject({ status: 'expired' });
      await system.pay(order);
      expect(await read(link)).toMatchObject({ status: 'completed' });
    });
  });

  describe('a payment other than the amount owed', () => {
    it.each`
      amount        | currency | reason
      ${'14999.99'} | ${'ARS'} | ${'amount_mismatch'}
      ${'15000.01'} | ${'ARS'} | ${'amount_mismatch'}
      ${'15000.00'} | ${'BRL'} | ${'currency_mismatch'}
    `('($amount $currency) is recorded as $reason, credits nothing, and the link can still be paid', async (paid) => {
      const { amount, currency, reason } = paid;
      const { link, order } = await opened();
      await system.pay(order, { id: `${order.providerReference}:wrong`, amount, currency });
      expect(await exceptionsOf(link)).toEqual([{ reason, amount, currency }]);
      expect([await system.balance(merchant), (await read(link)).status]).toEqual(['0.00', 'active']);
      await system.pay(order);
      expect([await system.balance(merchant), (await read(link)).status]).toEqual(['14265.00', 'completed']);
    });
  });

  describe('a payment in another currency', () => {
    it.each`
      link                                                            | customerPaidFee | paid        | credited
      ${{ currency: 'BRL', amount: '500', amountType: 'charge' }}     | ${false}        | ${'500.00'} | ${'95800.00'}
      ${{ currency: 'BRL', amount: '500', amountType: 'charge' }}     | ${true}         | ${'516.00'} | ${'99000.00'}
      ${{ currency: 'BRL', amount: '100000', amountType: 'receive' }} | ${false}        | ${'505.00'} | ${'96800.00'}
      ${{ currency: 'BRL', amount: '100000', amountType: 'receive' }} | ${true}         | ${'521.00'} | ${'100000.00'}
    `('of $paid BRL ($link, payer bears the fee: $customerPaidFee) credits $credited ARS', async (row) => {
      const { order } = await opened({ ...row.link, customerPaidFee: row.customerPaidFee }, 'brl_pix');
      expect(order.terms.payerAmount.toFixed()).toBe(row.paid);
      await system.pay(order);
      expect(await system.balance(merchant)).toBe(row.credited);
    });

    it('that is late is settled on one connection, whether or not the rates are cached', async () => {
      const { order } = await opened({ currency: 'BRL', amount: '500', amountType: 'charge' }, 'brl_pix');
      await runOut(order);
      const others = Array.from({ length: POOL_SIZE - 1 }, () => system.source.createQueryRunner());
      await Promise.all(others.map((one) => one.connect()));
      system.get(Rates).invalidate();
      await system.pay(order);
      await Promise.all(others.map((one) => one.release()));
      expect(await system.balance(merchant)).toBe('95800.00');
    });

    it('in bolivianos, whose rate is a repeating decimal, leaves no remainder in the books', async () => {
      const { order } = await opened({ currency: 'BOB', amount: '1000.33', amountType: 'receive' }, 'bob_qr');
      await system.pay(order);
      expect(await system.balance(merchant)).toBe(order.terms.credited.toFixed());
    });
  });

  describe('what a crash left between storing and settling', () => {
    it('is settled by the worker, once', async () => {
      const { link, order } = await opened();
      await system.query(
        `INSERT INTO provider_notifications (provider, notification_id, type, reference, paid_amount, paid_currency, body,
         next_attempt_at)
       VALUES ('sandbox', $1, 'payment.received', $2, 15000, 'ARS', '{}', now())`,
        [`crash:${order.id}`, order.providerReference],
      );
      const inbox = system.get(FactInbox);
      await Promise.all([inbox.settleDue(10), inbox.settleDue(10)]);
      expect([await system.balance(merchant), (await read(link)).status]).toEqual(['14265.00', 'completed']);
    });
  });

  describe('a USD debit', () => {
    beforeEach(async () => {
      merchant = await system.merchant({ usd: true });
    });

    const wallet = () => merchant.usdWallet!.id;
    const states = async (link: PaymentLink) => {
      const sql = `SELECT l.status || ' ' || o.status || ' ' || COALESCE(r.status, 'none') AS states
      FROM payment_links l JOIN checkout_orders o ON o.link_id = l.id
      LEFT JOIN received_payments r ON r.payment_link_id = l.id WHERE l.id = $1`;
      return (await system.query<{ states: string }>(sql, [link.id])).map((row) => row.states);
    };
    const walletRows = () =>
      system.query<{ row: string }>(
        `SELECT movement_type || ' ' || amount || CASE WHEN visible THEN '' ELSE ' hidden' END AS row
         FROM postings WHERE wallet_id = $1 ORDER BY id`,
        [wallet()],
      );

    it('goes from confirmed to returned, with four rows of the wallet, two of which the merchant sees', async () => {
      const { link, order } = await system.debit(merchant);
      const seen = [await states(link)];
      for (const type of ['debit.submitted', 'debit.settled', 'debit.returned'] as const) {
        await system.notify(system.debitFact(order, type));
        seen.push(await states(link));
      }
      expect(seen).toEqual([
        ['processing confirmed in_process'],
        ['in_transit confirmed in_process'],
        ['completed paid credited'],
        ['returned returned returned'],
      ]);
      expect((await walletRows()).map(({ row }) => row)).toEqual([
        'payment 50.00',
        'fee -0.50 hidden',
        'return -50.00',
        'fee_refund 0.50 hidden',
      ]);
      const { items } = await system.get(LedgerService).listMovements(wallet(), { limit: 10 });
      expect(items.map(({ type, direction, amount }) => `${type} ${direction} ${amount.toFixed()}`)).toEqual([
        'return out 50.00',
        'payment in 50.00',
      ]);
      expect(await system.balance(merchant, merchant.usdWallet)).toBe('0.00');
    });

    const casesOf = async (link: PaymentLink) => {
      const sql = `SELECT kind, status, amount, currency, expected FROM cases WHERE payment_link_id = $1 ORDER BY opened_at, id`;
      return (await system.query<Record<string, string>>(sql, [link.id])).map((row) => Object.values(row));
    };

    it('of which less is returned gives back what came and its share of the fee; the rest is a case (rule 17.22)', async () => {
      const { link, order } = await system.debit(merchant);
      await system.notify(system.debitFact(order, 'debit.settled'));
      const back = { ...system.debitFact(order, 'debit.returned'), amount: '33.33', currency: 'USD' };
      await system.notify(back);
      await system.notify(back);

      expect(await states(link)).toEqual(['returned returned returned']);
      expect((await walletRows()).map(({ row }) => row)).toEqual([
        'payment 50.00',
        'fee -0.50 hidden',
        'return -33.33',
        'fee_refund 0.34 hidden',
      ]);
      await system.notify({ ...back, id: newId(), amount: '16.67' });
      expect(await system.balance(merchant, merchant.usdWallet)).toBe('16.51');
      expect(await casesOf(link)).toEqual([
        ['short_return', 'open', '16.67', 'USD', '33.33'],
        ['dispute_difference', 'open', '16.67', 'USD', null],
      ]);
      const found = async (sql: string) =>
        (await foundAfter(system.source, (forger) => forger.sql(sql, link.id))).map((one) => one.split(' ', 1)[0]);
      const set = (change: string) => found(`UPDATE received_payments SET ${change} WHERE payment_link_id = $1`);
      expect(await set('returned_fees = 0.50')).toEqual(
        expect.arrayContaining(['return_fits_its_payment', 'entry_moves_what_its_record_says']),
      );
      expect(await set('returned_amount = 40, returned_wallet_amount = 40')).toContain(
        'entry_moves_what_its_record_says',
      );
      expect(await set('refunded_amount = 20')).toContain('payment_knows_its_refunds');
      expect(await set('returned_amount = 60')).toEqual(
        expect.arrayContaining(['return_fits_its_payment', 'parts_stay_within_their_payment']),
      );
    });

    it('that was refunded in part gives back what is left when it is returned; the rest is a case (rule 17.22)', async () => {
      const { link, order } = await system.debit(merchant);
      await system.notify(system.debitFact(order, 'debit.settled'));
      const about = { reference: order.providerReference, amount: '20.00', currency: 'USD' };
      await system.notify({ id: newId(), type: 'refund.made', provider_reference: newId(), ...about });
      await system.notify(system.debitFact(order, 'debit.returned'));

      expect(await states(link)).toEqual(['returned returned returned']);
      // The fee of 0.50 stays for the part that was refunded.
      expect(await system.balance(merchant, merchant.usdWallet)).toBe('-0.20');
      expect(await casesOf(link)).toEqual([['dispute_difference', 'open', '20.00', 'USD', '30.00']]);
    });

    it('in another currency is returned in whole, and asks for the figures (rule 17.20)', async () => {
      const { link, order } = await system.debit(merchant);
      await system.notify(system.debitFact(order, 'debit.settled'));
      await system.notify({ ...system.debitFact(order, 'debit.returned'), amount: '900', currency: 'MXN' });

      expect(await system.balance(merchant, merchant.usdWallet)).toBe('0.00');
      expect(await casesOf(link)).toEqual([['dispute_currency', 'open', '900.00', 'MXN', '50.00']]);
    });

    it('that is returned once its money is held leaves less than nothing available', async () => {
      const { order } = await system.debit(merchant);
      await system.notify(system.debitFact(order, 'debit.settled'));
      const hold = {
        walletId: wallet(),
        amount: Money.of('49.50', 'USD'),
        referenceType: 'test_outflow',
        referenceId: newId(),
      };
      await system.get(UnitOfWork).run((tx) => system.get(LedgerService).placeHold(tx, hold));
      await system.notify(system.debitFact(order, 'debit.returned'));
      const { balances } = (await system.get(LedgerService).findWallet(wallet()))!;
      expect([balances.balance, balances.reserved, balances.available].map((money) => money.toFixed())).toEqual([
        '0.00',
        '49.50',
        '-49.50',
      ]);
    });

    it('that is declined leaves no record, and another one can pay the link', async () => {
      const { link, order } = await system.debit(merchant);
      await system.notify(system.debitFact(order, 'debit.refused'));
      expect(await states(link)).toEqual(['active refused none']);
      const again = await system.choose(link, 'usd_bank_debit');
      await system.get(Checkout).confirmDebit(link.id, DEBIT);
      await system.notify(system.debitFact(again, 'debit.settled'));
      expect(await read(link)).toMatchObject({ status: 'completed', currentUses: 1 });
      expect(await system.balance(merchant, merchant.usdWallet)).toBe('49.50');
    });

    it.each([['debit.submitted', 'debit.settled'] as const, ['debit.settled'] as const])(
      'whose fees have come to exceed the amount becomes a payment exception when it settles (%s, %s)',
      async (...types) => {
        const link = await system.link(merchant, { currency: 'USD', amount: '50' });
        await raiseFees({ fixed_usd: '60' });
        const order = await system.choose(link, 'usd_bank_debit');
        await system.get(Checkout).confirmDebit(link.id, DEBIT);
        for (const type of types) await system.notify(system.debitFact(order, type));
        expect(await exceptionsOf(link)).toEqual([{ reason: 'fee_exceeds_amount', amount: '50.00', currency: 'USD' }]);
        expect(await states(link)).toEqual([`${types.length === 2 ? 'in_transit' : 'processing'} confirmed none`]);

        const [exception] = await system.query<{ id: string }>(
          'SELECT id FROM payment_exceptions WHERE payment_link_id = $1',
          [link.id],
        );
        await system
          .get(PaymentExceptions)
          .credit(exception!.id, { reason: 'fees waived', withoutFees: true }, { type: 'staff', name: 'ana' });
        expect(await states(link)).toEqual(['completed paid credited']);
        expect(await system.balance(merchant, merchant.usdWallet)).toBe('50.00');
      },
    );

    it('whose fees exceed the amount, and that is submitted before its confirmation is stored, becomes a payment exception', async () => {
      const link = await system.link(merchant, { currency: 'USD', amount: '50' });
      await raiseFees({ fixed_usd: '60' });
      const order = await system.choose(link, 'usd_bank_debit');
      for (const type of ['debit.submitted', 'debit.settled'] as const) {
        await system.notify(system.debitFact(order, type));
      }
      expect(await states(link)).toEqual(['in_transit confirmed none']);
      expect(await exceptionsOf(link)).toHaveLength(1);
    });

    /** In effect from now on, also in this process, which caches fees. */
    async function raiseFees(usdCollection: object): Promise<void> {
      const fees = parseFeeSchedule({ ...EXAMPLE_FEES, usd_collection: usdCollection });
      await system.get(UnitOfWork).run((tx) => system.get(FeeSchedules).set(tx, merchant.account.id, fees));
      await until('the fees are known', async () => {
        const known = await system.get(CollectionProfiles).of(merchant.account.id);
        return known.fees.usdCollection?.fixedUsd.toFixed() === fees.usdCollection?.fixedUsd.toFixed();
      });
    }

    it('ends the same in any order of facts, sequential or concurrent', async () => {
      const [submitted, settled, returned] = ['debit.submitted', 'debit.settled', 'debit.returned'] as const;
      const orders = [
        [submitted, settled, returned],
        [submitted, returned, settled],
        [settled, submitted, returned],
        [settled, returned, submitted],
        [returned, submitted, settled],
        [returned, settled, submitted],
      ];
      const ends = await Promise.all(
        orders.flatMap((types) =>
          [true, false].map(async (atOnce) => {
            const { link, order } = await system.debit(merchant);
            const facts = types.map((type) => system.debitFact(order, type));
            if (atOnce) await Promise.all([...facts, ...facts].map((fact) => system.notify(fact)));
            else for (const fact of facts) await system.notify(fact);
            return { states: await states(link), entries: await countOf('journal_entries', 'reference_id', link.id) };
          }),
        ),
      );
      expect(ends).toEqual(ends.map(() => ({ states: ['returned returned returned'], entries: 2 })));
      expect(await system.balance(merchant, merchant.usdWallet)).toBe('0.00');
    });

    it('confirmed by two clicks at the same moment is one debit', async () => {
      const link = await system.link(merchant, { currency: 'USD', amount: '50' });
      await system.choose(link, 'usd_bank_debit');
      const codes = await times(2, () => codeOf(system.get(Checkout).confirmDebit(link.id, DEBIT)));
      expect(codes.sort()).toEqual(['PAYMENT_LINK_NOT_ACTIVE', 'done']);
      expect(await states(link)).toEqual(['processing confirmed in_process']);
    });

    it('whose confirmation races its cancellation ends in exactly one of the two', async () => {
      const results = await times(10, async () => {
        const link = await system.link(merchant, { currency: 'USD', amount: '50' });
        await system.choose(link, 'usd_bank_debit');
        const codes = await Promise.all([
          codeOf(system.get(Checkout).confirmDebit(link.id, DEBIT)),
          codeOf(system.get(PaymentLinks).cancel(link.id, { userId: merchant.by.userId })),
        ]);
        return `${codes.join()} ${(await states(link)).join()}`;
      });
      const either = [
        'done,PAYMENT_LINK_NOT_ACTIVE processing confirmed in_process',
        'PAYMENT_LINK_NOT_ACTIVE,done cancelled superseded none',
      ];
      expect(results.filter((result) => !either.includes(result))).toEqual([]);
    });
  });

  describe('one fact that cannot be settled', () => {
    it('does not fail the 19 that arrive with it, and is settled by the worker once it can be', async () => {
      const made = await times(20, () => opened());
      const { link, order } = made[11]!;
      const ledger = system.get(LedgerService);
      const post = ledger.post.bind(ledger);
      const poisoned = jest.spyOn(ledger, 'post').mockImplementation(async (tx, entries) => {
        if (entries.some(({ reference }) => reference?.id === link.id)) throw new Error('this one cannot be posted');
        return post(tx, entries);
      });
      await times(20, (i) => system.pay(made[i]!.order));
      poisoned.mockRestore();
      expect(await system.balance(merchant)).toBe(`${19 * 14_265}.00`);
      expect(await read(link)).toMatchObject({ status: 'active' });

      const sql = 'UPDATE provider_notifications SET next_attempt_at = now() WHERE reference = $1';
      await system.query(sql, [order.providerReference]);
      await system.get(FactInbox).settleDue(10);
      expect(await system.balance(merchant)).toBe(`${20 * 14_265}.00`);
    });
  });

  describe('many facts at the same moment', () => {
    it('share their transactions', async () => {
      const made = await times(50, () => opened());
      const run = jest.spyOn(system.get(UnitOfWork), 'run');
      await times(50, (i) => system.pay(made[i]!.order));
      const transactions = run.mock.calls.length;
      run.mockRestore();
      expect(transactions).toBeLessThanOrEqual(5);
      expect(await system.balance(merchant)).toBe(`${50 * 14_265}.00`);
    });
  });

  describe('fee receipts', () => {
    it('of an account have no gap and no duplicate, however many payments arrive at once', async () => {
      const made = await times(12, () => opened({ customerPaidFee: true }));
      await times(12, (i) => system.pay(made[i]!.order));
      const sql = `SELECT fee_receipt ->> 'number' AS number, fee_receipt ->> 'amount' AS amount FROM received_payments
      WHERE account_id = $1 ORDER BY 1`;
      const receipts = await system.query<{ number: string; amount: string }>(sql, [merchant.account.id]);
      expect(receipts).toEqual(
        made.map((_, i) => ({ number: `FR-${String(i + 1).padStart(8, '0')}`, amount: '735.00' })),
      );
    });
  });

  describe('a payment of an unknown order', () => {
    const reference = () => `sbx_${newId()}`;
    const reported = (of: string) => ({
      id: `${of}:paid`,
      type: 'payment.received' as const,
      reference: of,
      amount: '15000.00',
      currency: 'ARS',
    });
    const exceptionOf = (of: string) =>
      system.query<{ status: string; reason: string; payment_link_id: string | null }>(
        'SELECT status, reason, payment_link_id FROM payment_exceptions WHERE reference = $1',
        [of],
      );

    it('is rejected and becomes one payment exception, however many copies arrive at the same moment', async () => {
      const [unknown, before] = [reference(), await system.platformBalance('unallocated_receipts', 'ARS')];
      const codes = await times(5, () => codeOf(system.notify(reported(unknown))));
      expect(codes).toEqual(codes.map(() => 'CHECKOUT_ORDER_NOT_FOUND'));
      expect(await exceptionOf(unknown)).toEqual([{ status: 'open', reason: 'unknown_order', payment_link_id: null }]);
      const after = await system.platformBalance('unallocated_receipts', 'ARS');
      expect(Money.of(after, 'ARS').minus(Money.of(before, 'ARS')).toFixed()).toBe('15000.00');
    });

    it('is credited once when the order appears and the rail repeats it, and leaves the list of the staff', async () => {
      const { link, order } = await opened();
      const { providerReference: late } = order;
      const before = await system.platformBalance('unallocated_receipts', 'ARS');
      await system.query(`UPDATE checkout_orders SET provider_reference = 'late' WHERE id = $1`, [order.id]);
      await expect(codeOf(system.notify(reported(late)))).resolves.toBe('CHECKOUT_ORDER_NOT_FOUND');
      await system.query('UPDATE checkout_orders SET provider_reference = $2 WHERE id = $1', [order.id, late]);
      await times(5, () => system.notify(reported(late)));
      expect([await system.balance(merchant), (await read(link)).status]).toEqual(['14265.00', 'completed']);
      expect(await exceptionOf(late)).toMatchObject([{ status: 'matched' }]);
      expect(await system.platformBalance('unallocated_receipts', 'ARS')).toBe(before);
    });
  });
});
