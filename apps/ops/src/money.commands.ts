import { Accounts } from '@app/accounts';
import { FeeSchedules, feeScheduleToJson, parseFeeSchedule } from '@app/fees';
import { Clock, isUuid, Money, parseDate, UnitOfWork, ValidationError } from '@app/kernel';
import { BooksProof, LedgerService, VirtualWalletNotFoundError } from '@app/ledger';
import { PAYMENT_METHODS } from '@app/payment-links';
import { Rates } from '@app/rates';
import { readFile } from 'node:fs/promises';
import { recordForStaff } from './audit';
import { optional, required, type Command, type Flags } from './command';

/** Codes that a fee setting may name: a setting for an unknown code would never apply. */
const FEE_METHODS = PAYMENT_METHODS.map(({ code }) => code);

const setFees: Command = {
  name: 'fees:set',
  usage: '--file F',
  positionals: ['slug'],
  options: { file: { type: 'string' } },
  run: async (app, [slug = ''], flags) => {
    const account = await app.get(Accounts).bySlug(slug);
    const schedule = parseFeeSchedule(await readJson(required(flags, 'file')), FEE_METHODS);
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

const showFees: Command = {
  name: 'fees:show',
  usage: '',
  positionals: ['slug'],
  run: async (app, [slug = '']) => {
    const account = await app.get(Accounts).bySlug(slug);
    return { json: { account: slug, fees: feeScheduleToJson(await app.get(FeeSchedules).of(account.id)) } };
  },
};

const adjustWallet: Command = {
  name: 'wallet:adjust',
  usage: '--amount -10.00 --reason TEXT',
  positionals: ['wallet_id'],
  options: { amount: { type: 'string' }, reason: { type: 'string' } },
  run: async (app, [walletId = ''], flags) => {
    const ledger = app.get(LedgerService);
    const wallet = isUuid(walletId) ? await ledger.findWallet(walletId) : undefined;
    if (!wallet) throw new VirtualWalletNotFoundError(walletId);
    const amount = readMoney(required(flags, 'amount'), wallet.currency);
    const reason = required(flags, 'reason');
    await app.get(UnitOfWork).run(async (tx) => {
      await ledger.adjust(tx, { walletId, amount, reason, occurredAt: app.get(Clock).now() });
      await recordForStaff(app, tx, {
        action: 'wallet.adjusted',
        object: { type: 'wallet', id: walletId },
        accountId: wallet.accountId,
        details: { amount: amount.toFixed(), currency: wallet.currency, reason },
      });
    });
    const after = await ledger.findWallet(walletId);
    const balances = after?.balances ?? wallet.balances;
    return {
      json: {
        wallet: {
          id: walletId,
          currency: wallet.currency,
          balance: balances.balance.toFixed(),
          reserved_balance: balances.reserved.toFixed(),
          available_balance: balances.available.toFixed(),
        },
        adjustment: { amount: amount.toFixed(), reason },
      },
    };
  },
};

const setRate: Command = {
  name: 'rates:set',
  usage: '[--as-of ISO]',
  positionals: ['base', 'quote', 'rate'],
  options: { 'as-of': { type: 'string' } },
  run: async (app, [base = '', quote = '', rate = ''], flags) => {
    const asOf = asOfFlag(flags);
    await app.get(UnitOfWork).run(async (tx) => {
      await app.get(Rates).setRate(tx, base, quote, rate, asOf);
      await recordForStaff(app, tx, {
        action: 'rate.set',
        object: { type: 'rate', id: `${base}/${quote}` },
        details: { rate, as_of: optional(flags, 'as-of') },
      });
    });
    return { json: { rates: await listRates(app.get(Rates), (row) => row.base === base && row.quote === quote) } };
  },
};

const listAllRates: Command = {
  name: 'rates:list',
  usage: '',
  run: async (app) => ({ json: { rates: await listRates(app.get(Rates), () => true) } }),
};

const verifyBooks: Command = {
  name: 'books:verify',
  usage: '',
  run: async (app) => {
    const report = await app.get(BooksProof).verify();
    const { wallets, entries, postings, holds } = report.checked;
    const counted = `${wallets} wallets, ${entries} entries, ${postings} postings, ${holds} holds`;
    const violations = report.violations.map(({ rule, table, id, detail }) => `  ${rule}: ${table} ${id}: ${detail}`);
    return {
      json: { ...report },
      text: report.balanced
        ? `The books balance: ${counted}.`
        : [`The books do NOT balance (${counted}):`, ...violations].join('\n'),
      failed: !report.balanced,
    };
  },
};

export const moneyCommands: readonly Command[] = [setFees, showFees, adjustWallet, setRate, listAllRates, verifyBooks];

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as unknown;
  } catch (error) {
    const reason =
      error instanceof SyntaxError
        ? 'is not valid JSON'
        : `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'error'})`;
    throw ValidationError.of('file', `${file} ${reason}`);
  }
}

function readMoney(amount: string, currency: string): Money {
  try {
    return Money.of(amount, currency);
  } catch (error) {
    if (error instanceof RangeError) throw ValidationError.of('amount', error.message);
    throw error;
  }
}

function asOfFlag(flags: Flags): Date | undefined {
  const text = optional(flags, 'as-of');
  if (text === undefined) return undefined;
  const date = parseDate(text);
  if (!date) throw ValidationError.of('as-of', '--as-of must be an ISO 8601 day, or a time with an offset');
  return date;
}

async function listRates(rates: Rates, wanted: (row: { base: string; quote: string }) => boolean) {
  return (await rates.list())
    .filter(wanted)
    .map(({ base, quote, value, asOf, source }) => ({ base, quote, rate: value.toFixed(), as_of: asOf, source }));
}
