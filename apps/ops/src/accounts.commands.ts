import {
  ACCOUNT_LANGUAGES,
  accountToJson,
  AccountProvisioning,
  Accounts,
  PanelUsers,
  parsePanelPermissions,
} from '@app/accounts';
import { isCurrency, ValidationError, type Currency } from '@app/kernel';
import type { Lane } from '@app/ledger';
import { CONFIG, type Config } from '@app/platform';
import { staffMember } from './audit';
import { choice, optional, required, trueOrFalse, type Command, type Flags } from './command';

const VERIFICATION = ['verified', 'pending'] as const;

const createAccount: Command = {
  name: 'account:create',
  usage:
    '--name N --email E [--country AR] [--local-currency ARS | --no-local-wallet] [--usd] [--cards] ' +
    '[--kyc verified|pending] [--kyb verified|pending] [--customer-paid-fee] [--customer-paid-fee-default] ' +
    '[--no-wallets] [--password P] [--language es|pt|en]',
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
    language: { type: 'string' },
  },
  run: async (app, _args, flags) => {
    const email = required(flags, 'email');
    // In production a new merchant has yet to be verified; a sandbox saves its testers the step.
    const verification = app.get<Config>(CONFIG).environment === 'production' ? 'pending' : 'verified';
    const { account, user, wallets } = await app.get(AccountProvisioning).provision(staffMember(), {
      account: {
        name: required(flags, 'name'),
        email,
        country: optional(flags, 'country') ?? 'AR',
        kycStatus: choice(flags, 'kyc', VERIFICATION, verification),
        kybStatus: choice(flags, 'kyb', VERIFICATION, verification),
        usdEnabled: flags['usd'] === true,
        cardsEnabled: flags['cards'] === true,
        customerPaidFeeEnabled: flags['customer-paid-fee'] === true,
        customerPaidFeeDefault: flags['customer-paid-fee-default'] === true,
        language: choice(flags, 'language', ACCOUNT_LANGUAGES, 'es'),
      },
      user: { email, password: optional(flags, 'password'), permissions: ['*'] },
      wallets: wantedWallets(flags),
    });
    const opened = wallets.map(({ id, currency, lane }) => ({ id, currency, lane }));
    return { json: { account: accountToJson(account), user, wallets: opened } };
  },
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
    const account = await app.get(Accounts).update(slug, staffMember(), {
      status: choice(flags, 'status', ['active', 'paused'], undefined),
      kycStatus: choice(flags, 'kyc', VERIFICATION, undefined),
      kybStatus: choice(flags, 'kyb', VERIFICATION, undefined),
      usdEnabled: trueOrFalse(flags, 'usd'),
      cardsEnabled: trueOrFalse(flags, 'cards'),
      customerPaidFeeEnabled: trueOrFalse(flags, 'customer-paid-fee'),
      customerPaidFeeDefault: trueOrFalse(flags, 'customer-paid-fee-default'),
    });
    return { json: { account: accountToJson(account) } };
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
    const permissions = parsePanelPermissions(
      (optional(flags, 'permissions') ?? '*').split(',').map((permission) => permission.trim()),
    );
    const user = await app.get(PanelUsers).create(required(flags, 'account'), staffMember(), {
      email: required(flags, 'email'),
      password: optional(flags, 'password'),
      permissions,
    });
    return { json: { user: { ...user, permissions } } };
  },
};

const deleteUser: Command = {
  name: 'user:delete',
  usage: '--account SLUG --email E',
  options: { account: { type: 'string' }, email: { type: 'string' } },
  run: async (app, _args, flags) => {
    const email = required(flags, 'email');
    await app.get(PanelUsers).remove(required(flags, 'account'), staffMember(), email);
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
