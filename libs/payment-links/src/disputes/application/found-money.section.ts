import { Money, newId } from '@app/kernel';
import { FactInbox } from '@app/rails';
import { NamesOfPayments1790000000064 } from '../../../../../migrations/0064-names-of-payments';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { CreditRequest } from '../../exceptions/application/credit-terms';
import { PaymentExceptions } from '../../exceptions/application/payment-exceptions';
import { toCollectionFact } from '../../settlement/application/payment-facts';
import { toReversalFact, type ReversalFactType } from './reversal-facts';

const REASON = 'Payer agrees, case 118';
const ars = (amount: string) => Money.of(amount, 'ARS');

describe('money that providers take back, credited by the service or by staff', () => {
  let system: CollectionSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    merchant = await system.merchant({ usd: true });
  });
  afterEach(() => system.expectBooksBalanced());

  /** The rail has received a payment that has a name of its own; returns that name. */
  async function paid(reference: string, amount: Money, name = `pay_${newId()}`): Promise<string> {
    const about = { provider: 'sandbox', reference, paid: amount, payer: null, paymentReference: name } as const;
    const fact = toCollectionFact({ ...about, id: `${name}:received`, type: 'payment.received' });
    await system
      .get(FactInbox)
      .take({ fact, body: '{}' })
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'CHECKOUT_ORDER_NOT_FOUND' }));
    return name;
  }

  /** The provider takes the payment of that name back, or reports what became of that. */
  function takenBack(reference: string, type: ReversalFactType, amount: Money, name = `rev_${reference}`) {
    const about = { provider: 'sandbox', id: newId(), type, reference, amount, reason: null };
    return system.get(FactInbox).take({ fact: toReversalFact({ ...about, providerReference: name }), body: '{}' });
  }

  async function anOrder(): Promise<CheckoutOrder> {
    return system.choose(await system.link(merchant));
  }

  const actor = { type: 'staff', name: 'ana' } as const;
  const staff = () => system.get(PaymentExceptions);
  const exceptionOf = async (name: string) => {
    const sql = `SELECT id, status, amount, currency, payment_reference FROM payment_exceptions WHERE notification_id = $1`;
    const [row] = await system.query<{ id: string; status: string; amount: string }>(sql, [`${name}:received`]);
    return row!;
  };
  const credit = async (name: string, request: Partial<CreditRequest> = {}) =>
    staff().credit((await exceptionOf(name)).id, { reason: REASON, withoutFees: true, ...request }, actor);
  const balances = async () => [await system.balance(merchant), await system.balance(merchant, merchant.usdWallet)];
  const paymentsOf = async ({ id }: CheckoutOrder) =>
    (
      await system.query<{ status: string }>(
        `SELECT status FROM received_payments WHERE order_id = $1 ORDER BY exception_id NULLS FIRST`,
        [id],
      )
    ).map(({ status }) => status);
  const outcome = async () => {
    const sql = `SELECT outcome FROM provider_notifications WHERE kind = 'reversal' ORDER BY received_at DESC, notification_id DESC LIMIT 1`;
    return (await system.query<{ outcome: string | null }>(sql))[0]!.outcome;
  };
  const casesAbout = async (id: string) =>
    (
      await system.query<{ kind: string; amount: string | null }>(
        `SELECT kind, amount FROM cases WHERE subject_id = $1 AND status = 'open' ORDER BY opened_at, id`,
        [id],
      )
    ).map(({ kind, amount }) => `${kind} ${amount}`);

  describe('a dispute is found', () => {
    it('by the payment that staff credited to its link, into another wallet (rule 17.23)', async () => {
      const order = await anOrder();
      const name = await paid(order.providerReference, ars('14000'));
      await credit(name, { walletId: merchant.usdWallet!.id });
      expect(await balances()).toEqual(['0.00', '14.00']);
      await takenBack(name, 'dispute.opened', ars('14000'));

      expect([await balances(), await paymentsOf(order)]).toEqual([['0.00', '0.00'], ['disputed']]);
    });

    it('by a second payment of the order, which takes that one (rule 6.20)', async () => {
      const order = await anOrder();
      await paid(order.providerReference, ars('15000'));
      const second = await paid(order.providerReference, ars('15000.50'));
      expect(await exceptionOf(second)).toMatchObject({
        status: 'open',
        amount: '15000.50',
        payment_reference: second,
      });
      await credit(second);
      expect((await balances())[0]).toBe('29265.50');
      await takenBack(second, 'dispute.opened', ars('15000.50'));

      expect([(await balances())[0], await paymentsOf(order)]).toEqual(['14265.00', ['credited', 'disputed']]);
    });

    it('by the order whose only payment staff credited in addition to the link’s own', async () => {
      const link = await system.link(merchant);
      const late = await system.choose(link);
      await system.pay(await system.choose(link, 'ars_qr'));
      const name = await paid(late.providerReference, ars('15000'));
      await credit(name);
      await takenBack(late.providerReference, 'dispute.opened', ars('15000'));

      expect([(await balances())[0], await paymentsOf(late)]).toEqual(['14265.00', ['disputed']]);
    });

    it('by the deposit that staff made of an unknown order’s payment (rule 17.24)', async () => {
      const name = await paid(`sbx_${newId()}`, ars('15000'));
      await credit(name, { walletId: merchant.wallet.id });
      await takenBack(name, 'dispute.opened', ars('15000'));
      await takenBack(name, 'dispute.opened', ars('15000'));

      expect([(await balances())[0], (await exceptionOf(name)).status]).toEqual(['0.00', 'returned']);
      await takenBack(name, 'dispute.won', ars('15000'));
      expect([await outcome(), await casesAbout((await exceptionOf(name)).id)]).toEqual([
        'exception:money_back',
        ['dispute_decided 15000.00'],
      ]);
      const accounts = await system.query<{ account_id: string }>(
        `SELECT account_id FROM cases WHERE subject_id = $1`,
        [(await exceptionOf(name)).id],
      );
      expect(accounts).toEqual([{ account_id: merchant.account.id }]);
    });

    it('by the money that still waits, which goes back; the rest of a larger one is a case (rule 17.24)', async () => {
      const order = await anOrder();
      const name = await paid(order.providerReference, ars('14000'));
      await takenBack(name, 'dispute.opened', ars('14000.01'));

      const exception = await exceptionOf(name);
      expect([await outcome(), exception.status]).toEqual(['exception_returned', 'returned']);
      expect(await casesAbout(exception.id)).toEqual(['dispute_difference 0.01']);
    });

    it('by a part of money that waits, and is a case: the money goes on waiting (rule 17.24)', async () => {
      const name = await paid((await anOrder()).providerReference, ars('14000'));
      await takenBack(name, 'dispute.opened', ars('4000'));

      const exception = await exceptionOf(name);
      expect([exception.status, await casesAbout(exception.id)]).toEqual(['open', ['dispute_difference 4000.00']]);
    });

    it('by a part of money that waits, and is one case when it is lost later (rule 17.24)', async () => {
      const name = await paid((await anOrder()).providerReference, ars('14000'));
      await takenBack(name, 'dispute.opened', ars('4000'));
      await takenBack(name, 'dispute.lost', ars('4000'));

      expect(await casesAbout((await exceptionOf(name)).id)).toEqual(['dispute_difference 4000.00']);
    });
  });

  describe('money that waits and that staff refund at the provider', () => {
    it.each(['staff', 'provider'])('is closed once, when the %s say so first (rule 17.24)', async (first) => {
      const name = await paid((await anOrder()).providerReference, ars('14000'));
      const { id } = await exceptionOf(name);
      const byStaff = () => staff().refund(id, REASON, actor);
      const byProvider = () => takenBack(name, 'refund.made', ars('14000'));
      if (first === 'staff') {
        await byStaff();
        await byProvider();
      } else {
        await byProvider();
        await expect(byStaff()).rejects.toMatchObject({ code: 'PAYMENT_EXCEPTION_RESOLVED' });
      }
      expect([(await exceptionOf(name)).status, await casesAbout(id)]).toEqual(['refunded', []]);
      await byProvider();
      expect([await outcome(), await casesAbout(id)]).toEqual(['known', []]);
    });

    it('twice, or is taken by a dispute too, is a case', async () => {
      const name = await paid((await anOrder()).providerReference, ars('14000'));
      const { id } = await exceptionOf(name);
      await takenBack(name, 'refund.made', ars('14000'));
      await takenBack(name, 'refund.made', ars('14000'), 'another refund');
      await takenBack(name, 'dispute.opened', ars('14000'), 'a dispute');

      expect(await casesAbout(id)).toEqual(['dispute_difference 14000.00', 'dispute_difference 14000.00']);
      await takenBack(name, 'refund.failed', ars('14000'));
      expect((await casesAbout(id)).at(-1)).toBe('refund_reversed 14000.00');
    });

    it('and whose refund fails is a case, also where that report comes first (rule 17.12)', async () => {
      const name = await paid((await anOrder()).providerReference, ars('14000'));
      await takenBack(name, 'refund.failed', ars('14000'));
      expect(await outcome()).toBeNull();
      await takenBack(name, 'refund.made', ars('14000'));

      const { id, status } = await exceptionOf(name);
      expect([status, await casesAbout(id)]).toEqual(['refunded', ['refund_reversed 14000.00']]);
    });

    it('and that the wallet of an unknown order’s payment paid is a case when it fails (rule 17.12)', async () => {
      const name = await paid(`sbx_${newId()}`, ars('15000'));
      await credit(name, { walletId: merchant.wallet.id });
      await takenBack(name, 'refund.made', ars('15000'));
      await takenBack(name, 'refund.failed', ars('15000'));

      const { id, status } = await exceptionOf(name);
      expect([(await balances())[0], status]).toEqual(['0.00', 'returned']);
      expect(await casesAbout(id)).toEqual(['refund_reversed 15000.00']);
    });

    it('is not, when staff credited it before: the wallet pays the refund', async () => {
      const order = await anOrder();
      const name = await paid(order.providerReference, ars('14000'));
      await credit(name);
      await takenBack(name, 'refund.made', ars('14000'));

      expect([(await balances())[0], await paymentsOf(order)]).toEqual(['0.00', ['refunded']]);
    });
  });

  it('a dispute that names only the order takes one payment, also when it is lost later (rule 17.23)', async () => {
    const order = await anOrder();
    const names = [
      await paid(order.providerReference, ars('14000')),
      await paid(order.providerReference, ars('14000')),
    ];
    await takenBack(order.providerReference, 'dispute.opened', ars('14000'));
    await takenBack(order.providerReference, 'dispute.lost', ars('14000'));

    const statuses = (await Promise.all(names.map(exceptionOf))).map(({ status }) => status);
    expect(statuses.sort()).toEqual(['open', 'returned']);
  });

  it('what a dispute took of money that waits is no case any more once it is lost and staff have credited the money (rule 17.24)', async () => {
    const name = await paid((await anOrder()).providerReference, ars('14000'));
    await takenBack(name, 'dispute.opened', ars('2000'));
    const { id } = await exceptionOf(name);
    expect(await casesAbout(id)).toEqual(['dispute_difference 2000.00']);
    await credit(name);
    await takenBack(name, 'dispute.lost', ars('2000'));

    expect([await casesAbout(id), (await balances())[0]]).toEqual([[], '12000.00']);
  });

  it.each(['refund.made then refund.failed', 'dispute.opened then dispute.won'] as const)(
    'a part of money that waits is no case any more when it is back: %s (rule 19.5)',
    async (types) => {
      const [taken, back] = types.split(' then ') as [ReversalFactType, ReversalFactType];
      const name = await paid((await anOrder()).providerReference, ars('14000'));
      const { id } = await exceptionOf(name);
      await takenBack(name, taken, ars('2000'));
      expect(await casesAbout(id)).toEqual(['dispute_difference 2000.00']);
      await takenBack(name, back, ars('2000'));

      expect([await casesAbout(id), await outcome()]).toEqual([[], 'given_back']);
    },
  );

  it('a payment that its provider reports under two ids is credited once (rule 6.21)', async () => {
    const order = await anOrder();
    const name = await paid(order.providerReference, ars('15000'));
    const about = { provider: 'sandbox', reference: order.providerReference, paid: ars('15000'), payer: null } as const;
    const again = toCollectionFact({ ...about, id: `${name}:again`, type: 'payment.received', paymentReference: name });
    await system.get(FactInbox).take({ fact: again, body: '{}' });
    const exceptions = await system.query('SELECT id FROM payment_exceptions WHERE order_id = $1', [order.id]);
    expect([exceptions, await paymentsOf(order)]).toEqual([[], ['credited']]);
  });

  it('a return that names a second payment takes that one (rule 17.23)', async () => {
    const { order } = await system.debit(merchant);
    const settled = system.debitFact(order, 'debit.settled');
    await system.notify(settled);
    const second = await paid(order.providerReference, Money.of('50', 'USD'));
    const about = { provider: 'sandbox', reference: order.providerReference, paid: null, payer: null } as const;
    const fact = toCollectionFact({ ...about, id: newId(), type: 'debit.returned', paymentReference: second });
    await system.get(FactInbox).take({ fact, body: '{}' });

    expect([await paymentsOf(order), (await exceptionOf(second)).status]).toEqual([['credited'], 'returned']);
  });

  it('a return of less than waits goes back, and the rest is a case (rule 17.22)', async () => {
    const { order } = await system.debit(merchant);
    await system.notify({ ...system.debitFact(order, 'debit.settled'), amount: '40.00' });
    await system.notify({ ...system.debitFact(order, 'debit.returned'), amount: '30.00', currency: 'USD' });

    const sql = 'SELECT id, status FROM payment_exceptions WHERE order_id = $1';
    const [exception] = await system.query<{ id: string; status: string }>(sql, [order.id]);
    expect([exception!.status, await casesAbout(exception!.id)]).toEqual(['returned', ['short_return 10.00']]);
  });

  it('a return of less than staff credited of an unknown order is left to them (rule 17.22)', async () => {
    const reference = `sbx_${newId()}`;
    const name = await paid(reference, ars('15000'));
    await credit(name, { walletId: merchant.wallet.id });
    await system.notify({ id: newId(), type: 'debit.returned', reference, amount: '5000.00', currency: 'ARS' });

    const { id, status } = await exceptionOf(name);
    expect([(await balances())[0], status, await casesAbout(id)]).toEqual([
      '15000.00',
      'credited',
      ['short_return 5000.00'],
    ]);
  });

  it('a return of what staff had refunded before is a case (rule 17.22)', async () => {
    const { order } = await system.debit(merchant);
    await system.notify({ ...system.debitFact(order, 'debit.settled'), amount: '40.00' });
    const sql = 'SELECT id, status FROM payment_exceptions WHERE order_id = $1';
    const [exception] = await system.query<{ id: string }>(sql, [order.id]);
    await staff().refund(exception!.id, REASON, actor);
    await system.notify({ ...system.debitFact(order, 'debit.returned'), amount: '40.00', currency: 'USD' });

    expect(await system.query(sql, [order.id])).toEqual([{ id: exception!.id, status: 'refunded' }]);
    expect(await casesAbout(order.id)).toEqual(['dispute_difference 40.00']);
  });

  it('a return of what staff had refunded before of an unknown order is a case (rule 17.22)', async () => {
    const reference = `sbx_${newId()}`;
    const { id } = await exceptionOf(await paid(reference, ars('15000')));
    await staff().refund(id, REASON, actor);
    await system.notify({ id: newId(), type: 'debit.returned', reference, amount: '15000.00', currency: 'ARS' });

    expect(await casesAbout(id)).toEqual(['dispute_difference 15000.00']);
  });

  it('the migration names what earlier versions recorded (rule 17.23)', async () => {
    const order = await anOrder();
    const [own, second] = [
      await paid(order.providerReference, ars('14000')),
      await paid(order.providerReference, ars('13000')),
    ];
    await credit(own);
    await credit(second);
    await system.query(`UPDATE received_payments SET payment_reference = NULL WHERE order_id = $1`, [order.id]);
    await system.query(`UPDATE payment_exceptions SET payment_reference = NULL WHERE order_id = $1`, [order.id]);
    const query = (sql: string, parameters?: unknown[]) => system.query(sql, parameters);
    await new NamesOfPayments1790000000064().up({ query } as never);

    const names = await system.query<{ name: string }>(
      `SELECT payment_reference AS name FROM received_payments WHERE order_id = $1 ORDER BY exception_id NULLS FIRST`,
      [order.id],
    );
    expect(names.map(({ name }) => name)).toEqual([own, second]);
    await takenBack(second, 'dispute.opened', ars('13000'));
    expect(await paymentsOf(order)).toEqual(['credited', 'disputed']);
  });
});
