import { isUuid, ValidationError } from '@app/kernel';
import { PaymentExceptions, type PaymentException } from '@app/payment-links';
import { staffMember } from './audit';
import { choice, optional, required, type Command } from './command';
import { limitFlag, LIMIT_USAGE, tableText } from './listing';

const STATUSES = ['open', 'credited', 'refunded', 'matched', 'all'] as const;

const listExceptions: Command = {
  name: 'exceptions:list',
  usage: `[--status ${STATUSES.join('|')}] ${LIMIT_USAGE}`,
  options: { status: { type: 'string' }, limit: { type: 'string' } },
  run: async (app, _args, flags) => {
    const status = choice(flags, 'status', STATUSES, 'open');
    const limit = limitFlag(flags);
    const found = await app.get(PaymentExceptions).list({ limit, ...(status !== 'all' && { status }) });
    return { json: { exceptions: found.map(exceptionJson) }, text: tableOf(found) };
  },
};

const creditException: Command = {
  name: 'exceptions:credit',
  usage: '--reason TEXT [--wallet WALLET_ID] [--without-fees]',
  positionals: ['exception_id'],
  options: { reason: { type: 'string' }, wallet: { type: 'string' }, 'without-fees': { type: 'boolean' } },
  run: async (app, [id = ''], flags) => {
    const reason = required(flags, 'reason');
    const walletId = optional(flags, 'wallet');
    if (walletId !== undefined && !isUuid(walletId)) throw ValidationError.of('wallet', '--wallet must be a UUID');
    const withoutFees = flags['without-fees'] === true;
    const exception = await app.get(PaymentExceptions).credit(id, { reason, walletId, withoutFees }, staffMember());
    return { json: { exception: exceptionJson(exception) } };
  },
};

const refundException: Command = {
  name: 'exceptions:refund',
  usage: '--reason TEXT',
  positionals: ['exception_id'],
  options: { reason: { type: 'string' } },
  run: async (app, [id = ''], flags) => {
    const reason = required(flags, 'reason');
    const exception = await app.get(PaymentExceptions).refund(id, reason, staffMember());
    return { json: { exception: exceptionJson(exception) } };
  },
};

export const exceptionCommands: readonly Command[] = [listExceptions, creditException, refundException];

function exceptionJson(exception: PaymentException) {
  const { id, reason, status, amount, provider, reference, resolution } = exception;
  return {
    ...{ id, reason, status, amount: amount.toFixed(), currency: amount.currency },
    ...{ provider, notification_id: exception.notificationId, reference },
    ...{ payment_link_id: exception.linkId, order_id: exception.orderId, wallet_id: exception.walletId },
    ...{ resolution, created_at: exception.createdAt, resolved_at: exception.resolvedAt },
  };
}

/** One line per exception. An unknown order is shown with the rail's reference. */
function tableOf(exceptions: readonly PaymentException[]): string {
  const rows = exceptions.map(({ id, createdAt, status, reason, amount, linkId, reference }) => [
    id,
    createdAt.toISOString(),
    status,
    reason,
    amount.toString(),
    linkId ?? `order ${reference}`,
  ]);
  return tableText(['ID', 'CREATED', 'STATUS', 'REASON', 'AMOUNT', 'PAYMENT LINK'], rows);
}
