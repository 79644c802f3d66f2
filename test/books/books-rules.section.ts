import { auditIn, positionOfNothing } from '@app/books/testing';
import { Money, newId, UnitOfWork } from '@app/kernel';
import { JournalEntry, LedgerService, movement, platformPosting } from '@app/ledger';
import { PaymentExceptions } from '@app/payment-links';
import { poolOf } from '@app/platform';
import { CollectionSystem, type Merchant } from '../support/collection-system';
import { foundAfter, type Forger } from '../support/planted-corruption';
import { recordingScans } from '../support/plans';

const STAFF = { type: 'staff', name: 'ana' } as const;
const REASON = { reason: 'A test' };
const ARS = { link: {}, method: 'ars_transfer' };
const BRL = { link: { currency: 'BRL', amount: '100000', customerPaidFee: true }, method: 'brl_pix' };

interface Paid {
  link: string;
  order: string;
  payment: string;
}

describe('the rules of the books', () => {
  let system: CollectionSystem;
  let merchant: Merchant;
  let other: Merchant;

  let paid: Paid;
  let unpaid: string;
  let returned: Paid;
  /** A payment from BRL whose payer bears the fee. */
  let converted: Paid;
  /** Exceptions by their outcome. `own`: credited as the link's payment; `extra`: in addition to it. */
  const exceptions = {
    open: '',
    unknown: '',
    own: '',
    extra: '',
    refunded: '',
    deposited: '',
    converted: '',
    dollars: '',
  };
  let extra: Paid;
  let adjusted: string;

  const found = (forge: (forger: Forger) => Promise<unknown>) => foundAfter(system.source, forge);

  beforeAll(async () => {
    system = await CollectionSystem.shared();
    [merchant, other] = [await system.merchant({ usd: true }), await system.merchant()];
    unpaid = (await system.link(merchant)).id;
    paid = await aPayment();
    converted = await aPayment({ from: BRL });
    returned = await aReturnedDebit();
    const staff = system.get(PaymentExceptions);
    exceptions.open = await mismatched();
    exceptions.unknown = await unknown();
    exceptions.own = await mismatched();
    await staff.credit(exceptions.own, REASON, STAFF);
    exceptions.refunded = await unknown();
    await staff.refund(exceptions.refunded, 'A test', STAFF);
    exceptions.deposited = await unknown();
    await staff.credit(exceptions.deposited, { ...REASON, walletId: merchant.wallet.id }, STAFF);
    exceptions.dollars = await unknown('USD');
    await staff.credit(exceptions.dollars, { ...REASON, walletId: merchant.usdWallet!.id }, STAFF);
    exceptions.converted = await unknown();
    await staff.credit(exceptions.converted, { ...REASON, walletId: merchant.usdWallet!.id }, STAFF);
    extra = await aPayment({ twice: true });
    exceptions.extra = await exceptionAbout(`o.id = $1`, extra.order);
    await staff.credit(exceptions.extra, REASON, STAFF);
    await aDeposit();
    adjusted = await anAdjustment();
  });

  async function aPayment({ twice = false, from = ARS } = {}): Promise<Paid> {
    const link = await system.link(merchant, from.link);
    const order = await system.choose(link, from.method);
    await system.pay(order);
    if (twice) await system.pay(order, { id: `${order.providerReference}:again` });
    return { link: link.id, order: order.id, payment: await paymentOf(order.id) };
  }

  async function aReturnedDebit(): Promise<Paid> {
    const { link, order } = await system.debit(merchant);
    for (const type of ['debit.submitted', 'debit.settled', 'debit.returned'] as const) {
      await system.notify(system.debitFact(order, type));
    }
    return { link: link.id, order: order.id, payment: await paymentOf(order.id) };
  }

  /** The exception of a payment of 14000 ARS for a link over 15000. */
  async function mismatched(): Promise<string> {
    const order = await system.choose(await system.link(merchant));
    await system.pay(order, { amount: '14000.00' });
    return exceptionAbout(`o.id = $1`, order.id);
  }

  /** The exception of a payment for an unknown order. */
  async function unknown(currency = 'ARS'): Promise<string> {
    const reference = `sbx_${newId()}`;
    const paid = { id: `${reference}:paid`, type: 'payment.received' as const, reference };
    await expect(system.notify({ ...paid, amount: '15000.00', currency })).rejects.toThrow();
    return exceptionAbout('x.reference = $1', reference);
  }

  async function aDeposit(): Promise<void> {
    const [wallet, amount] = [merchant.usdWallet!.id, Money.of('70', 'USD')];
    await system.query(
      `INSERT INTO provider_notifications (provider, notification_id, kind, type, reference, paid_amount, paid_currency, body,
       status, outcome) VALUES ('bank', '1', 'deposit', 'deposit.received', $1, 70, 'USD', '{}', 'settled', 'credited')`,
      [wallet.toUpperCase()],
    );
    const entry = JournalEntry.create({
      kind: 'deposit',
      reference: { type: 'wallet', id: wallet },
      idempotencyKey: 'deposit:bank:1',
      occurredAt: new Date(),
      postings: [movement(wallet, 'deposit', amount), platformPosting('rail_clearing', amount.negated())],
    });
    await system.get(UnitOfWork).run((tx) => system.get(LedgerService).post(tx, [entry]));
  }

  async function anAdjustment(): Promise<string> {
    const request = { walletId: merchant.wallet.id, amount: Money.of('5', 'ARS'), occurredAt: new Date(), ...REASON };
    const result = await system.get(UnitOfWork).run((tx) => system.get(LedgerService).adjust(tx, request));
    return result.entryId;
  }

  const paymentOf = async (order: string) => {
    const sql = 'SELECT id FROM received_payments WHERE order_id = $1 AND exception_id IS NULL';
    return (await system.query<{ id: string }>(sql, [order]))[0]!.id;
  };

  const exceptionAbout = async (condition: string, value: string) => {
    const sql = `SELECT x.id FROM payment_exceptions x LEFT JOIN checkout_orders o ON o.id = x.order_id WHERE ${condition}`;
    return (await system.query<{ id: string }>(sql, [value]))[0]!.id;
  };

  it('books:verify scans no table from end to end (rule 9.19)', async () => {
    const client = await poolOf(system.source).connect();
    try {
      await client.query('BEGIN');
      const recording = recordingScans(client);
      await auditIn(recording.client);
      await auditIn(recording.client, positionOfNothing());
      expect([...recording.scans]).toEqual([]);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('books:verify accepts payments, returns, exceptions in every state, deposits and adjustments', async () => {
    expect(await found(async () => undefined)).toEqual([]);
  });

  describe('books:verify sees an entry that records nothing:', () => {
    it('a second return of one debit', async () => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.copyEntry(`collection-return:${returned.order}`, 'collection-return:again');
      });
      expect(violations).toEqual([`entry_has_a_record ${entry}`]);
    });

    it('a collection about a link that was not paid', async () => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.copyEntry(`collection:${paid.order}`, `collection:${newId()}`, unpaid);
      });
      expect(violations).toEqual([`entry_has_a_record ${entry}`]);
    });

    it.each([
      ['a deposit that the bank did not report', 'deposit:bank:1', 'deposit:bank:2'],
      ['the money of an exception without a payment', () => `exception:${exceptions.open}`, `exception:${newId()}`],
    ])('%s', async (_, key, newKey) => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.copyEntry(typeof key === 'string' ? key : key(), newKey);
      });
      expect(violations).toContain(`entry_has_a_record ${entry}`);
    });

    it('the collection of a payment that is gone', async () => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.entry(`collection:${paid.order}`);
        await forger.sql('DELETE FROM received_payments WHERE id = $1', paid.payment);
      });
      expect(violations).toEqual([
        `entry_has_a_record ${entry}`,
        `paid_link_has_one_payment ${paid.link}`,
        `order_status_follows_its_payment ${paid.order}`,
      ]);
    });

    it('an entry whose key another entry has', async () => {
      const [key, entries] = [`collection:${paid.order}`, [] as string[]];
      const violations = await found(async (forger) => {
        await forger.sql('ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_idempotency_key_key');
        entries.push(await forger.entry(key), await forger.copyEntry(key, key));
      });
      expect(violations).toEqual(entries.sort().map((entry) => `entry_key_is_unique ${entry}`));
    });

    it.each([
      ['without a reason', 'memo = NULL'],
      ['about another wallet', 'reference_id = gen_random_uuid()'],
    ])('an adjustment %s', async (_, change) => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE journal_entries SET ${change} WHERE id = $1`, adjusted),
      );
      expect(violations).toEqual([`adjustment_is_explained ${adjusted}`]);
    });
  });

  describe('books:verify sees a record without its entry:', () => {
    it.each([
      [
        'a returned debit',
        () => `collection-return:${returned.order}`,
        () => `returned_payment_has_an_entry ${returned.payment}`,
      ],
      ['a credited payment', () => `collection:${paid.order}`, () => `credited_payment_has_an_entry ${paid.payment}`],
      ['a credited deposit', () => 'deposit:bank:1', () => 'credited_deposit_has_an_entry bank 1'],
      [
        'a refunded exception',
        () => `exception-cleared:${exceptions.refunded}`,
        () => `resolved_exception_has_an_entry ${exceptions.refunded}`,
      ],
      ['an open exception', () => `exception:${exceptions.open}`, () => `exception_has_an_entry ${exceptions.open}`],
    ])('%s', async (_, key, violation) => {
      expect(await found((forger) => forger.deleteEntry(key()))).toContain(violation());
    });

    it('an exception that was credited as its link’s payment, without that payment', async () => {
      const remove = `DELETE FROM received_payments WHERE order_id = (SELECT order_id FROM payment_exceptions WHERE id = $1)`;
      expect(await found((forger) => forger.sql(remove, exceptions.own))).toEqual([
        expect.stringMatching(/^entry_has_a_record /),
        expect.stringMatching(/^paid_link_has_one_payment /),
        expect.stringMatching(/^order_status_follows_its_payment /),
        `credited_exception_has_one_payment ${exceptions.own}`,
      ]);
    });

    it('an exception that was credited in addition to its link’s payment, without a payment of its own', async () => {
      const remove = 'DELETE FROM received_payments WHERE exception_id = $1';
      expect(await found((forger) => forger.sql(remove, exceptions.extra))).toEqual([
        expect.stringMatching(/^entry_has_a_record /),
      ]);
    });
  });

  describe('books:verify sees the money of a payment exception:', () => {
    it('an exception closed while its money stays unallocated', async () => {
      const { open } = exceptions;
      const close = `UPDATE payment_exceptions SET status = 'refunded', resolved_at = now() WHERE id = $1`;
      expect(await found((forger) => forger.sql(close, open))).toEqual([
        `resolved_exception_has_an_entry ${open}`,
        `exception_has_its_money ${open}`,
        'unallocated_is_open_exceptions ARS',
      ]);
    });

    it('an exception that is open again after its money has gone', async () => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE payment_exceptions SET status = 'open' WHERE id = $1`, exceptions.refunded),
      );
      expect(violations).toEqual([
        expect.stringMatching(/^entry_has_a_record /),
        `exception_has_its_money ${exceptions.refunded}`,
        'unallocated_is_open_exceptions ARS',
      ]);
    });

    it('an open exception with another amount than its entry', async () => {
      const violations = await found((forger) =>
        forger.sql('UPDATE payment_exceptions SET amount = amount + 1 WHERE id = $1', exceptions.unknown),
      );
      expect(violations).toEqual([
        `exception_has_its_money ${exceptions.unknown}`,
        `exception_was_booked_in_full ${exceptions.unknown}`,
        'unallocated_is_open_exceptions ARS',
      ]);
    });

    it('an exception that the rail took back, while its money is still in a wallet', async () => {
      const violations = await found(async (forger) => {
        await forger.sql('ALTER TABLE payment_exceptions DROP CONSTRAINT payment_exceptions_status_check');
        await forger.sql(`UPDATE payment_exceptions SET status = 'returned' WHERE id = $1`, exceptions.deposited);
      });
      expect(violations).toEqual([
        `returned_exception_has_an_entry ${exceptions.deposited}`,
        `returned_exception_has_no_money ${exceptions.deposited}`,
      ]);
    });

    it('an exception that was resolved, with another amount than its entry', async () => {
      const violations = await found((forger) =>
        forger.sql('UPDATE payment_exceptions SET amount = amount + 1 WHERE id = $1', exceptions.refunded),
      );
      expect(violations).toEqual([`exception_was_booked_in_full ${exceptions.refunded}`]);
    });

    it.each([
      ['in an unknown currency', `currency = 'XAU'`],
      ['finer than its currency', 'amount = amount + 0.001'],
      ['that is only text again', `amount = NULL, currency = NULL, received_amount = '1', received_currency = 'XAU'`],
    ])('an exception that was booked and resolved, with an amount %s', async (_, change) => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE payment_exceptions SET ${change} WHERE id = $1`, exceptions.refunded),
      );
      expect(violations).toEqual(
        expect.arrayContaining([
          `exception_was_booked_in_full ${exceptions.refunded}`,
          `booked_exception_fits_its_currency ${exceptions.refunded}`,
        ]),
      );
    });

    it('an exception and its entries that are finer than their currency', async () => {
      const violations = await found(async (forger) => {
        await forger.sql(`UPDATE payment_exceptions SET amount = amount + 0.001 WHERE id = $1`, exceptions.refunded);
        for (const key of ['exception', 'exception-cleared']) {
          const change = 'UPDATE postings SET amount = amount + 0.001 * sign(amount) WHERE entry_id = $1';
          await forger.sql(change, await forger.entry(`${key}:${exceptions.refunded}`));
        }
      });
      expect(violations).toContain(`booked_exception_fits_its_currency ${exceptions.refunded}`);
    });

    it('an exception that was booked elsewhere than with the unallocated receipts', async () => {
      const violations = await found(async (forger) =>
        forger.sql(
          `UPDATE postings SET platform_account = 'adjustments' WHERE entry_id = $1 AND amount > 0`,
          await forger.entry(`exception:${exceptions.open}`),
        ),
      );
      expect(violations).toContain(`exception_was_booked_in_full ${exceptions.open}`);
    });

    it.each([
      ['an unknown currency', `'XAU', 1`],
      ['too many decimals', `'ARS', 1.005`],
    ])('and does not demand an entry of one in %s', async (_, values) => {
      const insert = `INSERT INTO payment_exceptions (id, provider, notification_id, reference, reason, currency, amount)
      VALUES (gen_random_uuid(), 'a rail', 'n', 'r', 'unknown_order', ${values})`;
      expect(await found((forger) => forger.sql(insert))).toEqual([]);
    });
  });

  describe('books:verify sees an exception of an unknown order that staff credited to a wallet:', () => {
    const changed = (id: string, change: string, where: string) =>
      found(async (forger) => {
        await forger.sql('ALTER TABLE postings DROP CONSTRAINT postings_wallet_chain');
        const sql = `UPDATE postings SET ${change} WHERE entry_id = $1 AND ${where}`;
        await forger.sql(sql, await forger.entry(`exception-cleared:${id}`));
        await forger.rechain();
      });
    const INCOME = `movement_type = NULL, visible = false, balance_before = NULL, balance_after = NULL, wallet_version = NULL,
    wallet_id = NULL, platform_account =`;

    it.each([
      ['deposited', 'the fees', `'collection_fee_income'`],
      ['deposited', 'another account', `'adjustments'`],
      ['converted', 'the fees', `'collection_fee_income'`],
      ['converted', 'the exchange', `'exchange_position'`],
    ] as const)('%s, whose entry gives the wallet nothing and %s all', async (exception, _, account) => {
      const id = exceptions[exception];
      const violations = await changed(id, `${INCOME} ${account}`, 'wallet_id IS NOT NULL');
      expect(violations).toEqual([`credited_exception_gave_its_money ${id}`]);
    });

    it.each([
      ['deposited', `platform_account = 'adjustments'`, `platform_account = 'collection_fee_income'`],
      ['deposited', `movement_type = 'deposit'`, 'wallet_id IS NOT NULL'],
      ['dollars', `movement_type = 'payment', visible = true`, 'wallet_id IS NOT NULL'],
      ['converted', `movement_type = 'refund'`, 'wallet_id IS NOT NULL'],
      ['converted', `platform_account = 'rail_clearing'`, `platform_account = 'exchange_position'`],
    ] as const)('%s, whose entry has %s instead', async (exception, change, where) => {
      const id = exceptions[exception];
      expect(await changed(id, change, where)).toEqual([`credited_exception_gave_its_money ${id}`]);
    });

    it('whose entry gives the wallet more than it takes', async () => {
      const id = exceptions.deposited;
      const by = `CASE WHEN wallet_id IS NULL THEN -800 ELSE 800 END`;
      const which = `(wallet_id IS NOT NULL OR platform_account = 'collection_fee_income')`;
      expect(await changed(id, `amount = amount + ${by}`, which)).toEqual([`credited_exception_gave_its_money ${id}`]);
    });

    it('without the wallet', async () => {
      const id = exceptions.deposited;
      const violations = await found((forger) =>
        forger.sql('UPDATE payment_exceptions SET wallet_id = NULL WHERE id = $1', id),
      );
      expect(violations).toContain(`credited_exception_gave_its_money ${id}`);
    });
  });

  describe('books:verify sees money in another account’s wallet:', () => {
    const moveTo = async (forger: Forger, key: string, from: string) => {
      const move = `UPDATE postings SET wallet_id = $1 WHERE wallet_id = $2 AND entry_id = $3`;
      await forger.sql(move, other.wallet.id, from, await forger.entry(key));
      await forger.rechain();
    };

    it('a collection that was moved consistently, with its payment', async () => {
      const violations = await found(async (forger) => {
        await moveTo(forger, `collection:${paid.order}`, merchant.wallet.id);
        await forger.sql('UPDATE received_payments SET wallet_id = $2 WHERE id = $1', paid.payment, other.wallet.id);
      });
      expect(violations).toEqual([`payment_link_and_wallet_share_an_account ${paid.payment}`]);
    });

    it('a collection that was moved without its payment', async () => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.entry(`collection:${paid.order}`);
        await moveTo(forger, `collection:${paid.order}`, merchant.wallet.id);
      });
      expect(violations).toEqual([`entry_moves_what_its_record_says ${entry}`]);
    });

    it.each([
      ['a link', () => paid.link, 'payment_links', 'link_and_wallet_share_an_account'],
      ['an exception', () => exceptions.extra, 'payment_exceptions', 'exception_link_and_wallet_share_an_account'],
    ])('%s of one account with the wallet of another', async (_, id, table, violation) => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE ${table} SET wallet_id = $2 WHERE id = $1`, id(), other.wallet.id),
      );
      expect(violations).toEqual([`${violation} ${id()}`]);
    });

    it('a payment that names the order of another link', async () => {
      const violations = await found((forger) =>
        forger.sql('UPDATE checkout_orders SET link_id = $2 WHERE id = $1', paid.order, unpaid),
      );
      expect(violations).toEqual([`payment_and_order_share_a_link ${paid.payment}`]);
    });

    it.each([
      ['that names another link than its order', () => `payment_link_id = '${unpaid}'`],
      ['that names an order without a link', () => 'payment_link_id = NULL'],
      ['that names a link without an order', () => 'order_id = NULL'],
    ])('an exception %s', async (_, change) => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE payment_exceptions SET ${change()} WHERE id = $1`, exceptions.open),
      );
      expect(violations).toContain(`exception_and_order_share_a_link ${exceptions.open}`);
    });
  });

  describe('books:verify sees an amount that differs:', () => {
    it('a payment that credits another amount than its entry', async () => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.entry(`collection:${paid.order}`);
        await forger.sql('UPDATE received_payments SET credited_amount = 10 WHERE id = $1', paid.payment);
      });
      expect(violations).toEqual([
        `entry_moves_what_its_record_says ${entry}`,
        `payment_figures_add_up ${paid.payment}`,
        `entry_has_the_figures_of_its_payment ${paid.payment}`,
      ]);
    });

    it('an entry of another kind, or about another record, than its key says', async () => {
      let entry = '';
      const violations = await found(async (forger) => {
        entry = await forger.entry(`collection:${paid.order}`);
        await forger.sql('UPDATE journal_entries SET reference_id = $2 WHERE id = $1', entry, unpaid);
      });
      expect(violations).toEqual([`entry_fits_its_record ${entry}`]);
    });

    it('an entry that is finer than its currency, with its record', async () => {
      const violations = await found(async (forger) => {
        await forger.sql(
          `UPDATE postings SET amount = amount + CASE WHEN wallet_id IS NULL THEN -0.001 ELSE 0.001 END,
           balance_after = balance_after + 0.001
         WHERE entry_id = $1 AND (wallet_id IS NOT NULL OR platform_account = 'rail_clearing')`,
          await forger.entry(`collection:${paid.order}`),
        );
        await forger.rechain();
        await forger.sql(
          'UPDATE received_payments SET credited_amount = credited_amount + 0.001 WHERE id = $1',
          paid.payment,
        );
      });
      expect([...new Set(violations.map((violation) => violation.split(' ')[0]))]).toEqual([
        'posting_fits_its_currency',
        'wallet_fits_its_currency',
        'payment_fits_its_currency',
        'payment_figures_add_up',
        'entry_has_the_figures_of_its_payment',
      ]);
    });

    it.each([
      ['payer_amount', 'paid_amount_fits_its_currency'],
      ['gross_amount', 'payment_fits_its_currency'],
    ])('a %s that is finer than its currency', async (column, violation) => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE received_payments SET ${column} = ${column} + 0.001 WHERE id = $1`, paid.payment),
      );
      expect(violations).toContain(`${violation} ${paid.payment}`);
    });
  });

  describe('books:verify sees the amount of a link:', () => {
    it.each([
      ['finer than its currency', 'amount = amount + 0.001'],
      ['in an unknown currency', `currency_destiny = 'XAU'`],
      [
        'finer than the currency that the payer is charged in',
        `amount_type = 'charge', currency = 'CLP', amount = 9.5`,
      ],
    ])('%s', async (_, change) => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE payment_links SET ${change} WHERE id = $1`, unpaid),
      );
      expect(violations).toEqual([`link_fits_its_currency ${unpaid}`]);
    });
  });

  describe('books:verify sees the figures of a payment:', () => {
    const change = (of: Paid, columns: string) =>
      found((forger) => forger.sql(`UPDATE received_payments SET ${columns} WHERE id = $1`, of.payment));

    it.each([
      'gross_amount = gross_amount + 1',
      'fee_percentage_amount = fee_percentage_amount + 1',
      'fee_fixed_amount = fee_fixed_amount - 1',
      'payer_fee = 1',
      `fee_borne_by = 'payer'`,
      `fee_bounded_by = 'minimum'`,
      `fee_bounded_by = 'maximum'`,
      'gross_amount = gross_amount + 1, conversion_fee = 1',
    ])('%s', async (columns) => {
      expect(await change(paid, columns)).toContain(`payment_figures_add_up ${paid.payment}`);
    });

    it.each([
      'payer_fee = payer_fee + 0.01',
      'payer_fee = 0',
      'fee_receipt = NULL, payer_fee = payer_amount + 1',
      `fee_borne_by = 'merchant'`,
      'gross_amount = gross_amount + 0.01',
      `fee_receipt = '{}'`,
    ])('%s, of one that was converted and whose payer bears the fee', async (columns) => {
      expect(await change(converted, columns)).toContain(`payment_figures_add_up ${converted.payment}`);
    });

    it.each([
      ['payer_amount, gross_amount and percentage', 'payer_amount = payer_amount + 1'],
      ['credited_amount', 'credited_amount = credited_amount - 1'],
    ])('%s that are changed in agreement with its fee', async (_, columns) => {
      const agreeing = columns.startsWith('payer')
        ? `${columns}, gross_amount = gross_amount + 1, collection_fee = collection_fee + 1,
         fee_percentage_amount = fee_percentage_amount + 1`
        : `${columns}, collection_fee = collection_fee + 1, fee_percentage_amount = fee_percentage_amount + 1`;
      const violations = await change(paid, agreeing);
      expect(violations).toContain(`entry_has_the_figures_of_its_payment ${paid.payment}`);
      expect(violations).not.toContain(`payment_figures_add_up ${paid.payment}`);
    });

    it.each([
      ['paid', () => paid, 'payer_amount'],
      ['returned', () => returned, 'payer_amount'],
      ['converted', () => converted, 'payer_amount'],
      ['converted', () => converted, 'conversion_fee'],
    ])('that are not those of its entry: %s', async (_, of, column) => {
      expect(await change(of(), `${column} = ${column} + 1`)).toContain(
        `entry_has_the_figures_of_its_payment ${of().payment}`,
      );
    });

    it('the currency of another wallet', async () => {
      expect(await change(paid, `currency = 'USD'`)).toContain(`payment_and_wallet_share_a_currency ${paid.payment}`);
    });

    it.each([
      ['movement type', `movement_type = 'deposit'`, 'wallet_id IS NOT NULL', () => paid],
      [
        'account for its fee',
        `platform_account = 'adjustments'`,
        `platform_account = 'collection_fee_income'`,
        () => paid,
      ],
      [
        'account of the rail',
        `platform_account = 'adjustments'`,
        `platform_account = 'rail_clearing'`,
        () => converted,
      ],
    ])('an entry with another %s', async (_, columns, where, of) => {
      const violations = await found(async (forger) => {
        const sql = `UPDATE postings SET ${columns} WHERE entry_id = $1 AND ${where}`;
        await forger.sql(sql, await forger.entry(`collection:${of().order}`));
        await forger.rechain();
      });
      expect(violations).toEqual([`entry_has_the_figures_of_its_payment ${of().payment}`]);
    });
  });

  describe('books:verify sees the day of a wallet:', () => {
    const violation = async () => {
      const sql = 'SELECT max(day)::text AS day FROM wallet_days WHERE wallet_id = $1';
      const [row] = await system.query<{ day: string }>(sql, [merchant.wallet.id]);
      return `days_match_postings ${merchant.wallet.id} ${row!.day}`;
    };

    it.each(['total_in', 'total_out', 'balance'])('one that began with another %s', async (column) => {
      const change = `UPDATE wallet_days SET ${column} = ${column} + 1 WHERE wallet_id = $1`;
      expect(await found((forger) => forger.sql(change, merchant.wallet.id))).toEqual([await violation()]);
    });

    it('one that is missing', async () => {
      const remove = 'DELETE FROM wallet_days WHERE wallet_id = $1';
      expect(await found((forger) => forger.sql(remove, merchant.wallet.id))).toEqual([await violation()]);
    });
  });

  describe('books:verify sees a link whose status contradicts its payment:', () => {
    it.each(['active', 'processing', 'in_transit', 'expired'])('%s, with a credited payment', async (status) => {
      const violations = await found((forger) =>
        forger.sql('UPDATE payment_links SET status = $2 WHERE id = $1', paid.link, status),
      );
      expect(violations).toEqual([`unpaid_link_credits_nothing ${paid.link}`]);
    });

    it.each(['completed', 'returned'])('%s, without a payment', async (status) => {
      const violations = await found((forger) =>
        forger.sql('UPDATE payment_links SET status = $2, current_uses = 1 WHERE id = $1', unpaid, status),
      );
      expect(violations).toEqual([`paid_link_has_one_payment ${unpaid}`]);
    });

    it('completed, with a returned payment', async () => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE payment_links SET status = 'completed' WHERE id = $1`, returned.link),
      );
      expect(violations).toEqual([`returned_link_has_a_returned_payment ${returned.link}`]);
    });

    it('completed, with a payment that is in process', async () => {
      const violations = await found((forger) =>
        forger.sql(`UPDATE received_payments SET status = 'in_process' WHERE id = $1`, paid.payment),
      );
      expect(violations).toContain(`paid_link_has_one_payment ${paid.link}`);
    });
  });

  describe('books:verify sees an order whose status contradicts its payment:', () => {
    const moved = (order: string, status: string) =>
      found((forger) => forger.sql('UPDATE checkout_orders SET status = $2 WHERE id = $1', order, status));

    it.each(['open', 'confirmed', 'lapsed', 'superseded', 'refused', 'returned'])(
      '%s, with a credited payment',
      async (status) => {
        expect(await moved(paid.order, status)).toEqual([`order_status_follows_its_payment ${paid.order}`]);
      },
    );

    it.each(['paid', 'lapsed'])('%s, with a returned payment', async (status) => {
      expect(await moved(returned.order, status)).toEqual([`order_status_follows_its_payment ${returned.order}`]);
    });

    it.each(['paid', 'returned'])('%s, without a payment', async (status) => {
      const [order] = await system.query<{ id: string }>(
        'SELECT order_id AS id FROM payment_exceptions WHERE id = $1',
        [exceptions.open],
      );
      expect(await moved(order!.id, status)).toEqual([`order_status_follows_its_payment ${order!.id}`]);
    });
  });
});
