import { DomainError, type Money } from '@app/kernel';

/** The wallet's available balance does not cover what was asked. Amounts in `meta` are decimal strings. */
export class InsufficientAvailableBalanceError extends DomainError {
  constructor(
    readonly walletId: string,
    available: Money,
    requested: Money,
  ) {
    super('INSUFFICIENT_AVAILABLE_BALANCE', 'The available balance does not cover this amount.', {
      meta: { available: available.toFixed(), requested: requested.toFixed(), currency: requested.currency },
    });
  }
}

export class VirtualWalletNotFoundError extends DomainError {
  constructor(readonly walletId: string) {
    super('VIRTUAL_WALLET_NOT_FOUND', 'There is no such wallet.');
  }
}

/** The account already has a wallet in that lane. */
export class WalletAlreadyExistsError extends DomainError {
  constructor(accountId: string, lane: string) {
    super('WALLET_ALREADY_EXISTS', `Account ${accountId} already has a wallet in lane ${lane}.`);
  }
}

export class HoldNotFoundError extends DomainError {
  constructor(holdId: string) {
    super('HOLD_NOT_FOUND', `There is no hold ${holdId}.`);
  }
}

/** A hold is resolved once; `outcome` says how this one was. */
export class HoldAlreadyResolvedError extends DomainError {
  constructor(
    readonly holdId: string,
    readonly outcome: string,
  ) {
    super('HOLD_ALREADY_RESOLVED', `Hold ${holdId} has already been ${outcome}.`, { meta: { outcome } });
  }
}

/** An entry that cannot be posted whatever the books say: whoever built it made a mistake. */
export class InvalidEntryError extends DomainError {
  constructor(complaint: string) {
    super('LEDGER_ENTRY_INVALID', `Not a journal entry: ${complaint}.`);
  }
}

/** The postings of an entry do not sum to zero; `meta` has what is left over, by currency. */
export class UnbalancedEntryError extends DomainError {
  constructor(remainders: Readonly<Record<string, string>>) {
    super('LEDGER_ENTRY_UNBALANCED', `The postings leave ${JSON.stringify(remainders)} over.`, { meta: remainders });
  }
}

/** The idempotency key (or a hold's reference) stands for something else already. Nothing was written. */
export class LedgerKeyReusedError extends DomainError {
  constructor(key: string) {
    super('LEDGER_KEY_REUSED', `${key} was used before, for something else.`);
  }
}
