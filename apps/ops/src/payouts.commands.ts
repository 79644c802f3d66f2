import type { OrderWithAttempts } from '@app/rails';
import { PayoutAdmin, type Payout } from '@app/transfers';
import { staffMember } from './audit';
import { required, uuidArgument, type Command } from './command';
import { limitFlag, LIMIT_FLAG, tableText } from './listing';

const PAYOUT_ID = { payout_id: 'id of the payout' };

const showPayout: Command = {
  name: 'payouts:show',
  summary: 'Show a payout with its history and attempts',
  arguments: PAYOUT_ID,
  run: async (app, [id]) => {
    const { history, ...found } = await app.get(PayoutAdmin).show(uuidArgument('PAYOUT_ID', id));
    return { json: { payout: { ...stuckJson(found), history } } };
  },
};

const stuckPayouts: Command = {
  name: 'payouts:stuck',
  summary: 'List open payouts that failed at the rail or take over an hour',
  flags: { limit: LIMIT_FLAG },
  run: async (app, _args, flags) => {
    const found = await app.get(PayoutAdmin).listStuck(limitFlag(flags));
    const rows = found.map(({ order: payout, attempts, lastError }) => [
      payout.id,
      payout.createdAt.toISOString(),
      payout.status,
      payout.figures.amount.toString(),
      String(attempts),
      lastError ?? '',
    ]);
    const text = tableText(['ID', 'CREATED', 'STATUS', 'AMOUNT', 'ATTEMPTS', 'LAST ERROR'], rows);
    return { json: { payouts: found.map(stuckJson) }, text };
  },
};

const retryPayout: Command = {
  name: 'payouts:retry',
  summary: 'Let the worker ask the rail about a payout now',
  arguments: PAYOUT_ID,
  run: async (app, [id]) => ({
    json: { payout: payoutJson(await app.get(PayoutAdmin).retry(uuidArgument('PAYOUT_ID', id), staffMember())) },
  }),
};

const failPayout: Command = {
  name: 'payouts:fail',
  summary: 'Release the amount of a payout that the rail does not know or has failed',
  arguments: PAYOUT_ID,
  flags: { reason: { value: 'TEXT', required: true, meaning: 'why; the merchant sees it' } },
  run: async (app, [id], flags) => {
    const payout = await app
      .get(PayoutAdmin)
      .fail(uuidArgument('PAYOUT_ID', id), required(flags, 'reason'), staffMember());
    return { json: { payout: payoutJson(payout) } };
  },
};

export const payoutCommands: readonly Command[] = [showPayout, stuckPayouts, retryPayout, failPayout];

function payoutJson({ id, accountId, type, status, figures, destination, ...payout }: Payout) {
  return {
    id,
    account_id: accountId,
    type,
    status,
    amount: figures.amount.toFixed(),
    currency: figures.amount.currency,
    destination_amount: figures.destinationAmount.toFixed(),
    destination_currency: figures.destinationAmount.currency,
    destination,
    provider_reference: payout.providerReference,
    failure_reason: payout.failureReason,
    provider_reason: payout.providerReason,
    request_id: payout.requestId,
    created_at: payout.createdAt,
    updated_at: payout.updatedAt,
    returned_at: payout.returnedAt,
    returned_amount: payout.returned?.walletAmount.toFixed() ?? null,
  };
}

function stuckJson({ order, attempts, lastError, nextAttemptAt }: OrderWithAttempts<Payout>) {
  return { ...payoutJson(order), attempts, last_error: lastError, next_attempt_at: nextAttemptAt };
}
