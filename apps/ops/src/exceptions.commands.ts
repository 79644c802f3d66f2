import { Merchants, type Account } from '@app/accounts';
import type { Money } from '@app/kernel';
import { EXCEPTION_STATUSES, PaymentExceptions, shownAmount, type PaymentException } from '@app/payment-links';
import { staffMember } from './audit';
import { choice, moneyFlag, optional, required, uuidArgument, type Command, type Flag, type Flags } from './command';
import { limitFlag, LIMIT_FLAG, tableText } from './listing';

const STATUSES = [...EXCEPTION_STATUSES, 'all'] as const;
const RATES = ['order', 'current'] as const;
const EXCEPTION_ID = { exception_id: 'id of the payment exception' };
const REASON: Flag = { value: 'TEXT', required: true, meaning: 'why; kept with the exception and in the audit log' };

const listExceptions: Command = {
  name: 'exceptions:list',
  summary: 'List payment exceptions: money that was received and not credited',
  flags: { status: { value: STATUSES.join('|'), meaning: 'open by default' }, limit: LIMIT_FLAG },
  run: async (app, _args, flags) => {
    const status = choice(flags, 'status', STATUSES, 'open');
    const limit = limitFlag(flags);
    const found = await app.get(PaymentExceptions).list({ limit, ...(status !== 'all' && { status }) });
    const merchants = app.get(Merchants);
    const listed = await Promise.all(
      found.map(async (one) => ({ ...one, merchant: one.accountId ? await merchants.find(one.accountId) : undefined })),
    );
    const json = listed.map(({ merchant, ...one }) => ({ ...exceptionJson(one), account: merchant?.slug ?? null }));
    return { json: { exceptions: json }, text: tableOf(listed) };
  },
};

const creditException: Command = {
  name: 'exceptions:credit',
  summary: 'Credit the money of a payment exception',
  arguments: EXCEPTION_ID,
  flags: {
    reason: REASON,
    wallet: { value: 'WALLET_ID', meaning: 'the wallet to credit; by default that of the payment link' },
    'without-fees': { meaning: 'credit the full amount' },
    rate: { value: RATES.join('|'), meaning: 'the exchange rate, where that of the order has moved since' },
    amount: { value: 'A', meaning: 'what was paid, where the rail’s amount could not be read; with --currency' },
    currency: { value: 'C', meaning: 'the currency of --amount' },
  },
  run: async (app, [id = ''], flags) => {
    const reason = required(flags, 'reason');
    const wallet = optional(flags, 'wallet');
    const walletId = wallet === undefined ? undefined : uuidArgument('--wallet', wallet);
    const withoutFees = flags['without-fees'] === true;
    const rate = choice(flags, 'rate', RATES, undefined);
    const request = { reason, walletId, withoutFees, rate, amount: amountFlags(flags) };
    const exception = await app.get(PaymentExceptions).credit(id, request, staffMember());
    return { json: { exception: exceptionJson(exception) } };
  },
};

const refundException: Command = {
  name: 'exceptions:refund',
  summary: 'Book a payment exception as refunded, after the rail has returned its money',
  arguments: EXCEPTION_ID,
  flags: { reason: REASON },
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
  const { id, reason, status, amount, expected, provider, reference, resolution } = exception;
  return {
    id,
    reason,
    status,
    ...shownAmount(amount),
    expected_amount: expected?.toFixed() ?? null,
    expected_currency: expected?.currency ?? null,
    provider,
    notification_id: exception.notificationId,
    reference,
    payment_link_id: exception.linkId,
    order_id: exception.orderId,
    wallet_id: exception.walletId,
    resolution,
    created_at: exception.createdAt,
    resolved_at: exception.resolvedAt,
  };
}

/** One line per exception. An unknown order is shown with the rail's reference. */
function tableOf(exceptions: readonly (PaymentException & { merchant: Account | undefined })[]): string {
  const rows = exceptions.map(({ id, createdAt, status, reason, amount, expected, merchant, linkId, reference }) => [
    id,
    createdAt.toISOString(),
    status,
    reason,
    Object.values(shownAmount(amount)).join(' '),
    expected?.toString() ?? '',
    merchant ? `${merchant.name} (${merchant.slug})` : '',
    linkId ?? `order ${reference}`,
  ]);
  return tableText(['ID', 'CREATED', 'STATUS', 'REASON', 'RECEIVED', 'EXPECTED', 'MERCHANT', 'PAYMENT LINK'], rows);
}
