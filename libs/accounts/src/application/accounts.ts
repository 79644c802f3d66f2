import { pageById, UnitOfWork, type Page, type PageRequest } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { settingsToJson, type Account, type AccountChanges, type AccountStatus } from '../domain/account';
import type { Actor } from '../domain/audit';
import { AccountNotFoundError } from '../domain/errors';
import { AccountsRepository, AuditLog } from './ports';

/** Merchant accounts, as staff and, for the language, their administrators read and change them. */
@Injectable()
export class Accounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Throws `AccountNotFoundError`. */
  async bySlug(slug: string): Promise<Account> {
    const account = await this.accounts.findBySlug(slug);
    if (!account) throw new AccountNotFoundError(slug);
    return account;
  }

  /** Newest first, in that status if one is given. Throws `ValidationError` for a cursor that is not from this list. */
  list(page: PageRequest, status?: AccountStatus): Promise<Page<Account>> {
    return pageById(page, (limit, olderThan) => this.accounts.list(status, limit, olderThan));
  }

  /**
   * Changes the settings that are defined. Enabling the USD channel opens the wallet that the channel credits, if the
   * account has none. Throws `AccountNotFoundError`.
   */
  async update(slug: string, by: Actor, changes: AccountChanges): Promise<Account> {
    const account = await this.bySlug(slug);
    const opensUsdWallet = changes.usdEnabled === true && !(await this.hasUsdWallet(account.id));
    await this.uow.run(async (tx) => {
      await this.accounts.update(tx, account.id, changes);
      if (opensUsdWallet) {
        await this.ledger.createWallet(tx, { accountId: account.id, currency: 'USD', lane: 'usd' });
      }
      await this.audit.record(tx, {
        actor: by,
        action: 'account.updated',
        object: { type: 'account', id: account.id },
        accountId: account.id,
        details: settingsToJson(changes),
      });
    });
    const defined = Object.entries<unknown>(changes).filter(([, value]) => value !== undefined);
    return { ...account, ...(Object.fromEntries(defined) as AccountChanges) };
  }

  private async hasUsdWallet(accountId: string): Promise<boolean> {
    return (await this.ledger.walletsOf(accountId)).some(({ lane }) => lane === 'usd');
  }
}
