import { SensitiveChanges, type Actor, type PanelUser } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { BankAccount } from '../domain/bank-account';

/** What the audit log says about bank accounts, and the mail to the registered address about new ones. */
@Injectable()
export class BankAccountLog {
  constructor(private readonly changes: SensitiveChanges) {}

  recordCreation(
    tx: Tx,
    by: Actor,
    { account, email }: Pick<PanelUser, 'account' | 'email'>,
    created: BankAccount,
  ): Promise<void> {
    const notice = {
      kind: 'bank_account_created',
      account,
      author: email,
      concerns: email,
      about: nameOf(created),
    } as const;
    return this.changes.record(tx, entryOf(created, by, 'created'), notice);
  }

  recordDeletion(tx: Tx, by: Actor, deleted: BankAccount): Promise<void> {
    return this.changes.record(tx, entryOf(deleted, by, 'deleted'));
  }
}

function entryOf({ id, accountId, holderName, country, currency, bank }: BankAccount, actor: Actor, done: string) {
  return {
    actor,
    action: `bank_account.${done}`,
    object: { type: 'bank_account', id },
    accountId,
    details: { holder_name: holderName, country, currency, bank },
  };
}

/** As people recognise it, with its numbers masked. */
function nameOf({ holderName, bank }: BankAccount): string {
  return [holderName, bank.name, bank.cbu ?? bank.clabe ?? bank.pix_key ?? bank.account_number]
    .filter(Boolean)
    .join(', ');
}
