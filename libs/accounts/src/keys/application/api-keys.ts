import {
  Clock,
  IdempotentAnswers,
  newId,
  randomText,
  pageById,
  UnitOfWork,
  ValidationError,
  type IdempotentAnswer,
  type Page,
  type PageRequest,
  type Tx,
} from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { Account } from '../../accounts/domain/account';
import { lastFourOf, MAX_KEYS, SECRET_LENGTH, visiblePrefix, type KeyEnvironment } from '../domain/api-key';
import type { Actor } from '../../audit/domain/audit';
import { ApiKeyNotFoundError } from '../domain/errors';
import { UnauthenticatedError } from '../../sign-in/domain/errors';
import {
  assertMayGrantToKey,
  DEFAULT_RATE_LIMIT,
  differences,
  widens,
  type KeyChanges,
  type KeySettings,
  type ManagedKey,
} from '../domain/key-settings';
import type { PanelUser } from '../../users/domain/panel-user';
import { assertMayIssueKeys } from '../../accounts/domain/policies';
import { AccountNotices } from '../../users/application/account-notices';
import { ApiKeyVerifier } from './api-key-verifier';
import { ApiKeysRepository, TokenHasher } from './ports';
import { AuditLog } from '../../audit/application/ports';
import { UsersRepository } from '../../users/application/ports';

/** A key to be issued to a user. Without origins it works from anywhere, without an end it never expires. */
export interface NewKey
  extends Pick<KeySettings, 'name' | 'permissions'>, Partial<Omit<KeySettings, 'name' | 'permissions'>> {
  userId: string;
  environment: KeyEnvironment;
}

export interface IssuedKey {
  id: string;
  /** The complete key, which is returned only here. */
  apiKey: string;
  prefix: string;
}

export interface CreatedKey {
  key: ManagedKey;
  /** The complete key, which is returned only here. */
  apiKey: string;
}

/**
 * The API keys of an account, as its panel users manage them. Every change has its audit entry. It takes effect in this
 * process at once, and in the others when the database has announced it.
 */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly users: UsersRepository,
    private readonly hasher: TokenHasher,
    private readonly directory: ApiKeyVerifier,
    private readonly notices: AccountNotices,
    private readonly audit: AuditLog,
    private readonly answers: IdempotentAnswers,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  list(accountId: string, page: PageRequest): Promise<Page<ManagedKey>> {
    return pageById(page, (limit, olderThan) => this.keys.list(accountId, limit, olderThan));
  }

  /**
   * Creates an active key of the user in the environment `live`, and keeps the answer for repeated calls. Throws
   * `KycRequiredError` unless the account's identity is verified, `PermissionDeniedError` for a permission that the user
   * cannot give, and `ValidationError`, also for an account that has `MAX_KEYS` keys.
   */
  async create(
    user: PanelUser,
    by: Actor,
    settings: KeySettings,
    answer?: IdempotentAnswer<CreatedKey>,
  ): Promise<CreatedKey> {
    const { account } = user;
    assertMayIssueKeys(account);
    assertMayGrantToKey(user.permissions, settings.permissions);
    this.assertExpiresLater(settings);
    return this.uow.run(async (tx) => {
      assertMayGrantToKey(await this.permissionsNow(tx, user), settings.permissions);
      const key = { ...settings, userId: user.id, environment: 'live' as const };
      const { id, apiKey } = await this.issue(tx, account, key, MAX_KEYS);
      const created = { key: found(await this.keys.lock(tx, account.id, id)), apiKey };
      await this.audit.record(tx, {
        ...entry('created', by, created.key),
        details: {
          name: settings.name,
          permissions: settings.permissions,
          allowed_origins: settings.allowedOrigins,
          rate_limit: settings.rateLimit,
          expires_at: settings.expiresAt,
        },
      });
      await this.notices.send(tx, {
        kind: 'api_key_created',
        account,
        by,
        author: user.email,
        concerns: user.email,
        about: settings.name,
      });
      await this.answers.keep(tx, answer, created);
      return created;
    });
  }

  /**
   * Issues a key, without an audit entry of its own. With `most`, throws `TooManyApiKeysError` when the account has that
   * many keys already.
   */
  async issue(tx: Tx, account: Account, key: NewKey, most?: number): Promise<IssuedKey> {
    const prefix = visiblePrefix(account.slug, key.environment);
    const apiKey = `${prefix}_${randomText(SECRET_LENGTH)}`;
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
    return { id, apiKey, prefix };
  }

  /**
   * Changes the fields that were sent. Throws `ValidationError`, `ApiKeyNotFoundError`, and `PermissionDeniedError` for a
   * new permission that the user cannot give, or any when the change `widens` the use of the key.
   */
  async update(user: PanelUser, by: Actor, id: string, changes: KeyChanges): Promise<ManagedKey> {
    const accountId = user.account.id;
    this.assertExpiresLater(changes);
    const key = await this.uow.run(async (tx) => {
      const held = await this.permissionsNow(tx, user);
      const before = found(await this.keys.lock(tx, accountId, id));
      const after = { ...before, ...changes };
      assertMayGrantToKey(held, after.permissions, widens(before, after) ? [] : before.permissions);
      this.refuseActivationOfExpired(after, changes.isActive);
      const changed = differences(before, after);
      if (Object.keys(changed).length === 0) return before;
      await this.keys.update(tx, after);
      await this.audit.record(tx, { ...entry('updated', by, after), details: changed });
      return after;
    });
    this.directory.forget(accountId);
    return key;
  }

  /** Deletes the key; links and webhook endpoints that were created with it stay. Throws `ApiKeyNotFoundError`. */
  async remove(accountId: string, by: Actor, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const key = found(await this.keys.lock(tx, accountId, id));
      await this.keys.remove(tx, accountId, id);
      await this.audit.record(tx, { ...entry('deleted', by, key), details: { name: key.name } });
    });
    this.directory.forget(accountId);
  }

  /**
   * What the user may do as of now; changes of users wait until the transaction ends. Otherwise a key that is made while
   * its user loses a permission would keep it.
   */
  private async permissionsNow(tx: Tx, { id, account }: PanelUser): Promise<readonly string[]> {
    const user = (await this.users.lock(tx, account.id)).find((each) => each.id === id && each.isActive);
    if (!user) throw UnauthenticatedError.noSession();
    return user.permissions;
  }

  private assertExpiresLater({ expiresAt }: Pick<KeyChanges, 'expiresAt'>): void {
    if (expiresAt && expiresAt <= this.clock.now()) throw ValidationError.of('expires_at', 'must be in the future');
  }

  /** The first request would deactivate it again, and its answer would not say why. */
  private refuseActivationOfExpired({ expiresAt }: ManagedKey, isActive: boolean | undefined): void {
    if (isActive && expiresAt && expiresAt <= this.clock.now()) {
      throw ValidationError.of('is_active', 'The key has expired: move its expires_at as well.');
    }
  }
}

function entry(done: string, by: Actor, { id, accountId }: ManagedKey) {
  return { actor: by, action: `api_key.${done}`, object: { type: 'api_key', id }, accountId };
}

function found(key: ManagedKey | undefined): ManagedKey {
  if (!key) throw new ApiKeyNotFoundError();
  return key;
}
