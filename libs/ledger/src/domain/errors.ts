import { DomainError, type Money } from '@app/kernel';

/** The wallet's available balance does not cover the requested amount. Amounts in `meta` are decimal strings. */
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

/** No wallet has that id. */
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

/** No hold has that id. */
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

/** An entry that can never be posted, whatever the balances are: a mistake in the code that built it. */
export class InvalidEntryError extends DomainError {
  constructor(problem: string) {
    super('LEDGER_ENTRY_INVALID', `Invalid journal entry: ${problem}.`);
  }
}

/** The postings of an entry do not sum to zero; `meta` has the remainder of each currency. */
export class UnbalancedEntryError extends DomainError {
  constructor(remainders: Readonly<Record<string, string>>) {
    super('LEDGER_ENTRY_UNBALANCED', `The postings do not sum to zero: ${JSON.stringify(remainders)}.`, {
      meta: remainders,
    });
  }
}

/** The idempotency key (or a hold's reference) was used before for something else. Nothing was written. */
export class LedgerKeyReusedError extends DomainError {
  constructor(key: string) {
    super('LEDGER_KEY_REUSED', `${key} was used before for something else.`);
  }
}
