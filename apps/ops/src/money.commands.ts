import { Accounts } from '@app/accounts';
import { FeeSchedules, feeScheduleToJson, parseFeeSchedule } from '@app/fees';
import {
  Clock,
  isUuid,
  parseDate,
  UnitOfWork,
  ValidationError,
  type Currency,
  type IdempotencyClaim,
  type Money,
} from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type Wallet } from '@app/ledger';
import { PAYMENT_METHODS } from '@app/payment-links';
import { Idempotency, IdempotentCalls } from '@app/platform';
import { Rates, RatesRefresher } from '@app/rates';
import type { INestApplicationContext } from '@nestjs/common';
import { recordForStaff } from './audit';
import { moneyFlag, optional, readJson, required, type Command, type Flags } from './command';

const SLUG = { slug: 'short name of the account' };

/** Codes that a fee setting may name: a setting for an unknown code would never apply. */
const FEE_METHODS = PAYMENT_METHODS.map(({ code }) => code);

const setFees: Command = {
  name: 'fees:set',
  summary: 'Replace the fee schedule of an account',
  arguments: SLUG,
  flags: { file: { value: 'F', required: true, meaning: 'JSON file; what it leaves out is free' } },
  run: async (app, [slug = ''], flags) => {
    const account = await app.get(Accounts).getBySlug(slug);
    const schedule = parseFeeSchedule(await readJson('file', required(flags, 'file')), {
      methods: FEE_METHODS,
      localCurrency: await localCurrencyOf(app, account.id),
    });
    const fees = feeScheduleToJson(schedule);
    await app.get(UnitOfWork).run(async (tx) => {
      await app.get(FeeSchedules).set(tx, account.id, schedule);
      await recordForStaff(app, tx, {
        action: 'fees.set',
        object: { type: 'fee_schedule', id: account.id },
        accountId: account.id,
        details: { fees },
      });
    });
    return { json: { account: slug, fees } };
  },
};

/** The currency that the amounts of the account's fees are in; undefined without a local wallet. */
async function localCurrencyOf(app: INestApplicationContext, accountId: string): Promise<Currency | undefined> {
  const wallets = await app.get(LedgerService).walletsOf(accountId);
  return wallets.find(({ lane }) => lane === 'local')?.currency;
}

const showFees: Command = {
  name: 'fees:show',
  summary: 'Show the fee schedule of an account',
  arguments: SLUG,
  run: async (app, [slug = '']) => {
    const account = await app.get(Accounts).getBySlug(slug);
    return { json: { account: slug, fees: feeScheduleToJson(await app.get(FeeSchedules).of(account.id)) } };
  },
};

/** The scope of the idempotency keys: staff keys are separate from user keys. */
const ADJUSTMENTS = { caller: 'staff', path: 'wallet:adjust' };

const adjustWallet: Command = {
  name: 'wallet:adjust',
  summary: 'Correct the balance of a wallet with a movement that the merchant sees',
  arguments: { wallet_id: 'id of the wallet, as wallet:list shows it' },
  flags: {
    amount: { value: '-10.00', required: true, meaning: 'what is added; a negative amount is taken away' },
    reason: { value: 'TEXT', required: true, meaning: 'why; kept with the entry and in the audit log' },
    'idempotency-key': { value: 'K', meaning: 'within a day, a call with the same key gets the first response' },
  },
  run: async (app, [walletId = ''], flags) => {
    const wallet = isUuid(walletId) ? await app.get(LedgerService).findWallet(walletId) : undefined;
    if (!wallet) throw new VirtualWalletNotFoundError(walletId);
    const adjustment = {
      amount: moneyFlag(required(flags, 'amount'), wallet.currency),
      reason: required(flags, 'reason'),
    };
    return { json: await adjustOnce(app, wallet, adjustment, optional(flags, 'idempotency-key')) };
  },
};

interface Adjustment {
  amount: Money;
  reason: string;
}

type AdjustmentResult = ReturnType<typeof adjustmentJson>;

/** Works like an `Idempotency-Key` of the API: within a day, a call with the same key gets the first call's result. */
async function adjustOnce(
  app: INestApplicationContext,
  wallet: Wallet,
  adjustment: Adjustment,
  key: string | undefined,
): Promise<AdjustmentResult> {
  if (key === undefined) return adjust(app, wallet, adjustment);
  if (key === '' || key.length > 255)
    throw ValidationError.of('idempotency-key', '--idempotency-key is 1 to 255 characters');
  const body = { wallet: wallet.id, amount: adjustment.amount.toFixed(), reason: adjustment.reason };
  const { response } = await app
    .get(IdempotentCalls)
    .run(ADJUSTMENTS, key, body, (claim) => adjust(app, wallet, adjustment, claim));
  return response as AdjustmentResult;
}

