import { pageById, UnitOfWork, type Page, type PageRequest } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { settingsToJson, type Account, type AccountChanges, type AccountStatus } from '../domain/account';
import type { Actor } from '../../audit/domain/audit';
import { AccountNotFoundError } from '../domain/errors';
import { knownTimeZone } from './known-time-zone';
import { AccountsRepository } from './ports';
import { AuditLog } from '../../audit/application/ports';

/** Merchant accounts, as staff and, for language and time zone, their administrators read and change them. */
@Injectable()
export class Accounts {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly ledger: LedgerService,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /** Throws `AccountNotFoundError`. */
  async getBySlug(slug: string): Promise<Account> {
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
   * account has none. Another time zone, in any letter case, rebuilds the totals of days. Throws
   * `AccountNotFoundError`, and `ValidationError` that names `time_zone`.
   */
  async update(slug: string, by: Actor, wanted: AccountChanges): Promise<Account> {
    const account = await this.getBySlug(slug);
    const changes = { ...wanted, timeZone: await knownTimeZone(this.accounts, wanted.timeZone) };
    const opensUsdWallet = changes.usdEnabled === true && !(await this.hasUsdWallet(account.id));
    return this.uow.run(async (tx) => {
      const changed = await this.accounts.update(tx, account.id, changes);
      if (opensUsdWallet) {
        const { id: accountId, timeZone } = changed;
        await this.ledger.createWallet(tx, { accountId, currency: 'USD', lane: 'usd', timeZone });
      }
      if (changes.timeZone !== undefined) await this.ledger.setTimeZone(tx, account.id, changes.timeZone);
      await this.audit.record(tx, {
        actor: by,
        action: 'account.updated',
        object: { type: 'account', id: account.id },
        accountId: account.id,
        details: settingsToJson(changes),
      });
      return changed;
    });
  }

  private async hasUsdWallet(accountId: string): Promise<boolean> {
    return (await this.ledger.walletsOf(accountId)).some(({ lane }) => lane === 'usd');
  }
}
