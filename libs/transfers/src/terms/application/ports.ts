import type { Tx } from '@app/kernel';
import type { TermsAcceptance } from '../domain/terms';

export abstract class TermsRepository {
  abstract find(accountId: string): Promise<TermsAcceptance | undefined>;
  /** False when the account has accepted terms before; that acceptance does not change. */
  abstract insert(tx: Tx, acceptance: TermsAcceptance): Promise<boolean>;
}
