import { Injectable } from '@nestjs/common';
import { assertPassword } from '../domain/panel-user';
import { CommonPasswords, PasswordHasher } from './ports';

/** Checks and hashes passwords before they are set, by users and by staff alike. */
@Injectable()
export class PasswordRules {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly common: CommonPasswords,
  ) {}

  /**
   * The hash to store. Hashing is slow, so it belongs before a transaction. Throws `ValidationError` that names
   * `password` when it is too short, too long or common.
   */
  async hash(password: string): Promise<string> {
    this.assertAllowed(password);
    return this.hasher.hash(password);
  }

  /** Throws like `hash`, and hashes nothing. */
  assertAllowed(password: string): void {
    assertPassword(password.normalize('NFC'), (each) => this.common.has(each));
  }
}
