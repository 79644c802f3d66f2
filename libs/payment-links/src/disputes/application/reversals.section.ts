import { Money, newId, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { FactInbox } from '@app/rails';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { foundAfter } from '../../../../../test/support/planted-corruption';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { toRefundFact } from '../../refunds/application/refund-facts';
import { Refunds } from '../../refunds/application/refunds';
import { Disputes } from './disputes';
import { toReversalFact, type ReversalFactType } from './reversal-facts';

interface Paid {
  readonly id: string;
  readonly order: CheckoutOrder;
}

const ars = (amount: string) => Money.of(amount, 'ARS');

describe('what a provider takes back', () => {
  let system: CollectionSystem;
  let merchant: Merchant;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    merchant = await system.merchant();
  });
  afterEach(() => system.expectBooksBalanced());

  /** A credited payment of 15000 ARS, less a fee of 735; or of the link that is named. */
  async function aPayment(
    fields: Parameters<CollectionSystem['link']>[1] = {},
    method = 'ars_transfer',
  ): Promise<Paid> {
    const link = await system.link(merchant, fields);
    const order = await system.choose(link, method, { email: 'ana@example.com' });
    await system.pay(order);
    return { id: await system.paymentOf(link), order };
  }

  /** The provider reports something about the payment; facts with one name are about one refund or dispute. */
  function reported(
    { order }: Paid,
    type: ReversalFactType,
    {
      name = 'd1',
      amount = order.terms.payerAmount,
      reference = order.providerReference,
      provider = order.provider,
    } = {},
  ): Promise<unknown> {
    const fact = toReversalFact({
      provider,
      id: newId(),
      type,
      reference,
      providerReference: `${order.id} ${name}`,
      amount,
      reason: 'fraudulent',
    });
    return system.get(FactInbox).take({ fact, body: '{}', requestId: 'request-1' });
  }

  const balance = async () =>
    (await system.get(LedgerService).findWallet(merchant.wallet.id))!.balances.balance.toFixed();
  const statusOf = async ({ id }: Paid) => {
    const sql = 'SELECT status, refunded_amount, disputed_amount FROM received_payments WHERE id = $1';
    const [row] = await system.query<{ status: string; refunded_amount: string; disputed_amount: string }>(sql, [id]);
    return [row!.status, row!.refunded_amount, row!.disputed_amount];
  };
  /** Cases about the payment: kind, status, amount, currency, and what was expected. */
  const cases = async ({ id }: Paid) => {
    const sql = `SELECT kind, status, amount, currency, expected
      FROM cases WHERE received_payment_id = $1 ORDER BY opened_at, id`;
    return (await system.query<Record<string, string>>(sql, [id])).map((row) => Object.values(row));
  };
  const disputes = async () => (await system.get(Disputes).list(merchant.account.id, { limit: 10 })).items;
  const labels = async () => {
    const rows = await system.query<{ movement_type: string; amount: string }>(
      'SELECT movement_type, amount FROM postings WHERE wallet_id = $1 ORDER BY wallet_version DESC',
      [merchant.wallet.id],
    );
    return rows.map(({ movement_type: type, amount }) => [type, amount]);
  };
  const eventsOf = ({ order }: Paid) =>
    system.query<{ type: string; data: Record<string, unknown>; request_id: string | null }>(
      `SELECT type, request_id, body::json -> 'data' AS data FROM webhook_events
      WHERE body::json -> 'data' ->> 'payment_link_id' = $1 ORDER BY created_at, id`,
      [order.linkId],
    );
  const outcomes = async () =>
    (
      await system.query<{ outcome: string | null }>(
        `SELECT outcome FROM provider_notifications WHERE kind = 'reversal' ORDER BY received_at DESC, notification_id DESC LIMIT 1`,
      )
    ).map(({ outcome }) => outcome);
  const mails = async (key: string) =>
    (
      await system.query<{ dedupe_key: string }>(
        `SELECT dedupe_key FROM mail_messages WHERE dedupe_key LIKE 'reversal:%' || $1 || '%' AND account_id = $2`,
        [key, merchant.account.id],
      )
    ).length;

  describe('a dispute', () => {
    it('takes the payment from the wallet, which may owe money then (rule 17.7)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened');

      expect([await balance(), await statusOf(paid)]).toEqual(['-735.00', ['disputed', '0.00', '15000.00']]);
      expect((await labels())[0]).toEqual(['return', '-15000.00']);
      expect(await disputes()).toMatchObject([{ status: 'open', reason: 'fraudulent', paymentId: paid.id }]);
    });

    it('names the request of the provider’s notification in its event (rule 13.20)', async () => {
      const paid = await aPayment({ webhookUrl: 'https://shop.example/hook' });
      await reported(paid, 'dispute.opened');
      const event = (await eventsOf(paid)).find(({ type }) => type === 'payment.returned');
      expect(event?.request_id).toBe('request-1');
    });

    it('that is won brings the same amount back, and the payment is what it was (rule 17.8)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened');
      await reported(paid, 'dispute.won');

      expect([await balance(), await statusOf(paid)]).toEqual(['14265.00', ['credited', '0.00', '0.00']]);
      expect((await labels())[0]).toEqual(['payment', '15000.00']);
      expect(await disputes()).toMatchObject([{ status: 'won' }]);
    });

    it('that is lost moves nothing more', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened');
      await reported(paid, 'dispute.lost');

      expect([await balance(), await statusOf(paid)]).toEqual(['-735.00', ['disputed', '0.00', '15000.00']]);
      expect(await disputes()).toMatchObject([{ status: 'lost' }]);
    });

    it('whose loss is the first that is known takes the money once, and can still be won', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.lost');
      await reported(paid, 'dispute.opened');
      expect(await balance()).toBe('-735.00');
      await reported(paid, 'dispute.won');

      expect([await balance(), await statusOf(paid)]).toEqual(['14265.00', ['credited', '0.00', '0.00']]);
    });

    it('whose end arrives first waits for its beginning', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.won');
      expect([await balance(), await disputes()]).toEqual(['14265.00', []]);
      await reported(paid, 'dispute.opened');

      expect([await balance(), await statusOf(paid)]).toEqual(['14265.00', ['credited', '0.00', '0.00']]);
      expect(await disputes()).toMatchObject([{ status: 'won' }]);
    });

    it('that is reported many times at the same moment takes the money once', async () => {
      const paid = await aPayment();
      await Promise.all(Array.from({ length: 12 }, () => reported(paid, 'dispute.opened')));

      expect([await balance(), (await disputes()).length]).toEqual(['-735.00', 1]);
    });

    it('of a converted payment takes its own rate, rounded up', async () => {
      const paid = await aPayment({ currency: 'BRL', amount: '500', amountType: 'charge' }, 'brl_pix');
      await reported(paid, 'dispute.opened', { amount: Money.of('100', 'BRL') });

      expect([await balance(), await statusOf(paid)]).toEqual(['75800.00', ['disputed', '0.00', '100.00']]);
    });

    it('makes the payment not refundable (rule 17.4)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { amount: ars('100') });
      const refunding = system
        .get(Refunds)
        .request(system.refunder(merchant), paid.id, { amount: WrittenAmount.of('10'), reason: null });

      await expect(refunding).rejects.toMatchObject({
        code: 'REFUND_NOT_POSSIBLE',
        details: { meta: { reason: 'disputed' } },
      });
    });

    it('that leaves nothing for an open refund has precedence: one that is paid all the same is a case (rule 19.6)', async () => {
      await aPayment();
      const paid = await aPayment();
      const refund = await system
        .get(Refunds)
        .request(system.refunder(merchant), paid.id, { amount: WrittenAmount.of('10000'), reason: null });
      await reported(paid, 'dispute.opened');
      const about = { provider: 'sandbox', id: newId(), reference: refund.id, providerReference: null, reason: null };
      const fact = toRefundFact({ ...about, type: 'refund.completed', amount: refund.amount });
      await system.get(FactInbox).take({ fact, body: '{}' });

      expect(await statusOf(paid)).toEqual(['disputed', '0.00', '15000.00']);
      expect(await cases(paid)).toEqual([['contradiction', 'open', '10000.00', 'ARS', '10000.00']]);
      expect(await balance()).toBe('13530.00');
    });

    it('is reported by payment.returned, with the link completed (rule 17.9)', async () => {
      const paid = await aPayment({ webhookUrl: 'https://shop.example/hook' });
      await reported(paid, 'dispute.opened', { amount: ars('100') });
      const [dispute] = await disputes();

      expect((await eventsOf(paid)).at(-1)).toMatchObject({
        type: 'payment.returned',
        data: {
          status: 'completed',
          return: { type: 'dispute', id: dispute!.id, amount: '100.00', currency: 'ARS', wallet_amount: '100.00' },
        },
      });
    });

    it('above the payment takes the payment, and leaves the difference to staff (rule 17.19)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { amount: ars('15000.01') });

      expect([await outcomes(), await balance(), await statusOf(paid)]).toEqual([
        ['disputed'],
        '-735.00',
        ['disputed', '0.00', '15000.00'],
      ]);
      expect(await cases(paid)).toEqual([['dispute_difference', 'open', '0.01', 'ARS', '15000.00']]);
      await reported(paid, 'dispute.won', { amount: ars('15000.01') });
      expect([await balance(), await statusOf(paid)]).toEqual(['14265.00', ['credited', '0.00', '0.00']]);
      expect((await cases(paid)).map(([kind, status]) => [kind, status])).toEqual([['dispute_difference', 'closed']]);
    });

    it('in another currency takes the payment in whole, and asks for the figures (rule 17.20)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { amount: Money.of('10', 'BRL') });

      expect([await outcomes(), await balance(), await statusOf(paid)]).toEqual([
        ['disputed'],
        '-735.00',
        ['disputed', '0.00', '15000.00'],
      ]);
      expect(await cases(paid)).toEqual([['dispute_currency', 'open', '10.00', 'BRL', '15000.00']]);
    });

    it('after refunds and other disputes takes what is left, exactly, and nothing when nothing is left (rule 17.19)', async () => {
      const paid = await aPayment({ currency: 'CLP', amount: '3000', amountType: 'charge' }, 'clp_webpay');
      const clp = (amount: string) => Money.of(amount, 'CLP');
      await reported(paid, 'refund.made', { name: 'r1', amount: clp('1000') });
      await reported(paid, 'dispute.opened', { name: 'd1', amount: clp('1000') });
      await reported(paid, 'dispute.opened', { name: 'd2', amount: clp('1500') });
      await reported(paid, 'dispute.opened', { name: 'd3', amount: clp('300') });

      // 1000 CLP are worth 1052.631579 ARS each, and 3000 are worth 3157.90.
      expect((await disputes()).map(({ amount, walletAmount }) => [amount.toFixed(), walletAmount.toFixed()])).toEqual([
        ['1000', '1052.62'],
        ['1000', '1052.64'],
      ]);
      expect([await outcomes(), await statusOf(paid)]).toEqual([
        ['exception:exceeds_payment'],
        ['disputed', '1000', '2000'],
      ]);
      expect(await cases(paid)).toEqual([
        ['dispute_difference', 'open', '500', 'CLP', '1000'],
        ['dispute_difference', 'open', '300', 'CLP', '3000'],
      ]);
    });

    it('and another one of the same payment, with names of their own, take twice (rule 17.7)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { name: 'd1', amount: ars('100') });
      await reported(paid, 'dispute.opened', { name: 'd2', amount: ars('100') });

      expect([await balance(), await statusOf(paid)]).toEqual(['14065.00', ['disputed', '0.00', '200.00']]);
    });

    it('that is opened again with another amount is left to staff', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { amount: ars('100') });
      await reported(paid, 'dispute.opened', { amount: ars('120') });

      expect([await outcomes(), await balance()]).toEqual([['exception:amount_mismatch'], '14165.00']);
      expect(await cases(paid)).toEqual([['dispute_difference', 'open', '120.00', 'ARS', '100.00']]);
    });

    it.each<[string, ReversalFactType[]]>([
      ['is undecided stays open', ['dispute.opened']],
      ['was lost stays lost', ['dispute.opened', 'dispute.lost']],
    ])('with money back while it %s, and is a case (rule 17.21)', async (_what, before) => {
      const paid = await aPayment();
      for (const type of before) await reported(paid, type);
      const [{ status } = { status: '' }] = await disputes();
      await reported(paid, 'dispute.adjusted', { amount: ars('0.37') });

      expect([await outcomes(), await balance()]).toEqual([['exception:adjusted'], '-735.00']);
      expect((await disputes()).map((dispute) => dispute.status)).toEqual([status]);
      expect(await cases(paid)).toEqual([['dispute_decided', 'open', '0.37', 'ARS', '15000.00']]);
    });

    it('that is won in part brings back what came, and the rest is a case (rule 17.21)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened');
      await reported(paid, 'dispute.won', { amount: ars('5000') });

      expect([await balance(), await statusOf(paid)]).toEqual(['4265.00', ['disputed', '0.00', '10000.00']]);
      expect(await disputes()).toMatchObject([{ status: 'won' }]);
      expect(await cases(paid)).toEqual([['dispute_decided', 'open', '10000.00', 'ARS', '15000.00']]);
      await reported(paid, 'dispute.opened', { name: 'd2', amount: ars('15000') });
      expect([await balance(), await statusOf(paid)]).toEqual(['-735.00', ['disputed', '0.00', '15000.00']]);
    });

    it('above the payment that is won in part leaves the difference to staff (rule 19.5)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { amount: ars('15000.01') });
      await reported(paid, 'dispute.won', { amount: ars('5000') });

      expect((await cases(paid)).map(([kind, status]) => [kind, status])).toEqual([
        ['dispute_difference', 'open'],
        ['dispute_decided', 'open'],
      ]);
    });

    it('above the payment that brings back more than it took, and less than it was, leaves both figures to staff (rule 19.5)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened', { amount: ars('20000') });
      await reported(paid, 'dispute.won', { amount: ars('18000') });

      expect(await balance()).toBe('14265.00');
      expect((await cases(paid)).map(([kind, status, amount]) => [kind, status, amount])).toEqual([
        ['dispute_difference', 'open', '5000.00'],
        ['dispute_decided', 'open', '3000.00'],
      ]);
    });

    it('that finds nothing left is one case, also when it is lost later (rule 17.19)', async () => {
      const paid = await aPayment();
      await reported(paid, 'dispute.opened');
      await reported(paid, 'dispute.opened', { name: 'd2', amount: ars('100') });
      await reported(paid, 'dispute.lost', { name: 'd2', amount: ars('100') });

      expect(await cases(paid)).toEqual([['dispute_difference', 'open', '100.00', 'ARS', '15000.00']]);
    });

    it('of a bank debit is left to staff: the bank returns a debit', async () => {
      const { link, order } = await system.debit(await system.merchant({ usd: true }));
      const { providerReference: reference } = order;
      await system.notify({ id: newId(), type: 'debit.settled', reference, amount: '50.00', currency: 'USD' });
      await reported({ id: await system.paymentOf(link), order }, 'dispute.opened');

      expect(await outcomes()).toEqual(['exception:payment_returned']);
    });

    it('with money back of a bank debit that was returned is a case at once (rule 17.21)', async () => {
      const { link, order } = await system.debit(await system.merchant({ usd: true }));
      await system.notify(system.debitFact(order, 'debit.settled'));
      await system.notify(system.debitFact(order, 'debit.returned'));
      const paid = { id: await system.paymentOf(link), order };
      await reported(paid, 'dispute.adjusted');

      expect(await outcomes()).toEqual(['exception:adjusted']);
      expect(await cases(paid)).toEqual([['dispute_decided', 'open', '50.00', 'USD', '50.00']]);
    });

    it('of a payment that is not credited yet waits for it', async () => {
      const link = await system.link(merchant, {});
      const order = await system.choose(link, 'ars_transfer');
      await expect(reported({ id: newId(), order }, 'dispute.opened')).rejects.toMatchObject({
        code: 'CHECKOUT_ORDER_NOT_FOUND',
      });
      await system.pay(order);
      await system.query(
        `UPDATE provider_notifications SET next_attempt_at = now() WHERE kind = 'reversal' AND status = 'received'`,
      );
      await system.get(FactInbox).settleDue(10);

      expect(await disputes()).toMatchObject([{ status: 'open' }]);
    });

    it('that another provider reports is not found, and moves nothing', async () => {
      const paid = await aPayment();
      await expect(reported(paid, 'dispute.opened', { provider: 'sandbox_cards' })).rejects.toMatchObject({
        code: 'CHECKOUT_ORDER_NOT_FOUND',
      });
      expect(await balance()).toBe('14265.00');
    });
  });

  describe('a refund made at the provider', () => {
    it('is booked once, without a hold, and may leave the wallet in debt (rule 17.6)', async () => {
      const paid = await aPayment();
      await reported(paid, 'refund.made');
      await reported(paid, 'refund.made');
      const { items } = await system.get(Refunds).list(merchant.account.id, { limit: 10 });

      expect([await balance(), await statusOf(paid)]).toEqual(['-735.00', ['refunded', '15000.00', '0.00']]);
      expect(items).toMatchObject([{ origin: 'provider', status: 'completed', holdId: null, requestedBy: null }]);
      expect(await mails('refund_completed:payer')).toBe(1);
    });

    it('that the provider fails later moves nothing and is left to staff (rule 17.12)', async () => {
      const paid = await aPayment();
      await reported(paid, 'refund.made');
      await reported(paid, 'refund.failed');
      await reported(paid, 'refund.failed');

      expect([await outcomes(), await balance(), await statusOf(paid)]).toEqual([
        ['exception:refund_failed'],
        '-735.00',
        ['refunded', '15000.00', '0.00'],
      ]);
    });

    it('that failed before it was booked waits for two days for the refund, and is nothing then (rule 17.12)', async () => {
      const paid = await aPayment();
      await reported(paid, 'refund.failed');
      expect([await outcomes(), await balance()]).toEqual([[null], '14265.00']);
      const ofOrder = [paid.order.providerReference];
      await system.query(
        `UPDATE provider_notifications SET next_attempt_at = now(), received_at = received_at - interval '49 hours'
          WHERE kind = 'reversal' AND reference = $1`,
        ofOrder,
      );
      await system.get(FactInbox).settleDue(10);

      const sql = `SELECT outcome FROM provider_notifications WHERE kind = 'reversal' AND reference = $1`;
      expect([await system.query(sql, ofOrder), await balance()]).toEqual([[{ outcome: 'ignored' }], '14265.00']);
    });

    it('whose failure arrives first is a case as in the other order (rule 17.12)', async () => {
      const paid = await aPayment();
      await reported(paid, 'refund.failed');
      await reported(paid, 'refund.made');

      expect(await statusOf(paid)).toEqual(['refunded', '15000.00', '0.00']);
      expect(await cases(paid)).toEqual([['refund_reversed', 'open', '15000.00', 'ARS', '15000.00']]);
    });

    it('of a part leaves the rest refundable; beyond the payment it takes the rest, and leaves the difference to staff (rule 17.19)', async () => {
      const paid = await aPayment();
      await reported(paid, 'refund.made', { name: 'r1', amount: ars('5000') });
      await reported(paid, 'refund.made', { name: 'r2', amount: ars('10000.01') });

      expect([await outcomes(), await statusOf(paid)]).toEqual([['refunded'], ['refunded', '15000.00', '0.00']]);
      expect(await cases(paid)).toEqual([['dispute_difference', 'open', '0.01', 'ARS', '10000.00']]);
    });

    it('has precedence over one that was requested here and is still open', async () => {
      await aPayment();
      const paid = await aPayment();
      await system
        .get(Refunds)
        .request(system.refunder(merchant), paid.id, { amount: WrittenAmount.of('10000'), reason: null });
      await reported(paid, 'refund.made');

      expect(await statusOf(paid)).toEqual(['refunded', '15000.00', '0.00']);
    });
  });

  describe('books:verify sees', () => {
    it.each<[string, string, string[]]>([
      [
        'a dispute without its entry',
        `DELETE FROM journal_entries WHERE idempotency_key = 'dispute:' || $1`,
        ['dispute_has_an_entry'],
      ],
      [
        'a won dispute that brought nothing back',
        `UPDATE disputes SET status = 'won', resolved_at = now() WHERE id = $1`,
        ['won_dispute_has_an_entry', 'payment_knows_its_disputes'],
      ],
      [
        'a dispute that took another amount',
        'UPDATE disputes SET wallet_amount = 14000 WHERE id = $1',
        ['dispute_fits_its_payment', 'entry_moves_what_its_record_says'],
      ],
      [
        'a dispute that is gone',
        'DELETE FROM disputes WHERE id = $1',
        ['entry_has_a_record', 'payment_knows_its_disputes'],
      ],
      [
        'a payment that does not know its dispute',
        `UPDATE received_payments SET disputed_amount = 0, status = 'credited' WHERE id = (SELECT received_payment_id FROM disputes WHERE id = $1)`,
        ['payment_knows_its_disputes'],
      ],
      [
        'a dispute that keeps a part although it was not won',
        'UPDATE disputes SET kept_amount = 5, kept_wallet_amount = 5 WHERE id = $1',
        ['dispute_keeps_a_part'],
      ],
      [
        'a dispute beside which a refund takes more than the payment',
        `UPDATE refunds SET received_payment_id = (SELECT received_payment_id FROM disputes WHERE id = $1)
          WHERE id = (SELECT id FROM refunds WHERE status = 'completed' LIMIT 1)`,
        ['parts_stay_within_their_payment'],
      ],
      [
        'an amount finer than its currency',
        'UPDATE disputes SET amount = 15000.001 WHERE id = $1',
        ['dispute_fits_its_currency'],
      ],
    ])('%s', async (_what, sql, rules) => {
      await reported(await aPayment(), 'dispute.opened');
      const [dispute] = await disputes();
      const violations = await foundAfter(system.source, (forger) => forger.sql(sql, dispute!.id));

      expect(violations.map((violation) => violation.split(' ', 1)[0])).toEqual(expect.arrayContaining(rules));
    });
  });
});
