import { AuditLog } from '@app/accounts';
import { DomainError, newId } from '@app/kernel';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { until } from '../../../../../test/support/conditions';
import { RowLock } from '../../../../../test/support/row-lock';
import { PaymentLinks } from '../../links/application/payment-links';
import type { CreditRequest } from './credit-terms';
import { PaymentExceptions } from './payment-exceptions';

const REASON = 'Confirmed with the payer by telephone';

const STAFF = { type: 'staff', name: 'ana' } as const;

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof DomainError) return error.code;
      throw error;
    },
  );

describe('payment exceptions on PostgreSQL', () => {
  let system: CollectionSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    merchant = await system.merchant({ usd: true });
  });
  afterEach(() => system.expectBooksBalanced());

  const staff = () => {
    const exceptions = system.get(PaymentExceptions);
    return {
      credit: (id: string, request: CreditRequest) => exceptions.credit(id, request, STAFF),
      refund: (id: string, reason: string) => exceptions.refund(id, reason, STAFF),
    };
  };

  const statusOf = async (id: string) =>
    (await system.query<{ status: string }>('SELECT status FROM payment_exceptions WHERE id = $1', [id]))[0]?.status;

  const exceptionAbout = async (reference: string) => {
    const [row] = await system.query<{ id: string }>('SELECT id FROM payment_exceptions WHERE reference = $1', [
      reference,
    ]);
    return row!.id;
  };

  const paymentsOf = (linkId: string) =>
    system.query<{ status: string; own: boolean; credited_amount: string }>(
      `SELECT status, exception_id IS NULL AS own, credited_amount FROM received_payments WHERE payment_link_id = $1
      ORDER BY exception_id NULLS FIRST`,
      [linkId],
    );

  /** A payment of 14000 ARS for a link over 15000. */
  async function mismatched() {
    const link = await system.link(merchant);
    const order = await system.choose(link);
    await system.pay(order, { amount: '14000.00' });
    return { link, order, id: await exceptionAbout(order.providerReference) };
  }

  /** A payment for an unknown order. */
  async function unknown(reference = `sbx_${newId()}`) {
    const reported = { id: `${reference}:paid`, type: 'payment.received' as const, reference };
    await codeOf(system.notify({ ...reported, amount: '15000.00', currency: 'ARS' }));
    return exceptionAbout(reference);
  }

  describe('crediting', () => {
    it('completes a link that can be paid', async () => {
      const { link, id } = await mismatched();
      await staff().credit(id, { reason: REASON });
      expect(await system.get(PaymentLinks).read(link.id, { userId: merchant.by.userId })).toMatchObject({
        status: 'completed',
        currentUses: 1,
      });
      expect(await paymentsOf(link.id)).toEqual([{ status: 'credited', own: true, credited_amount: '13294.00' }]);
      expect([await system.balance(merchant), await statusOf(id)]).toEqual(['13294.00', 'credited']);
    });

    it('records a second payment of a link that already has one', async () => {
      const link = await system.link(merchant);
      const order = await system.choose(link);
      await system.pay(order);
      await system.pay(order, { id: `${order.providerReference}:again` });
      await staff().credit(await exceptionAbout(order.providerReference), { reason: REASON, withoutFees: true });
      expect(await paymentsOf(link.id)).toEqual([
        { status: 'credited', own: true, credited_amount: '14265.00' },
        { status: 'credited', own: false, credited_amount: '15000.00' },
      ]);
      expect(await system.balance(merchant)).toBe('29265.00');
    });

    it('of a link that is cancelled converts into another wallet of the account', async () => {
      const link = await system.link(merchant);
      const order = await system.choose(link);
      await system.get(PaymentLinks).cancel(link.id, { userId: merchant.by.userId });
      await system.pay(order);
      const id = await exceptionAbout(order.providerReference);
      await staff().credit(id, { reason: REASON, walletId: merchant.usdWallet!.id, withoutFees: true });
      expect([await system.balance(merchant), await system.balance(merchant, merchant.usdWallet)]).toEqual([
        '0.00',
        '15.00',
      ]);
    });

    it('of a link that can be paid completes it, also when the money goes into another wallet', async () => {
      const { link, id } = await mismatched();
      await staff().credit(id, { reason: REASON, walletId: merchant.usdWallet!.id });
      expect(await paymentsOf(link.id)).toEqual([{ status: 'credited', own: true, credited_amount: '13.15' }]);
      expect([await system.balance(merchant), await system.balance(merchant, merchant.usdWallet)]).toEqual([
        '0.00',
        '13.15',
      ]);
    });

    it('of a debit that settled with another amount credits that, in the record begun with its confirmation', async () => {
      const { link, order } = await system.debit(merchant);
      await system.notify({ ...system.debitFact(order, 'debit.settled'), amount: '40.00' });
      await staff().credit(await exceptionAbout(order.providerReference), { reason: REASON });
      expect(await paymentsOf(link.id)).toEqual([{ status: 'credited', own: true, credited_amount: '39.60' }]);
      await system.notify(system.debitFact(order, 'debit.returned'));
      expect(await paymentsOf(link.id)).toEqual([{ status: 'returned', own: true, credited_amount: '39.60' }]);
      expect(await system.balance(merchant, merchant.usdWallet)).toBe('0.00');
    });

    it('of an unknown order goes to the wallet that staff name', async () => {
      const id = await unknown();
      await staff().credit(id, { reason: REASON, walletId: merchant.wallet.id });
      expect([await system.balance(merchant), await statusOf(id)]).toEqual(['14265.00', 'credited']);
    });
  });

  describe('refunding', () => {
    it('a debit that settled with another amount lets the link be paid again', async () => {
      const { link, order } = await system.debit(merchant);
      await system.notify({ ...system.debitFact(order, 'debit.settled'), amount: '40.00' });
      await staff().refund(await exceptionAbout(order.providerReference), REASON);
      expect(await paymentsOf(link.id)).toEqual([]);
      expect(await system.get(PaymentLinks).read(link.id, { userId: merchant.by.userId })).toMatchObject({
        status: 'active',
        currentUses: 0,
      });
    });
  });

  describe('two members of staff at the same moment', () => {
    it.each(['known', 'unknown'] as const)('credit money of an order that is %s once', async (what) => {
      const id = what === 'known' ? (await mismatched()).id : await unknown();
      const request = { reason: REASON, walletId: merchant.wallet.id };
      const codes = await Promise.all([1, 2, 3, 4].map(() => codeOf(staff().credit(id, request))));
      expect(codes.sort()).toEqual([...Array.from({ length: 3 }, () => 'PAYMENT_EXCEPTION_RESOLVED'), 'done']);
      expect(await system.balance(merchant)).toBe(what === 'known' ? '13294.00' : '14265.00');
    });

    it('either credit or refund', async () => {
      const { link, id } = await mismatched();
      const [credited, refunded] = await Promise.all([
        codeOf(staff().credit(id, { reason: REASON })),
        codeOf(staff().refund(id, REASON)),
      ]);
      expect([credited, refunded].sort()).toEqual(['PAYMENT_EXCEPTION_RESOLVED', 'done']);
      expect((await paymentsOf(link.id)).length).toBe(credited === 'done' ? 1 : 0);
      expect(await statusOf(id)).toBe(credited === 'done' ? 'credited' : 'refunded');
    });
  });

  describe('the staff and the rail at the same moment', () => {
    it('credit a link’s own payment once, and an additional payment separately', async () => {
      const { link, order, id } = await mismatched();
      await Promise.all([
        staff().credit(id, { reason: REASON }),
        system.pay(order, { id: `${order.providerReference}:right` }),
      ]);
      const payments = await paymentsOf(link.id);
      const rest = await system.query<{ status: string }>(
        'SELECT status FROM payment_exceptions WHERE payment_link_id = $1 ORDER BY created_at',
        [link.id],
      );
      // The second one found the link completed.
      const ends = `${payments.map(({ own }) => (own ? 'own' : 'beyond')).join()}: ${rest.map(({ status }) => status).join()}`;
      expect(['own: credited,open', 'own,beyond: credited']).toContain(ends);
    });

    it('leave the wallet and the books as they were when one credits what the other takes back', async () => {
      const references = Array.from({ length: 8 }, () => `sbx_${newId()}`);
      for (const reference of references) {
        const id = await unknown(reference);
        const back = { id: `${reference}:back`, type: 'debit.returned' as const, reference };
        const [credited] = await Promise.all([
          codeOf(staff().credit(id, { reason: REASON, walletId: merchant.wallet.id })),
          codeOf(system.notify(back)),
          codeOf(system.notify(back)),
        ]);
        expect(['done', 'PAYMENT_EXCEPTION_RESOLVED']).toContain(credited);
        expect([await statusOf(id), await system.balance(merchant)]).toEqual(['returned', '0.00']);
      }
      const unsettled = `SELECT FROM provider_notifications WHERE status = 'received' AND reference = ANY($1)`;
      expect(await system.query(unsettled, [references])).toEqual([]);
    });

    /** Money of an order that did not exist when the rail reported it, and exists now. */
    async function turnedUp() {
      const link = await system.link(merchant);
      const order = await system.choose(link);
      const { providerReference: late } = order;
      await system.query(`UPDATE checkout_orders SET provider_reference = 'late' WHERE id = $1`, [order.id]);
      const id = await unknown(late);
      await system.query('UPDATE checkout_orders SET provider_reference = $2 WHERE id = $1', [order.id, late]);
      return { link, id, late, repeat: () => system.pay(order, { id: `${late}:paid` }) };
    }

    it('do not both decide about the money of an order that appears later: staff get an error', async () => {
      const { id, repeat } = await turnedUp();
      const lock = await RowLock.hold(system.databaseUrl, 'SELECT 1 FROM payment_exceptions WHERE id = $1', [id]);
      const settling = repeat();
      await untilWaiting(1);
      const refunding = codeOf(staff().refund(id, REASON));
      await untilWaiting(2);
      await lock.release();
      await settling;
      await expect(refunding).resolves.toBe('PAYMENT_EXCEPTION_RESOLVED');
      expect([await statusOf(id), await system.balance(merchant)]).toEqual(['matched', '14265.00']);
    });

    it('do not both decide about it: a settlement that comes second sees the decision of staff', async () => {
      const { link, id, late, repeat } = await turnedUp();
      let settling: Promise<void> | undefined;
      jest.spyOn(system.get(AuditLog), 'record').mockImplementationOnce(async () => {
        // The settlement reads the exception as open, and waits for this transaction before it can resolve it.
        settling = repeat();
        await untilWaiting(1);
      });
      await staff().refund(id, REASON);
      await settling;
      expect([await statusOf(id), await system.balance(merchant)]).toEqual(['refunded', '0.00']);
      expect(await system.get(PaymentLinks).read(link.id, { userId: merchant.by.userId })).toMatchObject({
        status: 'active',
      });
      const sql = 'SELECT status, outcome FROM provider_notifications WHERE reference = $1';
      expect(await system.query(sql, [late])).toEqual([{ status: 'settled', outcome: 'ignored' }]);
    });

    const untilWaiting = (count: number) =>
      until(`${count} wait for a lock`, async () => {
        const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await system.query(sql)).length === count;
      });
  });
});
