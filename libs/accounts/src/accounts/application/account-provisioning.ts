import { newId, randomText, UnitOfWork, type Tx } from '@app/kernel';
import { LedgerService, type Lane, type Wallet } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { accountToJson, openAccount, type Account, type NewAccount } from '../domain/account';
import type { Actor } from '../../audit/domain/audit';
import { SlugTakenError } from '../domain/errors';
import { ApiKeyIssuer, type CreatedKey, type NewKey } from '../../keys/application/api-key-issuer';
import { NewUsers, type CreatedUser, type NewPanelUser } from '../../users/application/new-users';
import { knownTimeZone } from './known-time-zone';
import { AccountsRepository } from './ports';
import { AuditLog } from '../../audit/application/ports';

/** A new merchant: the account, its first user, and what it starts with. */
export interface AccountPlan {
  account: NewAccount;
  user: NewPanelUser;
  wallets: readonly { currency: string; lane: Lane }[];
  /** The first API key, which acts for the user. */
  key?: FirstKey | undefined;
}

export type FirstKey = Omit<NewKey, 'userId'>;

export interface ProvisionedAccount {
  account: Account;
  user: CreatedUser;
  /** In the order of the plan. */
  wallets: Wallet[];
  key: CreatedKey | undefined;
}

const SLUG_ATTEMPTS = 5;

/** Opens merchant accounts. */
@Injectable()
export class AccountProvisioning {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly users: NewUsers,
    private readonly keys: ApiKeyIssuer,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * Creates everything in the plan in one transaction. A slug that was made from the name gets a random tail when it is
   * taken; a requested slug that is taken is rejected. Throws `ValidationError`, `SlugTakenError` and `UserEmailTakenError`.
   */
  provision(by: Actor, plan: AccountPlan & { key: FirstKey }): Promise<ProvisionedAccount & { key: CreatedKey }>;
  provision(by: Actor, plan: AccountPlan): Promise<ProvisionedAccount>;
  async provision(by: Actor, plan: AccountPlan): Promise<ProvisionedAccount> {
    const timeZone = await knownTimeZone(this.accounts, plan.account.timeZone);
    const draft = openAccount(newId(), { ...plan.account, timeZone });
    const newUser = await this.users.prepare(plan.user);
    return this.uow.run(async (tx) => {
      const account = await this.insert(tx, draft, plan.account.slug === undefined);
      const user = await this.users.insert(tx, account.id, newUser);
      const wallets = [];
      for (const wallet of plan.wallets) {
        wallets.push(
          await this.ledger.createWallet(tx, { accountId: account.id, timeZone: account.timeZone, ...wallet }),
        );
      }
      const key = plan.key && (await this.keys.issue(tx, account, { ...plan.key, userId: user.id }));
      await this.audit.record(tx, {
        actor: by,
        action: 'account.created',
        object: { type: 'account', id: account.id },
        accountId: account.id,
        details: {
          account: accountToJson(account),
          user: { id: user.id, email: user.email },
          wallets: wallets.map(({ id, currency, lane }) => ({ id, currency, lane })),
          key: key && { id: key.key.id, permissions: plan.key?.permissions },
        },
      });
      return { account, user, wallets, key };
    });
  }

  private async insert(tx: Tx, draft: Account, mayChangeSlug: boolean): Promise<Account> {
    for (let attempt = 1; ; attempt++) {
      const tail = attempt === 1 ? '' : randomText(6).toLowerCase();
      const account = { ...draft, slug: draft.slug + tail };
      try {
        await this.accounts.insert(tx, account);
        return account;
      } catch (error) {
        if (!(error instanceof SlugTakenError) || !mayChangeSlug || attempt === SLUG_ATTEMPTS) throw error;
      }
    }
  }
}
