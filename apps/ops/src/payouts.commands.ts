import { isUuid, ValidationError } from '@app/kernel';
import { PayoutDesk, type Payout, type PayoutWithAttempts } from '@app/transfers';
import { staffMember } from './audit';
import { required, type Command } from './command';
import { limitFlag, LIMIT_USAGE, tableText } from './listing';

const showPayout: Command = {
  name: 'payouts:show',
  usage: '',
  positionals: ['payout_id'],
  run: async (app, [id]) => {
    const { history, ...found } = await app.get(PayoutDesk).show(payoutId(id));
    return { json: { payout: { ...stuckJson(found), history } } };
  },
};

const stuckPayouts: Command = {
  name: 'payouts:stuck',
  usage: LIMIT_USAGE,
  options: { limit: { type: 'string' } },
  run: async (app, _args, flags) => {
    const found = await app.get(PayoutDesk).stuck(limitFlag(flags));
    const rows = found.map(({ payout, attempts, lastError }) => [
      ...[payout.id, payout.createdAt.toISOString(), payout.status, payout.figures.amount.toString()],
      ...[String(attempts), lastError ?? ''],
    ]);
    const text = tableText(['ID', 'CREATED', 'STATUS', 'AMOUNT', 'ATTEMPTS', 'LAST ERROR'], rows);
    return { json: { payouts: found.map(stuckJson) }, text };
  },
};

const retryPayout: Command = {
  name: 'payouts:retry',
  usage: '',
  positionals: ['payout_id'],
  run: async (app, [id]) => ({
    json: { payout: payoutJson(await app.get(PayoutDesk).retry(payoutId(id), staffMember())) },
  }),
};

const failPayout: Command = {
  name: 'payouts:fail',
  usage: '--reason TEXT',
  positionals: ['payout_id'],
  options: { reason: { type: 'string' } },
  run: async (app, [id], flags) => {
    const payout = await app.get(PayoutDesk).fail(payoutId(id), required(flags, 'reason'), staffMember());
    return { json: { payout: payoutJson(payout) } };
  },
};

export const payoutCommands: readonly Command[] = [showPayout, stuckPayouts, retryPayout, failPayout];

function payoutId(id = ''): string {
  if (!isUuid(id)) throw ValidationError.of('payout_id', 'must be a UUID');
  return id.toLowerCase();
}

function payoutJson({ id, accountId, type, status, figures, destination, ...payout }: Payout) {
  return {
    ...{ id, account_id: accountId, type, status },
    ...{ amount: figures.amount.toFixed(), currency: figures.amount.currency },
    ...{ destination_amount: figures.destinationAmount.toFixed() },
    ...{ destination_currency: figures.destinationAmount.currency, destination },
    ...{ provider_reference: payout.providerReference, failure_reason: payout.failureReason },
    ...{ created_at: payout.createdAt, updated_at: payout.updatedAt, returned_at: payout.returnedAt },
  };
}

function stuckJson({ payout, attempts, lastError, nextAttemptAt }: PayoutWithAttempts) {
  return { ...payoutJson(payout), attempts, last_error: lastError, next_attempt_at: nextAttemptAt };
}
