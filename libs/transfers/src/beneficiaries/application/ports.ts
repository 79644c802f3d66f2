import type { Tx } from '@app/kernel';
import type { BankAccount } from '../domain/bank-account';
import type { Beneficiary } from '../domain/beneficiary';

/** A record with its unmasked bank fields, encrypted for its id. */
export interface Encrypted<T> {
  readonly value: T;
  readonly encrypted: Buffer;
}

/** Records have masked account numbers. Only `findEncrypted` returns the encrypted ones. */
export abstract class BeneficiariesRepository {
  abstract insert(tx: Tx, beneficiary: Beneficiary, encrypted: Buffer): Promise<void>;
  abstract find(accountId: string, id: string): Promise<Beneficiary | undefined>;
  abstract findEncrypted(accountId: string, id: string): Promise<Encrypted<Beneficiary> | undefined>;
  /** The newest `limit` ones; of those older than the one with the id `olderThan`. */
  abstract list(accountId: string, limit: number, olderThan?: string): Promise<Beneficiary[]>;
  /** The beneficiary, locked against other changes until the transaction ends. */
  abstract lock(tx: Tx, accountId: string, id: string): Promise<Beneficiary | undefined>;
  /** Writes every field but the account and the time of creation; the encrypted bank fields only when they are given. */
  abstract update(tx: Tx, beneficiary: Beneficiary, encrypted?: Buffer): Promise<void>;
}

export abstract class BankAccountsRepository {
  abstract insert(tx: Tx, account: BankAccount, encrypted: Buffer): Promise<void>;
  abstract findEncrypted(accountId: string, id: string): Promise<Encrypted<BankAccount> | undefined>;
  /** The newest `limit` ones; of those older than the one with the id `olderThan`, which may be deleted by now. */
  abstract list(accountId: string, limit: number, olderThan?: string): Promise<BankAccount[]>;
  /** Marks it deleted, so that it is no longer found; returns it, or undefined when there is none. */
  abstract remove(tx: Tx, accountId: string, id: string): Promise<BankAccount | undefined>;
}
