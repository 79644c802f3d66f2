import { Accounts, parsePanelPermissions, type Account, type AccountChanges } from '@app/accounts';
import { isCurrency, UnitOfWork, ValidationError, type Currency, type Tx } from '@app/kernel';
import { LedgerService, type Lane } from '@app/ledger';
import type { INestApplicationContext } from '@nestjs/common';
import { recordForStaff } from './audit';
import { choice, optional, required, trueOrFalse, type Command, type Flags } from './command';

const VERIFICATION = ['verified', 'pending'] as const;

const createAccount: Command = {
  name: 'account:create',
  usage:
    '--name N --email E [--country AR] [--local-currency ARS | --no-local-wallet] [--usd] [--cards] ' +
    '[--kyc verified|pending] [--kyb verified|pending] [--customer-paid-fee] [--customer-paid-fee-default] ' +
    '[--no-wallets] [--password P]',
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
    'customer-paid-fee-default': { type: 'boolean' },
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
        customerPaidFeeDefault: flags['customer-paid-fee-default'] === true,
      });
      const password = optional(flags, 'password');
      const user = await accounts.createUser(tx, account.id, { email, password, permissions: ['*'] });
      const wallets = [];
      for (const { currency, lane } of wanted) {
        const { id } = await app.get(LedgerService).createWallet(tx, { accountId: account.id, currency, lane });
        wallets.push({ id, currency, lane });
      }
      await recordForStaff(app, tx, {
        action: 'account.created',
        object: { type: 'account', id: account.id },
        accountId: account.id,
        details: { account: accountJson(account), user: { id: user.id, email }, wallets },
      });
      return { json: { account: accountJson(account), user, wallets } };
    }),
};

const updateAccount: Command = {
  name: 'account:update',
  usage:
    '[--status active|paused] [--kyc verified|pending] [--kyb verified|pending] [--usd true|false] ' +
    '[--cards true|false] [--customer-paid-fee true|false] [--customer-paid-fee-default true|false]',
  positionals: ['slug'],
  options: {
    status: { type: 'string' },
    kyc: { type: 'string' },
    kyb: { type: 'string' },
    usd: { type: 'string' },
    cards: { type: 'string' },
    'customer-paid-fee': { type: 'string' },
    'customer-paid-fee-default': { type: 'string' },
  },
  run: async (app, [slug = ''], flags) => {
    const changes = {
      status: choice(flags, 'status', ['active', 'paused'], undefined),
      kycStatus: choice(flags, 'kyc', VERIFICATION, undefined),
      kybStatus: choice(flags, 'kyb', VERIFICATION, undefined),
      usdEnabled: trueOrFalse(flags, 'usd'),
      cardsEnabled: trueOrFalse(flags, 'cards'),
      customerPaidFeeEnabled: trueOrFalse(flags, 'customer-paid-fee'),
      customerPaidFeeDefault: trueOrFalse(flags, 'customer-paid-fee-default'),
    };
    const account = await app.get(Accounts).update(slug, changes, async (tx, changed) => {
      if (changes.usdEnabled) await provideUsdWallet(app, tx, changed.id);
      await recordForStaff(app, tx, {
        action: 'account.updated',
        object: { type: 'account', id: changed.id },
        accountId: changed.id,
        details: settingsJson(changes),
      });
    });
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
    const permissions = parsePanelPermissions(
      (optional(flags, 'permissions') ?? '*').split(',').map((permission) => permission.trim()),
    );
    const email = required(flags, 'email');
    const user = await app.get(UnitOfWork).run(async (tx) => {
      const created = await accounts.createUser(tx, account.id, {
        email,
        password: optional(flags, 'password'),
        permissions,
      });
      await recordForStaff(app, tx, {
        action: 'user.created',
        object: { type: 'user', id: created.id },
        accountId: account.id,
        details: { email, permissions },
      });
      return created;
    });
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
    const removed = await accounts.removeUser(account.id, email, (tx) =>
      recordForStaff(app, tx, {
        action: 'user.deleted',
        object: { type: 'user', id: email },
        accountId: account.id,
      }),
    );
    if (!removed) throw ValidationError.of('email', 'The account has no such user.');
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
async function provideUsdWallet(app: INestApplicationContext, tx: Tx, accountId: string): Promise<void> {
  const ledger = app.get(LedgerService);
  const wallets = await ledger.walletsOf(accountId);
  if (wallets.some(({ lane }) => lane === 'usd')) return;
  await ledger.createWallet(tx, { accountId, currency: 'USD', lane: 'usd' });
}

function accountJson(account: Account) {
  const { id, slug, name, email, country } = account;
  return { id, slug, name, email, country, ...settingsJson(account) };
}

function settingsJson(settings: AccountChanges) {
  return {
    status: settings.status,
    kyc_status: settings.kycStatus,
    kyb_status: settings.kybStatus,
    usd_enabled: settings.usdEnabled,
    cards_enabled: settings.cardsEnabled,
    customer_paid_fee_enabled: settings.customerPaidFeeEnabled,
    customer_paid_fee_default: settings.customerPaidFeeDefault,
  };
}
