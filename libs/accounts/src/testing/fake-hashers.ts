import { createHash } from 'node:crypto';
import { CommonPasswords, PasswordHasher } from '../users/application/ports';
import { TokenHasher } from '../keys/application/ports';

/** Fast, for tests only. */
export class FakePasswordHasher extends PasswordHasher {
  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return hash === `hash of ${password}`;
  }
}

/** One common password, for tests. */
export class OneCommonPassword extends CommonPasswords {
  has(password: string): boolean {
    return password === 'password123';
  }
}

export class FakeKeyHasher extends TokenHasher {
  hash(key: string): Buffer {
    return createHash('sha256').update(key).digest();
  }
}
