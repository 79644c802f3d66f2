import { AuditLog } from '@app/accounts';
import { UnitOfWork, WrittenAmount } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aProvider, registryOf } from '@app/rails/testing';
import { CollectionSystem, type Merchant } from '../../../../../test/support/collection-system';
import { InMemoryRefundRail } from '../../testing/in-memory-refund.rail';
import type { Refund } from '../domain/refund';
import { RefundAdmin } from './refund-admin';
import { orderOf } from './refund-hand-over';
import { RefundPostings } from './refund-postings';
import { RefundRails } from './refund-rails';
import { StaffRefunds, RefundQueue } from './ports';
import { Refunds } from './refunds';

const STAFF = { type: 'staff', name: 'root' } as const;
const { signal } = new AbortController();

describe('RefundAdmin', () => {
  let system: CollectionSystem;
  let merchant: Merchant;
  let rail: InMemoryRefundRail;
  let admin: RefundAdmin;
  let refund: Refund;

  beforeAll(async () => {
    system = await CollectionSystem.shared();
  });
  beforeEach(async () => {
    await system.query('UPDATE refunds SET last_error = NULL');
    merchant = await system.merchant();
    rail = new InMemoryRefundRail('sandbox');
    const { providers } = registryOf(aProvider({ adapters: [rail] }));
    admin = new RefundAdmin(
      system.get(StaffRefunds),
      system.get(RefundQueue),
      new RefundRails(providers),
      system.get(RefundPostings),
      system.get(AuditLog),
      system.get(UnitOfWork),
    );
    const link = await system.link(merchant);
    await system.pay(await system.choose(link));
    const [payment, by] = [await system.paymentOf(link), system.refunder(merchant)];
    refund = await system.get(Refunds).request(by, payment, { amount: WrittenAmount.of('5000'), reason: null });
  });
  afterEach(() => system.expectBooksBalanced());

  const change = (assignment: string) => system.query(`UPDATE refunds SET ${assignment} WHERE id = $1`, [refund.id]);
  const reserved = async () =>
    (await system.get(LedgerService).findWallet(merchant.wallet.id))!.balances.reserved.toFixed();
  const fail = (reason = 'Case 204') => admin.fail(refund.id, reason, STAFF);

  describe('stuck refunds', () => {
    it('are those with a failed attempt, and those that are open for over an hour', async () => {
      expect([await admin.countStuck(), await admin.listStuck(10)]).toEqual([0, []]);
      await change(`last_error = 'the provider did not respond in time'`);
      expect(await admin.countStuck()).toBe(1);
      await change(`last_error = NULL, created_at = now() - interval '61 minutes'`);
      expect(await admin.listStuck(10)).toMatchObject([{ order: { id: refund.id }, attempts: 0, lastError: null }]);
      await change('created_at = now()');
    });
  });

  describe('retrying', () => {
    it('makes an open refund due now', async () => {
      await change(`next_attempt_at = now() + interval '1 hour'`);
      await admin.retry(refund.id, STAFF);

      expect((await admin.show(refund.id)).nextAttemptAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
    });

    it('is rejected while a worker has the refund', async () => {
      await change(`leased_until = now() + interval '1 minute'`);

      await expect(admin.retry(refund.id, STAFF)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });
  });

  describe('failing', () => {
    it('releases the amount of a refund that never reached its provider, with the reason', async () => {
      expect(await fail()).toMatchObject({ status: 'failed', failureReason: 'Case 204' });
      expect(await reserved()).toBe('0.00');
    });

    it('is rejected while the provider may still book a submission, and keeps workers away', async () => {
      await change('attempts = 1, attempted_at = now()');

      await expect(fail()).rejects.toMatchObject({ code: 'REFUND_NOT_FAILABLE' });
      await expect(admin.retry(refund.id, STAFF)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await reserved()).toBe('5000.00');
    });

    it('is rejected when the provider has the refund, and lets the worker go on', async () => {
      await rail.submit({ ...orderOf(refund), submission: 1 }, signal);

      await expect(fail()).rejects.toMatchObject({ code: 'REFUND_NOT_FAILABLE' });
      await admin.retry(refund.id, STAFF);
      expect(await reserved()).toBe('5000.00');
    });

    it('needs a reason, and a refund that exists', async () => {
      await expect(fail(' ')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await expect(admin.show(merchant.account.id)).rejects.toMatchObject({ code: 'REFUND_NOT_FOUND' });
    });
  });
});
