import { RefundAdmin, type Refund } from '@app/payment-links';
import type { OrderWithAttempts } from '@app/rails';
import { staffMember } from './audit';
import { required, uuidArgument, type Command } from './command';
import { limitFlag, LIMIT_FLAG, tableText } from './listing';

const REFUND_ID = { refund_id: 'id of the refund' };

const showRefund: Command = {
  name: 'refunds:show',
  summary: 'Show a refund with its attempts',
  arguments: REFUND_ID,
  run: async (app, [id]) => {
    const found = await app.get(RefundAdmin).show(uuidArgument('REFUND_ID', id));
    return { json: { refund: stuckJson(found) } };
  },
};

const stuckRefunds: Command = {
  name: 'refunds:stuck',
  summary: 'List open refunds that failed at the provider or take over an hour',
  flags: { limit: LIMIT_FLAG },
  run: async (app, _args, flags) => {
    const found = await app.get(RefundAdmin).listStuck(limitFlag(flags));
    const rows = found.map(({ order: refund, attempts, lastError }) => [
      refund.id,
      refund.createdAt.toISOString(),
      refund.status,
      refund.amount.toString(),
      String(attempts),
      lastError ?? '',
    ]);
    const text = tableText(['ID', 'CREATED', 'STATUS', 'AMOUNT', 'ATTEMPTS', 'LAST ERROR'], rows);
    return { json: { refunds: found.map(stuckJson) }, text };
  },
};

const retryRefund: Command = {
  name: 'refunds:retry',
  summary: 'Let the worker ask the provider about a refund now',
  arguments: REFUND_ID,
  run: async (app, [id]) => ({
    json: { refund: refundJson(await app.get(RefundAdmin).retry(uuidArgument('REFUND_ID', id), staffMember())) },
  }),
};

const failRefund: Command = {
  name: 'refunds:fail',
  summary: 'Release the amount of a refund that the provider does not know or has failed',
  arguments: REFUND_ID,
  flags: { reason: { value: 'TEXT', required: true, meaning: 'why; the merchant sees it' } },
  run: async (app, [id], flags) => {
    const refund = await app
      .get(RefundAdmin)
      .fail(uuidArgument('REFUND_ID', id), required(flags, 'reason'), staffMember());
    return { json: { refund: refundJson(refund) } };
  },
};

export const refundCommands: readonly Command[] = [showRefund, stuckRefunds, retryRefund, failRefund];

function refundJson({ id, accountId, paymentId, status, amount, walletAmount, ...refund }: Refund) {
  return {
    id,
    account_id: accountId,
    received_payment_id: paymentId,
    status,
    amount: amount.toFixed(),
    currency: amount.currency,
    wallet_amount: walletAmount.toFixed(),
    wallet_currency: walletAmount.currency,
    provider: refund.provider,
    provider_reference: refund.providerReference,
    failure_reason: refund.failureReason,
    provider_reason: refund.providerReason,
    request_id: refund.requestId,
    created_at: refund.createdAt,
    updated_at: refund.updatedAt,
  };
}

function stuckJson({ order, attempts, lastError, nextAttemptAt }: OrderWithAttempts<Refund>) {
  return { ...refundJson(order), attempts, last_error: lastError, next_attempt_at: nextAttemptAt };
}
