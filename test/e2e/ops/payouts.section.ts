import { newId } from '@app/kernel';
import { SandboxPayoutRail } from '@app/providers';
import { aRailPayoutOrder } from '@app/transfers/testing';
import { userInfo } from 'node:os';
import { expectBooksBalanced } from '../../support/books';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, type StaffTool } from '../../support/staff-tool';
import { statusOf, storePayout } from '../../support/stored-payouts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;
const { signal } = new AbortController();

describe('payouts: the staff’s commands', () => {
  let service: TestService;
  let staff: StaffTool;
  let merchant: Merchant;
  let id: string;

  beforeAll(async () => {
    ({ service, staff } = await staffSystem());
    merchant = await service.merchant();
  });

  beforeEach(async () => {
    await service.sql('UPDATE payouts SET last_error = NULL');
    id = await storePayout(service.api.app, {
      accountId: merchant.account.id,
      walletId: merchant.local!.id,
      userId: merchant.userId,
    });
  });

  afterAll(() => expectBooksBalanced(service));

  const status = () => statusOf(service.api.app, id);
  const audited = () =>
    service.sql('SELECT actor_type, actor, action, object_type, details FROM audit_log WHERE object_id = $1', [id]);
  const byStaff = { actor_type: 'staff', actor: userInfo().username, object_type: 'payout' };
  const failed = (reason = 'Case 118') => staff.run('payouts:fail', id, '--reason', reason);
  const becomeStuck = () =>
    service.sql(
      `UPDATE payouts SET last_error = 'the rail is down', attempts = 3, created_at = '2030-01-01' WHERE id = $1`,
      [id],
    );

  it('show any payout with its history', async () => {
    await service.sql(`UPDATE payouts SET request_id = 'order-1' WHERE id = $1`, [id]);
    const { exitCode, json } = await staff.run('payouts:show', id.toUpperCase());

    expect(exitCode).toBe(0);
    expect(json.payout).toEqual({
      id,
      account_id: merchant.account.id,
      type: 'payout',
      status: 'requested',
      amount: '10000.00',
      currency: 'ARS',
      destination_amount: '9840.00',
      destination_currency: 'ARS',
      destination: expect.objectContaining({ name: 'Ana Pérez', bank: { cbu: '**5672' } }),
      provider_reference: null,
      failure_reason: null,
      provider_reason: null,
      request_id: 'order-1',
      created_at: TIME,
      updated_at: TIME,
      returned_at: null,
      returned_amount: null,
      attempts: 0,
      last_error: null,
      next_attempt_at: null,
      history: [{ status: 'requested', at: TIME, reason: null }],
    });
  });

  it('list what is stuck, for programs and for people', async () => {
    expect((await staff.run('payouts:stuck')).json).toEqual({ payouts: [] });
    await becomeStuck();

    const { payouts } = (await staff.run('payouts:stuck', '--limit', '5')).json;
    expect(payouts).toMatchObject([{ id, attempts: 3, last_error: 'the rail is down' }]);
    const [heading, line] = (await staff.print('payouts:stuck')).stdout.split('\n');
    expect(heading).toMatch(/^ID +CREATED +STATUS +AMOUNT +ATTEMPTS +LAST ERROR$/);
    expect(line).toBe(
      [
        id,
        '2030-01-01T00:00:00.000Z',
        'requested',
        '10000.00 ARS',
        '3'.padEnd('ATTEMPTS'.length),
        'the rail is down',
      ].join('  '),
    );
  });

  it('make a payout due now, and record it in the audit log', async () => {
    expect((await staff.run('payouts:retry', id)).json).toMatchObject({ payout: { id, status: 'requested' } });

    const due = 'SELECT next_attempt_at <= now() AS due FROM payouts WHERE id = $1';
    expect(await service.sql(due, [id])).toEqual([{ due: true }]);
    expect(await audited()).toEqual([{ ...byStaff, action: 'payout.retried', details: {} }]);
    await service.sql('UPDATE payouts SET next_attempt_at = NULL WHERE id = $1', [id]);
  });

  it('fail a payout that the rail does not know, once', async () => {
    expect((await failed()).json).toMatchObject({
      payout: { id, status: 'failed', failure_reason: 'Case 118', provider_reference: null },
    });

    expect(await audited()).toEqual([
      { ...byStaff, action: 'payout.failed', details: { reason: 'Case 118', rail: 'unknown' } },
    ]);
    await staff.expectError('PAYOUT_NOT_FAILABLE', 'payouts:fail', id, '--reason', 'Case 118');
    await staff.expectError('VALIDATION_FAILED', 'payouts:retry', id);
    expect((await staff.run('payouts:show', id)).json.payout.history).toEqual([
      { status: 'requested', at: TIME, reason: null },
      { status: 'failed', at: TIME, reason: 'Case 118' },
    ]);
  });

  it('do not fail a payout that the rail has', async () => {
    await service.get(SandboxPayoutRail).submit(aRailPayoutOrder({ payoutId: id }), signal);

    const message = await staff.expectError('PAYOUT_NOT_FAILABLE', 'payouts:fail', id, '--reason', 'Case 118');
    expect(message).toMatch('its provider says that it is processing');
    expect([await status(), await audited()]).toEqual(['requested', []]);
  });

  it.each([
    ['payouts:retry', 'VALIDATION_FAILED', []],
    ['payouts:fail', 'PAYOUT_NOT_FAILABLE', ['--reason', 'Case 118']],
  ])('%s is rejected while the payout is being handed over', async (command, code, flags) => {
    await service.sql(`UPDATE payouts SET leased_until = now() + interval '1 minute' WHERE id = $1`, [id]);
    expect(await staff.expectError(code, command, id, ...flags)).toMatch('being handed over');
    expect([await status(), await audited()]).toEqual(['requested', []]);
  });

  it('reject a payout that does not exist, a bad id and a missing reason', async () => {
    for (const command of ['payouts:show', 'payouts:retry']) {
      await staff.expectError('PAYOUT_NOT_FOUND', command, newId());
      await staff.expectError('VALIDATION_FAILED', command, '7');
    }
    await staff.expectError('PAYOUT_NOT_FOUND', 'payouts:fail', newId(), '--reason', 'Case 118');
    await staff.expectError('VALIDATION_FAILED', 'payouts:fail', id);
    await staff.expectError('VALIDATION_FAILED', 'payouts:fail', id, '--reason', ' ');
    expect([await status(), await audited()]).toEqual(['requested', []]);
  });
});
