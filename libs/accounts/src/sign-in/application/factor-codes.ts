import { codeCharacters } from '@app/banking';
import { randomText, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { TokenHasher } from '../../keys/application/ports';
import {
  isTimeCode,
  normalizedRecoveryCode,
  RECOVERY_CODES,
  recoveryCodeOf,
  type FactorProof,
} from '../domain/second-factor';
import { FactorCipher } from './factor-cipher';
import { SecondFactorsRepository, TimeCodes } from './ports';

const RECOVERY_CODE_LENGTH = 10;

/** Makes and checks the codes of second factors: those of an authenticator, and recovery codes. */
@Injectable()
export class FactorCodes {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly codes: TimeCodes,
    private readonly cipher: FactorCipher,
    private readonly hasher: TokenHasher,
    private readonly uow: UnitOfWork,
  ) {}

  /** A secret, in clear text for the user's authenticator and encrypted for storage. */
  newSecret({ id, email }: { id: string; email: string }): { url: string; secret: string; encrypted: Buffer } {
    const secret = this.codes.newSecret();
    return { url: this.codes.urlOf(secret, email), secret, encrypted: this.cipher.encrypt(secret, id) };
  }

  newRecoveryCodes(userId: string): { codes: string[]; hashes: Buffer[] } {
    const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCodeOf(randomText(RECOVERY_CODE_LENGTH)));
    return { codes, hashes: codes.map((code) => this.hashOf(userId, code)) };
  }

  /** The time step for which the code is right; undefined when it is wrong. */
  stepOf(encryptedSecret: Buffer, userId: string, code: string): number | undefined {
    if (!isTimeCode(code)) return undefined;
    return this.codes.stepOf(this.cipher.decrypt(encryptedSecret, userId), codeCharacters(code));
  }

  /** Whether the code, of the authenticator or for recovery, is right. The code is then spent. */
  async accept(userId: string, code: string): Promise<boolean> {
    const proof = await this.proofOf(userId, code);
    return proof !== undefined && this.uow.once((tx) => this.factors.use(tx, userId, proof));
  }

  private async proofOf(userId: string, code: string): Promise<FactorProof | undefined> {
    if (!isTimeCode(code)) return { recoveryCodeHash: this.hashOf(userId, code) };
    const found = await this.factors.find(userId);
    const step = found?.isConfirmed ? this.stepOf(found.encryptedSecret, userId, code) : undefined;
    return step === undefined ? undefined : { step };
  }

  /** The label separates recovery codes from everything else that is hashed under the pepper. */
  private hashOf(userId: string, code: string): Buffer {
    return this.hasher.hash(`recovery code ${userId} ${normalizedRecoveryCode(code)}`);
  }
}
