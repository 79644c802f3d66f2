import type { Tx } from '@app/kernel';
import { SecondFactorsRepository, type ConfirmedFactor } from '../sign-in/application/ports';
import type { FactorProof, SecondFactor } from '../sign-in/domain/second-factor';

interface StoredFactor extends SecondFactor {
  lastStep: number;
  recoveryCodes: Set<string>;
}

/** Keeps second factors in a map by user. */
export class InMemorySecondFactorsRepository extends SecondFactorsRepository {
  readonly factors = new Map<string, StoredFactor>();

  async begin(_tx: Tx, userId: string, encryptedSecret: Buffer): Promise<boolean> {
    if (this.factors.get(userId)?.isConfirmed) return false;
    this.factors.set(userId, { encryptedSecret, isConfirmed: false, lastStep: -1, recoveryCodes: new Set() });
    return true;
  }

  async find(userId: string): Promise<SecondFactor | undefined> {
    const found = this.factors.get(userId);
    return found && { encryptedSecret: found.encryptedSecret, isConfirmed: found.isConfirmed };
  }

  async confirm(
    _tx: Tx,
    userId: string,
    { encryptedSecret, step, recoveryCodeHashes }: ConfirmedFactor,
  ): Promise<boolean> {
    const found = this.factors.get(userId);
    if (!found || found.isConfirmed || !found.encryptedSecret.equals(encryptedSecret)) return false;
    const recoveryCodes = new Set(recoveryCodeHashes.map((hash) => hash.toString('hex')));
    Object.assign(found, { isConfirmed: true, lastStep: step, recoveryCodes });
    return true;
  }

  async use(_tx: Tx, userId: string, proof: FactorProof): Promise<boolean> {
    const found = this.factors.get(userId);
    if (!found?.isConfirmed) return false;
    if ('recoveryCodeHash' in proof) return found.recoveryCodes.delete(proof.recoveryCodeHash.toString('hex'));
    if (found.lastStep >= proof.step) return false;
    found.lastStep = proof.step;
    return true;
  }

  async remove(_tx: Tx, userId: string): Promise<boolean> {
    const wasOn = this.factors.get(userId)?.isConfirmed ?? false;
    this.factors.delete(userId);
    return wasOn;
  }
}
