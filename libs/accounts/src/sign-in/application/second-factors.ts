import { UnitOfWork, ValidationError } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { ofUser, SensitiveChanges } from '../../users/application/sensitive-changes';
import { userEntry } from '../../users/application/user-entry';
import { UnauthenticatedError } from '../domain/errors';
import type { Caller } from '../domain/sign-in';
import { CredentialCheck } from './credential-check';
import { FactorCodes } from './factor-codes';
import { SecondFactorsRepository } from './ports';
import { SignInLock } from './sign-in-lock';

/** What a user puts into an authenticator. Returned here and never again. */
export interface FactorSetUp {
  url: string;
  secret: string;
}

/** The second factor of users: an authenticator's codes, and recovery codes for when it is lost. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly factors: SecondFactorsRepository,
    private readonly codes: FactorCodes,
    private readonly credentials: CredentialCheck,
    private readonly lock: SignInLock,
    private readonly changes: SensitiveChanges,
    private readonly uow: UnitOfWork,
  ) {}

  /**
   * A new secret, which counts once it is confirmed. A wrong password counts as a failed sign-in. Throws
   * `UnauthenticatedError`, `SignInLockedError`, and `ValidationError` while a second factor is on.
   */
  async begin(caller: Caller, password: string): Promise<FactorSetUp> {
    const { user } = caller;
    await this.lock.verify(
      caller,
      () => this.credentials.isPassword(user, password),
      () => UnauthenticatedError.wrongPassword(),
    );
    const { url, secret, encrypted } = this.codes.newSecret(user);
    if (!(await this.uow.once((tx) => this.factors.begin(tx, user.id, encrypted)))) throw alreadyOn();
    return { url, secret };
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
      async () => (step = this.codes.stepOf(found.encryptedSecret, user.id, code)) !== undefined,
      wrongCode,
    );
    const { codes, hashes } = this.codes.newRecoveryCodes(user.id);
    await this.uow.run(async (tx) => {
      const factor = { encryptedSecret: found.encryptedSecret, step: step as number, recoveryCodeHashes: hashes };
      if (!(await this.factors.confirm(tx, user.id, factor))) throw wrongCode();
      const entry = userEntry('second_factor_enabled', by, user);
      await this.changes.record(tx, entry, ofUser('second_factor_enabled', user));
    });
    return codes;
  }

  /** Turns the second factor off. Throws `ValidationError` and `SignInLockedError`. */
  async remove(caller: Caller, code: string): Promise<void> {
    const { user, by } = caller;
    if (!(await this.factors.find(user.id))?.isConfirmed) throw new ValidationError('No second factor is on.');
    await this.lock.verify(caller, () => this.codes.accept(user.id, code), wrongCode);
    await this.uow.run(async (tx) => {
      if (await this.factors.remove(tx, user.id)) {
        const entry = userEntry('second_factor_disabled', by, user);
        await this.changes.record(tx, entry, ofUser('second_factor_disabled', user));
      }
    });
  }
}

function wrongCode(): ValidationError {
  return ValidationError.of('code', 'The code is wrong, or was used before.');
}

function alreadyOn(): ValidationError {
  return new ValidationError('A second factor is on already. Turn it off first.');
}
