import { codeCharacters } from '@app/banking';
import { randomText, UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../audit/domain/audit';
import { UnauthenticatedError } from '../domain/errors';
import type { PanelUser } from '../../users/domain/panel-user';
import {
  isTimeCode,
  normalizedRecoveryCode,
  RECOVERY_CODES,
  recoveryCodeOf,
  type FactorProof,
} from '../domain/second-factor';
import type { Caller } from '../domain/sign-in';
import { AccountNotices, ofUser } from '../../users/application/account-notices';
import { CurrentPassword } from '../../users/application/current-password';
import { FactorCipher } from './factor-cipher';
import { AuditLog } from '../../audit/application/ports';
import { TokenHasher } from '../../keys/application/ports';
import { SecondFactorsRepository, TimeCodes } from './ports';
import { SignInLock } from './sign-in-lock';

/** What a user puts into an authenticator. Returned here and never again. */
export interface FactorSetUp {
  url: string;
  secret: string;
}

const RECOVERY_CODE_LENGTH = 10;

/** The second factor of users: an authenticator's codes, and recovery codes for when it is lost. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly codes: TimeCodes,
    private readonly cipher: FactorCipher,
    private readonly hasher: TokenHasher,
    private readonly current: CurrentPassword,
    private readonly lock: SignInLock,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * A new secret, which counts once it is confirmed. A wrong password counts as a failed sign-in. Throws
   * `UnauthenticatedError`, `SignInLockedError`, and `ValidationError` while a second factor is on.
   */
  async begin(caller: Caller, password: string): Promise<FactorSetUp> {
    const { id, email } = caller.user;
    await this.lock.verify(
      caller,
      () => this.current.isRight(caller.user, password),
      () => UnauthenticatedError.wrongPassword(),
    );
    const secret = this.codes.newSecret();
    const encrypted = this.cipher.encrypt(secret, id);
    if (!(await this.uow.once((tx) => this.factors.begin(tx, id, encrypted)))) throw alreadyOn();
    return { url: this.codes.urlOf(secret, email), secret };
  }

  /**
   * Turns the second factor on with a code of the new secret; returns the recovery codes, here and never again. Throws
   * `ValidationError` and `SignInLockedError`.
   */
  async confirm(caller: Caller, code: string): Promise<string[]> {
    const { user, by } = caller;
    const found = await this.factors.find(user.id);
    if (!found) throw new ValidationError('There is nothing to confirm. Start with POST /auth/totp.');
    if (found.isConfirmed) throw alreadyOn();
    let step: number | undefined;
    await this.lock.verify(
      caller,
      async () => (step = this.stepOf(found.encryptedSecret, user.id, code)) !== undefined,
      wrongCode,
    );
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, () =>
      recoveryCodeOf(randomText(RECOVERY_CODE_LENGTH)),
    );
    const recoveryCodeHashes = recoveryCodes.map((each) => this.hashOf(user.id, each));
    await this.uow.run(async (tx) => {
      const factor = { encryptedSecret: found.encryptedSecret, step: step as number, recoveryCodeHashes };
      if (!(await this.factors.confirm(tx, user.id, factor))) throw wrongCode();
      await this.audit.record(tx, entry('second_factor_enabled', by, user));
      await this.notices.send(tx, ofUser('second_factor_enabled', user, by));
    });
    return recoveryCodes;
  }

  /** Turns the second factor off. Throws `ValidationError` and `SignInLockedError`. */
  async remove(caller: Caller, code: string): Promise<void> {
    const { user, by } = caller;
    if (!(await this.factors.find(user.id))?.isConfirmed) throw new ValidationError('No second factor is on.');
    await this.lock.verify(caller, () => this.accepts(user.id, code), wrongCode);
    await this.uow.run(async (tx) => {
      if (await this.factors.remove(tx, user.id)) {
        await this.audit.record(tx, entry('second_factor_disabled', by, user));
        await this.notices.send(tx, ofUser('second_factor_disabled', user, by));
      }
    });
  }

  /** Whether the code, of the authenticator or for recovery, is right. The code is then spent. */
  async accepts(userId: string, code: string): Promise<boolean> {
    const proof = await this.proofOf(userId, code);
    return proof !== undefined && this.uow.once((tx) => this.factors.use(tx, userId, proof));
  }

  private async proofOf(userId: string, code: string): Promise<FactorProof | undefined> {
    if (!isTimeCode(code)) return { recoveryCodeHash: this.hashOf(userId, code) };
    const found = await this.factors.find(userId);
    const step = found?.isConfirmed ? this.stepOf(found.encryptedSecret, userId, code) : undefined;
    return step === undefined ? undefined : { step };
  }

  private stepOf(encryptedSecret: Buffer, userId: string, code: string): number | undefined {
    if (!isTimeCode(code)) return undefined;
    return this.codes.stepOf(this.cipher.open(encryptedSecret, userId), codeCharacters(code));
  }

  /** The label separates recovery codes from everything else that is hashed under the pepper. */
  private hashOf(userId: string, code: string): Buffer {
    return this.hasher.hash(`recovery code ${userId} ${normalizedRecoveryCode(code)}`);
  }
}

function wrongCode(): ValidationError {
  return ValidationError.of('code', 'The code is wrong, or was used before.');
}

function alreadyOn(): ValidationError {
  return new ValidationError('A second factor is on already. Turn it off first.');
}

function entry(done: string, by: Actor, { id, account }: PanelUser) {
  return { actor: by, action: `user.${done}`, object: { type: 'user', id }, accountId: account.id };
}
