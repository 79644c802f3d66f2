import { Clock, UnitOfWork } from '@app/kernel';
import { ExpiringCache } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { hash as digest, timingSafeEqual } from 'node:crypto';
import type { Account } from '../../accounts/domain/account';
import { isExpired, parseKey, type ApiKey } from '../domain/api-key';
import { AuditLog } from '../../audit/application/ports';
import { ApiKeyCredentialsRepository, TokenHasher, type FoundCredential } from './ports';

/** The verdict on a credential. Source of the rejections: specification, Codes. */
export type KeyVerification =
  | { outcome: 'verified'; account: Account; key: ApiKey }
  | { outcome: 'invalid_key_format' | 'invalid_tenant' | 'tenant_init_failed' | 'invalid_api_key' };

/** How long a process can use an outdated key when the notification of the change was lost. */
const MAX_AGE_MS = 4_000;
const MAX_ENTRIES = 10_000;

/**
 * Verifies API keys. Verified keys are cached for a few seconds, so that a busy key costs no query. The database
 * announces every change of an account, user or key (`forget`); the maximum age holds even if that fails. Rejections are
 * not cached. The cache is keyed by a SHA-256 digest of the key, which saves the HMAC: 0.5 µs instead of 4.
 */
@Injectable()
export class ApiKeyVerifier {
  private readonly verified: ExpiringCache<KeyVerification>;

  constructor(
    private readonly credentials: ApiKeyCredentialsRepository,
    private readonly hasher: TokenHasher,
    private readonly audit: AuditLog,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {
    this.verified = new ExpiringCache(clock, { maxAgeMs: MAX_AGE_MS, maxEntries: MAX_ENTRIES });
  }

  /** A cached key, as nearly all are, is neither hashed nor looked up. */
  verify(credential: string): KeyVerification | Promise<KeyVerification> {
    const parsed = parseKey(credential);
    if (!parsed) return { outcome: 'invalid_key_format' };
    const id = digest('sha256', parsed.text, 'base64');
    const cached = this.verified.get(id);
    return cached ? this.rejectExpired(id, cached) : this.loadAndJudge(id, parsed.slug, this.hasher.hash(parsed.text));
  }

  /** Drops the cached keys of one account, or all. */
  forget(accountId?: string): void {
    if (accountId === undefined) this.verified.clear();
    else this.verified.deleteWhere((key) => key.outcome === 'verified' && key.account.id === accountId);
  }

  private async loadAndJudge(id: string, slug: string, hash: Buffer): Promise<KeyVerification> {
    const load = async () => judge(await this.credentials.find(slug, hash), hash);
    return this.rejectExpired(id, await this.verified.load(id, load, ({ outcome }) => outcome === 'verified'));
  }

  private rejectExpired(id: string, result: KeyVerification): KeyVerification | Promise<KeyVerification> {
    if (result.outcome !== 'verified' || !isExpired(result.key, this.clock.now())) return result;
    this.verified.delete(id);
    return this.deactivate(result.key).then(() => ({ outcome: 'invalid_api_key' }));
  }

  /** The first request after its date deactivates a key. Rule 2.12. */
  private deactivate({ id, accountId, expiresAt }: ApiKey): Promise<void> {
    return this.uow.run(async (tx) => {
      if (!(await this.credentials.deactivate(tx, id))) return;
      await this.audit.record(tx, {
        actor: { type: 'system', name: 'api' },
        action: 'api_key.expired',
        object: { type: 'api_key', id },
        accountId,
        details: { expires_at: expiresAt },
      });
    });
  }
}

function judge(found: FoundCredential | undefined, hash: Buffer): KeyVerification {
  if (!found) return { outcome: 'invalid_tenant' };
  if (!isConsistent(found.account)) return { outcome: 'tenant_init_failed' };
  if (!found.key || !timingSafeEqual(found.key.secretHash, hash)) return { outcome: 'invalid_api_key' };
  return { outcome: 'verified', account: found.account, key: found.key.record };
}

/** An account that was not provisioned completely cannot be served. */
function isConsistent(account: Account): boolean {
  return account.name.trim() !== '' && /^[A-Z]{2}$/.test(account.country);
}
