import { Accounts } from '@app/accounts';
import { isCurrency, UnitOfWork, ValidationError, type Currency } from '@app/kernel';
import { LedgerService, type Lane } from '@app/ledger';
import type { INestApplicationContext } from '@nestjs/common';
import { choice, optional, required, trueOrFalse, type Command, type Flags } from './command';

const VERIFICATION = ['verified', 'pending'] as const;

const createAccount: Command = {
  name: 'account:create',
  usage:
    '--name N --email E [--country AR] [--local-currency ARS | --no-local-wallet] [--usd] [--cards] ' +
    '[--kyc verified|pending] [--kyb verified|pending] [--customer-paid-fee] [--no-wallets] [--password P]',
  options: {
    name: { type: 'string' },
    email: { type: 'string' },
    country: { type: 'string' },
    'local-currency': { type: 'string' },
    'no-local-wallet': { type: 'boolean' },
    usd: { type: 'boolean' },
    cards: { type: 'boolean' },
    kyc: { type: 'string' },
    kyb: { type: 'string' },
    'customer-paid-fee': { type: 'boolean' },
    'no-wallets': { type: 'boolean' },
    password: { type: 'string' },
  },
  run: (app, _args, flags) =>
    app.get(UnitOfWork).run(async (tx) => {
      const accounts = app.get(Accounts);
      const email = required(flags, 'email');
      const wanted = wantedWallets(flags);
      const account = await accounts.create(tx, {
        name: required(flags, 'name'),
        email,
        country: optional(flags, 'country') ?? 'AR',
        kycStatus: choice(flags, 'kyc', VERIFICATION, 'verified'),
        kybStatus: choice(flags, 'kyb', VERIFICATION, 'verified'),
        usdEnabled: flags['usd'] === true,
        cardsEnabled: flags['cards'] === true,
        customerPaidFeeEnabled: flags['customer-paid-fee'] === true,
      });
      const password = optional(flags, 'password');
      const user = await accounts.createUser(tx, account.id, { email, password, permissions: ['*'] });
      const wallets = [];
      for (const { currency, lane } of wanted) {
        const { id } = await app.get(LedgerService).createWallet(tx, { accountId: account.id, currency, lane });
        wallets.push({ id, currency, lane });
      }
      return { json: { account: accountJson(account), user, wallets } };
    }),
};

const updateAccount: Command = {
  name: 'account:update',
  usage:
    '[--status active|paused] [--kyc verified|pending] [--kyb verified|pending] [--usd true|false] ' +
    '[--cards true|false] [--customer-paid-fee true|false]',
  positionals: ['slug'],
  options: {
    status: { type: 'string' },
    kyc: { type: 'string' },
    kyb: { type: 'string' },
    usd: { type: 'string' },
    cards: { type: 'string' },
    'customer-paid-fee': { type: 'string' },
  },
  run: async (app, [slug = ''], flags) => {
    const account = await app.get(Accounts).update(slug, {
      status: choice(flags, 'status', ['active', 'paused'], undefined),
      kycStatus: choice(flags, 'kyc', VERIFICATION, undefined),
      kybStatus: choice(flags, 'kyb', VERIFICATION, undefined),
      usdEnabled: trueOrFalse(flags, 'usd'),
      cardsEnabled: trueOrFalse(flags, 'cards'),
      customerPaidFeeEnabled: trueOrFalse(flags, 'customer-paid-fee'),
    });
    if (account.usdEnabled) await provideUsdWallet(app, account.id);
    return { json: { account: accountJson(account) } };
  },
};

const createUser: Command = {
  name: 'user:create',
  usage: '--account SLUG --email E [--password P] [--permissions a,b|*]',
  options: {
    account: { type: 'string' },
    email: { type: 'string' },
    password: { type: 'string' },
    permissions: { type: 'string' },
  },
  run: async (app, _args, flags) => {
    const accounts = app.get(Accounts);
    const account = await accounts.bySlug(required(flags, 'account'));
    const permissions = (optional(flags, 'permissions') ?? '*').split(',').map((permission) => permission.trim());
    const user = await app.get(UnitOfWork).run((tx) =>
      accounts.createUser(tx, account.id, {
        email: required(flags, 'email'),
        password: optional(flags, 'password'),
        permissions,
      }),
    );
    return { json: { user: { ...user, permissions } } };
  },
};

const deleteUser: Command = {
  name: 'user:delete',
  usage: '--account SLUG --email E',
  options: { account: { type: 'string' }, email: { type: 'string' } },
  run: async (app, _args, flags) => {
    const accounts = app.get(Accounts);
    const account = await accounts.bySlug(required(flags, 'account'));
    const email = required(flags, 'email');
    if (!(await accounts.removeUser(account.id, email)))
      throw ValidationError.of('email', 'The account has no such user.');
    return { json: { user: { email, deleted: true } } };
  },
};

export const accountCommands: readonly Command[] = [createAccount, updateAccount, createUser, deleteUser];

function wantedWallets(flags: Flags): { currency: Currency; lane: Lane }[] {
  if (flags['no-wallets'] === true) return [];
  const local = optional(flags, 'local-currency') ?? 'ARS';
  if (!isCurrency(local)) throw ValidationError.of('local-currency', 'must be a known currency code');
  return [
    ...(flags['no-local-wallet'] === true ? [] : [{ currency: local, lane: 'local' as const }]),
    ...(flags['usd'] === true ? [{ currency: 'USD' as Currency, lane: 'usd' as const }] : []),
  ];
}

/** Enabling the USD channel on an account that never had it gives it the wallet that the channel credits. */
async function provideUsdWallet(app: INestApplicationContext, accountId: string): Promise<void> {
  const ledger = app.get(LedgerService);
  const wallets = await ledger.walletsOf(accountId);
  if (wallets.some(({ lane }) => lane === 'usd')) return;
  await app.get(UnitOfWork).run((tx) => ledger.createWallet(tx, { accountId, currency: 'USD', lane: 'usd' }));
}

function accountJson(account: Awaited<ReturnType<Accounts['bySlug']>>) {
  return {
    id: account.id,
    slug: account.slug,
    name: account.name,
    email: account.email,
    country: account.country,
    status: account.status,
    kyc_status: account.kycStatus,
    kyb_status: account.kybStatus,
    usd_enabled: account.usdEnabled,
    cards_enabled: account.cardsEnabled,
    customer_paid_fee_enabled: account.customerPaidFeeEnabled,
  };
}
