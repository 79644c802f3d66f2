import { createHash } from 'node:crypto';
import { KeyHasher, PasswordHasher } from '../application/ports';

/** Fast, for tests only. */
export class FakePasswordHasher extends PasswordHasher {
  async hash(password: string): Promise<string> {
    return `hash of ${password}`;
  }

  async verify(hash: string, password: string): Promise<boolean> {
    return hash === `hash of ${password}`;
  }
}

export class FakeKeyHasher extends KeyHasher {
  hash(key: string): Buffer {
    return createHash('sha256').update(key).digest();
  }
}
