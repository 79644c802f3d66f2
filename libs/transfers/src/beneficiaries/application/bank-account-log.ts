import { AccountNotices, AuditLog, type Actor, type PanelUser } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { BankAccount } from '../domain/bank-account';

/** What the audit log says about bank accounts, and the mail to the registered address about new ones. */
@Injectable()
export class BankAccountLog {
  constructor(
    private readonly audit: AuditLog,
    private readonly notices: AccountNotices,
  ) {}

  async created(
    tx: Tx,
    by: Actor,
    { account, email }: Pick<PanelUser, 'account' | 'email'>,
    created: BankAccount,
  ): Promise<void> {
    await this.record(tx, by, 'created', created);
    const about = nameOf(created);
    await this.notices.send(tx, { kind: 'bank_account_created', account, by, author: email, concerns: email, about });
  }

  deleted(tx: Tx, by: Actor, deleted: BankAccount): Promise<void> {
    return this.record(tx, by, 'deleted', deleted);
  }

  private record(tx: Tx, by: Actor, done: string, account: BankAccount): Promise<void> {
    const { id, accountId, holderName, country, currency, bank } = account;
    return this.audit.record(tx, {
      actor: by,
      action: `bank_account.${done}`,
      object: { type: 'bank_account', id },
      accountId,
      details: { holder_name: holderName, country, currency, bank },
    });
  }
}

/** As people tell it from others; its numbers are masked. */
function nameOf({ holderName, bank }: BankAccount): string {
  return [holderName, bank.name, bank.cbu ?? bank.clabe ?? bank.pix_key ?? bank.account_number]
    .filter(Boolean)
    .join(', ');
}
