import { isUuid, type Money, ValidationError } from '@app/kernel';
import { EXCEPTION_STATUSES, PaymentExceptions, shownAmount, type PaymentException } from '@app/payment-links';
import { staffMember } from './audit';
import { choice, moneyFlag, optional, required, type Command, type Flags } from './command';
import { limitFlag, LIMIT_USAGE, tableText } from './listing';

const STATUSES = [...EXCEPTION_STATUSES, 'all'] as const;
const RATES = ['order', 'current'] as const;

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
  usage: `--reason TEXT [--wallet WALLET_ID] [--without-fees] [--rate ${RATES.join('|')}] [--amount A --currency C]`,
  positionals: ['exception_id'],
  options: {
    reason: { type: 'string' },
    wallet: { type: 'string' },
    'without-fees': { type: 'boolean' },
    rate: { type: 'string' },
    amount: { type: 'string' },
    currency: { type: 'string' },
  },
  run: async (app, [id = ''], flags) => {
    const reason = required(flags, 'reason');
    const walletId = optional(flags, 'wallet');
    if (walletId !== undefined && !isUuid(walletId)) throw ValidationError.of('wallet', '--wallet must be a UUID');
    const withoutFees = flags['without-fees'] === true;
    const rate = choice(flags, 'rate', RATES, undefined);
    const request = { reason, walletId, withoutFees, rate, amount: amountFlags(flags) };
    const exception = await app.get(PaymentExceptions).credit(id, request, staffMember());
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

/** What was paid, where the service knows it only as text. */
function amountFlags(flags: Flags): Money | undefined {
  if (optional(flags, 'amount') === undefined && optional(flags, 'currency') === undefined) return undefined;
  return moneyFlag(required(flags, 'amount'), required(flags, 'currency'));
}

function exceptionJson(exception: PaymentException) {
  const { id, reason, status, amount, provider, reference, resolution } = exception;
  return {
    ...{ id, reason, status, ...shownAmount(amount) },
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
    Object.values(shownAmount(amount)).join(' '),
    linkId ?? `order ${reference}`,
  ]);
  return tableText(['ID', 'CREATED', 'STATUS', 'REASON', 'AMOUNT', 'PAYMENT LINK'], rows);
}
