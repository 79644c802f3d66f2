import type { Move, Tx } from '@app/kernel';
import type { Payable } from '../../payouts/application/ports';
import type { Initiation } from '../domain/initiation-limits';
import type { Verification } from '../domain/verification';

/** The account's beneficiaries, as transfers need them. */
export abstract class PayableBeneficiaries {
  /** Throws `BENEFICIARY_NOT_FOUND`, also for one of another account, or `BENEFICIARY_INACTIVE`. */
  abstract findPayable(accountId: string, id: string): Promise<Payable>;
}

/** The terms of transfers. */
export abstract class AcceptedTerms {
  /** Throws `TRANSFER_TERMS_NOT_ACCEPTED` unless the account has accepted terms, of any version. */
  abstract assertAccepted(accountId: string): Promise<void>;
}

/** A code for the mail, and what is stored of it. */
export interface IssuedCode {
  readonly code: string;
  readonly hash: Buffer;
}

/** Generates and checks verification codes. */
export abstract class TransferCodes {
  abstract issue(verificationId: string): IssuedCode;
  /** Compares in constant time. */
  abstract matches(verificationId: string, code: string, hash: Buffer): boolean;
  /** A keyed digest of where the money goes, which reveals nothing of it. */
  abstract digestOf(payable: Payable): Buffer;
  /** Whether `digestOf` gave that digest for the same destination. */
  abstract isDigestOf(payable: Payable, digest: Buffer): boolean;
}

/** Transfers that wait for their code, or no longer do. */
export abstract class VerificationsRepository {
  /** The account's initiations since then. Serialises initiations of the account until the transaction ends. */
  abstract listRecent(tx: Tx, accountId: string, since: Date): Promise<Initiation[]>;
  /** Stores a pending verification. The person's earlier pending one is superseded. */
  abstract insert(tx: Tx, verification: Verification): Promise<void>;
  abstract find(accountId: string, id: string): Promise<Verification | undefined>;
  /** The same, locked until the transaction ends. */
  abstract lock(tx: Tx, accountId: string, id: string): Promise<Verification | undefined>;
  /** Writes the verification. Throws `RetryTransactionError` when its status has changed since it was read. */
  abstract save(tx: Tx, move: Move<Verification>): Promise<void>;
  /** Expires verifications that are overdue at `now`, the oldest first, and returns how many. */
  abstract expireDue(tx: Tx, now: Date, limit: number): Promise<number>;
}

/** The wrong codes that the people of an account have entered. */
export abstract class WrongCodes {
  /** Stores that a wrong code was entered, and deletes those of the account that are older than `before`. */
  abstract record(tx: Tx, accountId: string, at: Date, before: Date): Promise<void>;
  /** When wrong codes of the account were entered since then: the newest `limit`. */
  abstract listSince(tx: Tx, accountId: string, from: Date, limit: number): Promise<Date[]>;
}
