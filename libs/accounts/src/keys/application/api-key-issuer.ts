import { newId, randomText, type Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/domain/account';
import { lastFourOf, SECRET_LENGTH, visiblePrefix, type KeyEnvironment } from '../domain/api-key';
import { ApiKeyNotFoundError } from '../domain/errors';
import { DEFAULT_RATE_LIMIT, type KeySettings, type ManagedKey } from '../domain/key-settings';
import { ApiKeysRepository, TokenHasher } from './ports';

/** A key to be issued to a user. Without origins it works from anywhere, without an end it never expires. */
export interface NewKey
  extends Pick<KeySettings, 'name' | 'permissions'>, Partial<Omit<KeySettings, 'name' | 'permissions'>> {
  userId: string;
  environment: KeyEnvironment;
}

export interface CreatedKey {
  key: ManagedKey;
  /** The complete key, which is returned only here. */
  apiKey: string;
}

/** Issues API keys, without an audit entry of their own. */
@Injectable()
export class ApiKeyIssuer {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly hasher: TokenHasher,
  ) {}

  /** With `most`, throws `TooManyApiKeysError` when the account has that many keys already. */
  async issue(tx: Tx, account: Account, key: NewKey, most?: number): Promise<CreatedKey> {
    const apiKey = `${visiblePrefix(account.slug, key.environment)}_${randomText(SECRET_LENGTH)}`;
    const id = newId();
    const record = {
      id,
      accountId: account.id,
      secretHash: this.hasher.hash(apiKey),
      lastFour: lastFourOf(apiKey),
      ...key,
      allowedOrigins: key.allowedOrigins ?? [],
      rateLimit: key.rateLimit ?? DEFAULT_RATE_LIMIT,
      expiresAt: key.expiresAt ?? null,
    };
    await this.keys.insert(tx, record, most);
    return { key: foundKey(await this.keys.lock(tx, account.id, id)), apiKey };
  }
}

/** Throws `ApiKeyNotFoundError`. */
export function foundKey(key: ManagedKey | undefined): ManagedKey {
  if (!key) throw new ApiKeyNotFoundError();
  return key;
}
