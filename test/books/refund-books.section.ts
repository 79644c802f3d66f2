import { WrittenAmount } from '@app/kernel';
import { RefundHandOver, Refunds, type Refund } from '@app/payment-links';
import { SandboxOutflows } from '@app/providers';
import { ProviderMessages } from '@app/rails';
import { CollectionSystem, type Merchant } from '../support/collection-system';
import { foundAfter, type Forger } from '../support/planted-corruption';

describe('the rules of refunds', () => {
  let system: CollectionSystem;
  let merchant: Merchant;
  let payment: string;
  /** 5000 of a payment of 15000 ARS each. */
  let completed: Refund;
  let failed: Refund;
  let open: Refund;

  const found = (forge: (forger: Forger) => Promise<unknown>) => foundAfter(system.source, forge);

  beforeAll(async () => {
    system = await CollectionSystem.shared();
    merchant = await system.merchant();
    const link = await system.link(merchant);
    await system.pay(await system.choose(link));
    payment = await system.paymentOf(link);
    completed = await requested();
    await handOver();
    await railReports('complete', completed);
    failed = await requested();
    await handOver();
    await railReports('fail', failed);
    open = await requested();
  });

  function requested(): Promise<Refund> {
    return system
      .get(Refunds)
      .request(system.refunder(merchant), payment, { amount: WrittenAmount.of('5000'), reason: null });
  }

  async function handOver(): Promise<void> {
    const worker = system.get(RefundHandOver);
    await worker.turn(() => undefined);
    await worker.drain(60_000);
  }

  async function railReports(event: 'complete' | 'fail', { id }: Refund): Promise<void> {
    const report = await system.get(SandboxOutflows).move(id, event);
    for (const { message } of report!.notifications) {
      await system.get(ProviderMessages).receive(report!.outflow.provider, message);
    }
  }

  it('the sandbox rail settles refunds under the name that their payment stores', async () => {
    const statuses = await Promise.all(
      [completed, failed, open].map(async ({ id }) => (await system.get(Refunds).read(merchant.account.id, id)).status),
    );
    expect(statuses).toEqual(['completed', 'failed', 'requested']);
    await system.expectBooksBalanced();
  });

  describe('books:verify sees', () => {
    it.each<[string, string, () => Refund, string[]]>([
      [
        'a completed refund without its entry',
        `DELETE FROM journal_entries WHERE idempotency_key = 'refund:' || $1`,
        () => completed,
        ['completed_refund_has_an_entry'],
      ],
      [
        'an entry whose refund has failed',
        `UPDATE refunds SET status = 'failed', completed_at = NULL, failed_at = now() WHERE id = $1`,
        () => completed,
        ['entry_has_a_record', 'refund_status_fits_its_hold'],
      ],
      [
        'a refund that took another amount from the wallet',
        'UPDATE refunds SET wallet_amount = 5001 WHERE id = $1',
        () => completed,
        ['entry_moves_what_its_record_says', 'refund_has_its_hold'],
      ],
      [
        'an open refund whose hold is gone',
        'DELETE FROM holds WHERE reference_id = $1',
        () => open,
        ['refund_has_its_hold', 'refund_status_fits_its_hold'],
      ],
      ['a hold whose refund is gone', 'DELETE FROM refunds WHERE id = $1', () => open, ['open_hold_has_open_refund']],
      [
        'a failed refund whose hold is open',
        'DELETE FROM hold_resolutions WHERE hold_id = (SELECT hold_id FROM refunds WHERE id = $1)',
        () => failed,
        ['refund_status_fits_its_hold'],
      ],
      [
        'a refund of a payment into another wallet',
        'UPDATE refunds SET exchange_rate = 2 WHERE id = $1',
        () => open,
        ['refund_fits_its_payment'],
      ],
      [
        'a payment that does not know its refund',
        'UPDATE received_payments SET refunded_amount = 0 WHERE id = (SELECT received_payment_id FROM refunds WHERE id = $1)',
        () => completed,
        ['payment_knows_its_refunds'],
      ],
      [
        'a payment that is refunded in part only',
        `UPDATE received_payments SET status = 'refunded' WHERE id = (SELECT received_payment_id FROM refunds WHERE id = $1)`,
        () => completed,
        ['payment_knows_its_refunds'],
      ],
      [
        'refunds beyond their payment',
        'UPDATE refunds SET amount = 15000 WHERE id = $1',
        () => open,
        ['parts_stay_within_their_payment'],
      ],
      [
        'refunds of a whole payment for less than it is worth',
        'UPDATE refunds SET amount = 10000 WHERE id = $1',
        () => open,
        ['parts_stay_within_their_payment'],
      ],
      [
        'an amount finer than its currency',
        'UPDATE refunds SET amount = 5000.001 WHERE id = $1',
        () => open,
        ['refund_fits_its_currency'],
      ],
    ])('%s', async (_what, sql, refund, rules) => {
      const violations = await found((forger) => forger.sql(sql, refund().id));
      expect(violations.map((violation) => violation.split(' ', 1)[0])).toEqual(expect.arrayContaining(rules));
    });
  });
});
