import { Accounts, Merchants, type Account } from '@app/accounts';
import { UnitOfWork } from '@app/kernel';
import { BOOKINGS, CASE_KINDS, Cases, type Case } from '@app/rails';
import type { INestApplicationContext } from '@nestjs/common';
import { recordForStaff, staffMember } from './audit';
import { choice, optional, required, uuidArgument, type Command } from './command';
import { limitFlag, LIMIT_FLAG, tableText } from './listing';

const CASE_ID = { case_id: 'id of the case' };
const STATUSES = ['open', 'closed'] as const;

const listCases: Command = {
  name: 'cases:list',
  summary: 'List what waits for a person: money that was reported and that the service could not decide about',
  flags: {
    kind: { value: CASE_KINDS.join('|'), meaning: 'only these' },
    account: { value: 'SLUG', meaning: 'only those of an account' },
    status: { value: STATUSES.join('|'), meaning: 'open by default' },
    limit: LIMIT_FLAG,
  },
  run: async (app, _args, flags) => {
    const slug = optional(flags, 'account');
    const account = slug === undefined ? undefined : await app.get(Accounts).getBySlug(slug);
    const found = await app.get(Cases).list({
      kind: choice(flags, 'kind', CASE_KINDS, undefined),
      accountId: account?.id,
      status: choice(flags, 'status', STATUSES, 'open'),
      limit: limitFlag(flags),
    });
    const owners = await ownersOf(app, found);
    const rows = found.map((one) => [
      one.id,
      one.kind,
      one.openedAt.toISOString(),
      one.provider,
      one.amount === null ? '' : `${one.amount} ${one.currency ?? ''}`,
      owners.get(one.accountId)?.slug ?? '',
      one.outcome,
      one.proposal ?? '',
    ]);
    const text = tableText(['ID', 'KIND', 'OPENED', 'PROVIDER', 'AMOUNT', 'ACCOUNT', 'OUTCOME', 'PROPOSAL'], rows);
    return { json: { cases: found.map((one) => caseJson(one, owners.get(one.accountId))) }, text };
  },
};

const showCase: Command = {
  name: 'cases:show',
  summary: 'Show a case',
  arguments: CASE_ID,
  run: async (app, [id]) => {
    const found = await app.get(Cases).show(uuidArgument('CASE_ID', id));
    return { json: { case: await ownedJson(app, found) } };
  },
};

const resolveCase: Command = {
  name: 'cases:resolve',
  summary: 'Close a case, and book what it proposes if that is asked for',
  arguments: CASE_ID,
  flags: {
    reason: { value: 'TEXT', required: true, meaning: 'why; kept with the case and in the audit log' },
    book: { value: BOOKINGS.join('|'), meaning: 'the entry to book, where the case proposes it' },
  },
  run: async (app, [id], flags) => {
    const caseId = uuidArgument('CASE_ID', id);
    const [reason, book] = [required(flags, 'reason'), choice(flags, 'book', BOOKINGS, undefined)];
    const resolved = await app.get(UnitOfWork).run(async (tx) => {
      const found = await app.get(Cases).resolve(tx, caseId, { reason, book, by: staffMember().name });
      const { kind, accountId, amount, currency } = found;
      await recordForStaff(app, tx, {
        action: 'case.resolved',
        object: { type: 'case', id: caseId },
        accountId: accountId ?? undefined,
        details: { kind, amount, currency, booked: book ?? null, reason },
      });
      return found;
    });
    return { json: { case: await ownedJson(app, resolved) } };
  },
};

export const caseCommands: readonly Command[] = [listCases, showCase, resolveCase];

async function ownedJson(app: INestApplicationContext, one: Case) {
  return caseJson(one, (await ownersOf(app, [one])).get(one.accountId));
}

async function ownersOf(app: INestApplicationContext, cases: readonly Case[]): Promise<Map<string | null, Account>> {
  const owners = new Map<string | null, Account>();
  for (const id of new Set(cases.flatMap(({ accountId }) => accountId ?? []))) {
    const account = await app.get(Merchants).find(id);
    if (account) owners.set(id, account);
  }
  return owners;
}

function caseJson(one: Case, account: Account | undefined) {
  return {
    id: one.id,
    kind: one.kind,
    status: one.status,
    provider: one.provider,
    provider_reference: one.providerReference,
    subject: one.subject,
    payment_link_id: one.linkId,
    received_payment_id: one.paymentId,
    account: account?.slug ?? null,
    amount: one.amount,
    currency: one.currency,
    expected: one.expected,
    reported_at: one.reportedAt,
    opened_at: one.openedAt,
    outcome: one.outcome,
    proposal: one.proposal,
    resolved_at: one.resolvedAt,
    resolved_by: one.resolvedBy,
    reason: one.reason,
  };
}