async function adjust(
  app: INestApplicationContext,
  wallet: Wallet,
  { amount, reason }: Adjustment,
  claim?: IdempotencyClaim,
): Promise<AdjustmentResult> {
  const { id: walletId, accountId, currency } = wallet;
  const ledger = app.get(LedgerService);
  return app.get(UnitOfWork).run(async (tx) => {
    await ledger.adjust(tx, { walletId, amount, reason, occurredAt: app.get(Clock).now() });
    await recordForStaff(app, tx, {
      action: 'wallet.adjusted',
      object: { type: 'wallet', id: walletId },
      accountId,
      details: { amount: amount.toFixed(), currency, reason },
    });
    const [after = wallet] = await ledger.lockWallets(tx, [walletId]);
    const response = adjustmentJson(after, { amount, reason });
    await app.get(Idempotency).keep(tx, claim && { claim, present: (kept: AdjustmentResult) => kept }, response);
    return response;
  });
}

function adjustmentJson({ id, currency, balances }: Wallet, { amount, reason }: Adjustment) {
  return {
    wallet: {
      id,
      currency,
      balance: balances.balance.toFixed(),
      reserved_balance: balances.reserved.toFixed(),
      available_balance: balances.available.toFixed(),
    },
    adjustment: { amount: amount.toFixed(), reason },
  };
}

const setRate: Command = {
  name: 'rates:set',
  summary: 'Set an exchange rate',
  arguments: { base: 'currency, such as USD', quote: 'currency, such as ARS', rate: 'units of quote for one of base' },
  flags: {
    'as-of': { value: 'ISO', meaning: 'day or time from which the rate ages; now by default' },
    force: { meaning: 'accept a change of more than 20 % and a currency that payers cannot use' },
  },
  run: async (app, [base = '', quote = '', rate = ''], flags) => {
    const asOf = asOfFlag(flags);
    const force = flags['force'] === true;
    await app.get(UnitOfWork).run(async (tx) => {
      const rates = app.get(Rates);
      if (!force) await rates.assertPlausible(tx, base, quote, rate);
      await rates.setRate(tx, base, quote, rate, asOf);
      await recordForStaff(app, tx, {
        action: 'rate.set',
        object: { type: 'rate', id: `${base}/${quote}` },
        details: { rate, as_of: optional(flags, 'as-of'), ...(force && { force }) },
      });
    });
    // This process does not listen for changes.
    app.get(Rates).invalidate();
    return { json: { rates: await listRates(app, ofPair(base, quote)) } };
  },
};

const unsetRate: Command = {
  name: 'rates:unset',
  summary: 'Remove the rate that staff set, so that the source’s applies again',
  arguments: { base: 'currency, such as USD', quote: 'currency, such as ARS' },
  run: async (app, [base = '', quote = '']) => {
    await app.get(UnitOfWork).run(async (tx) => {
      const removed = await app.get(Rates).unsetRate(tx, base, quote);
      await recordForStaff(app, tx, {
        action: 'rate.unset',
        object: { type: 'rate', id: `${removed.base}/${removed.quote}` },
        details: { rate: removed.value.toFixed() },
      });
    });
    // A failing market source is not this command's failure: the worker asks it again within a minute.
    await app
      .get(RatesRefresher)
      .refresh()
      .catch(() => undefined);
    app.get(Rates).invalidate();
    return { json: { rates: await listRates(app, ofPair(base, quote)) } };
  },
};

const listAllRates: Command = {
  name: 'rates:list',
  summary: 'List the exchange rates, how old they are and until when they are used',
  run: async (app) => ({ json: { rates: await listRates(app, () => true) } }),
};

export const moneyCommands: readonly Command[] = [setFees, showFees, adjustWallet, setRate, unsetRate, listAllRates];

/** A pair is stored in one of its two directions. */
function ofPair(base: string, quote: string) {
  return (row: { base: string; quote: string }) =>
    (row.base === base && row.quote === quote) || (row.base === quote && row.quote === base);
}

function asOfFlag(flags: Flags): Date | undefined {
  const text = optional(flags, 'as-of');
  if (text === undefined) return undefined;
  const date = parseDate(text);
  if (!date) throw ValidationError.of('as-of', '--as-of must be an ISO 8601 day, or a time with an offset');
  return date;
}

/** `age_seconds` counts from the date of the rate; `valid_until` is null for a rate that is not used. */
async function listRates(app: INestApplicationContext, wanted: (row: { base: string; quote: string }) => boolean) {
  const [rates, now] = [app.get(Rates), app.get(Clock).now()];
  return (await rates.list()).filter(wanted).map((row) => {
    const until = rates.usableUntil(row);
    return {
      base: row.base,
      quote: row.quote,
      rate: row.value.toFixed(),
      as_of: row.asOf,
      age_seconds: Math.max(0, Math.floor((now.getTime() - row.asOf.getTime()) / 1_000)),
      valid_until: until,
      usable: until !== null && now <= until,
      source: row.source,
    };
  });
}
