import { newId, UnitOfWork } from '@app/kernel';
import { Cases, type NewCase } from '@app/rails';
import { aCase } from '@app/rails/testing';
import { userInfo } from 'node:os';
import type { Merchant, TestService } from '../../support/service';
import { staffSystem, type StaffTool } from '../../support/staff-tool';
import { storePayout } from '../../support/stored-payouts';

const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string;

describe('cases: the staff’s commands', () => {
  let service: TestService;
  let staff: StaffTool;
  let merchant: Merchant;

  beforeAll(async () => {
    ({ service, staff } = await staffSystem());
    merchant = await service.merchant();
  });

  async function opened(changes: Partial<NewCase> = {}): Promise<string> {
    const one: NewCase = {
      ...aCase({ accountId: merchant.account.id }),
      provider: 'bank',
      key: newId(),
      providerReference: 'p-1',
      amount: '100.00',
      currency: 'ARS',
      expected: null,
      outcome: 'exception:contradiction',
      reportedAt: new Date(),
      ...changes,
    };
    await service.get(UnitOfWork).run((tx) => service.get(Cases).open(tx, [one]));
    const [row] = await service.sql<{ id: string }>('SELECT id FROM cases WHERE key = $1', [one.key]);
    return row!.id;
  }

  it('list and show what waits for a person (rule 19.1)', async () => {
    const id = await opened({ kind: 'deposit' });
    const { cases } = (await staff.run('cases:list', '--kind', 'deposit', '--account', merchant.account.slug)).json;

    expect(cases).toEqual([
      {
        id,
        kind: 'deposit',
        status: 'open',
        provider: 'bank',
        provider_reference: 'p-1',
        subject: { type: 'payout', id: expect.any(String) },
        payment_link_id: null,
        received_payment_id: null,
        account: merchant.account.slug,
        amount: '100.00',
        currency: 'ARS',
        expected: null,
        reported_at: TIME,
        opened_at: TIME,
        outcome: 'exception:contradiction',
        proposal: 'book_paid',
        resolved_at: null,
        resolved_by: null,
        reason: null,
      },
    ]);
    expect((await staff.run('cases:show', id)).json.case).toEqual(cases[0]);
    expect((await staff.print('cases:list')).stdout).toContain(id);
  });

  it('resolve one once, with a reason that the audit log has (rule 19.4)', async () => {
    const id = await opened();
    const resolve = ['cases:resolve', id, '--reason', 'Case 118'];
    const { json } = await staff.run(...resolve);

    expect(json.case).toMatchObject({ id, status: 'closed', resolved_by: userInfo().username, reason: 'Case 118' });
    await staff.expectError('CASE_RESOLVED', ...resolve);
    const entries = await service.sql('SELECT actor_type, action, details FROM audit_log WHERE object_id = $1', [id]);
    expect(entries).toMatchObject([{ actor_type: 'staff', action: 'case.resolved', details: { reason: 'Case 118' } }]);
  });

  it('name the command that closes a stuck payout (rule 19.4)', async () => {
    const id = await storePayout(service.api.app, {
      accountId: merchant.account.id,
      walletId: merchant.local!.id,
      userId: merchant.userId,
    });
    await service.sql(`UPDATE payouts SET last_error = 'the rail is down', next_attempt_at = now() WHERE id = $1`, [
      id,
    ]);

    const { cases } = (await staff.run('cases:list', '--kind', 'payout_stuck')).json;
    expect(cases).toContainEqual(
      expect.objectContaining({ id, outcome: 'the rail is down', amount: '9840.00', currency: 'ARS' }),
    );
    expect(await staff.expectError('CASE_CLOSED_ELSEWHERE', 'cases:resolve', id, '--reason', 'x')).toMatch(
      'payouts:fail',
    );
  });
});
