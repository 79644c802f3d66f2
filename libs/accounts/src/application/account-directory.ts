import { Clock, UnitOfWork } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { timingSafeEqual } from 'node:crypto';
import type { Account } from '../domain/account';
import { isExpired, parseKey, type ApiKey } from '../domain/api-key';
import { ApiKeysRepository, KeyHasher, type KeyLookup } from './ports';

/** How a credential was judged. Source of the refusals: specification, Codes. */
export type KeyVerification =
  | { outcome: 'verified'; account: Account; key: ApiKey }
  | { outcome: 'invalid_key_format' | 'invalid_tenant' | 'tenant_init_failed' | 'invalid_api_key' };

interface Cached {
  account: Account;
  key: ApiKey;
  loadedAt: number;
}

/** The bound on how long a process may go by what it remembers, when the notice of a change got lost. */
const MAX_AGE_MS = 4_000;
const MAX_ENTRIES = 10_000;

/**
 * Verifies API keys. Verified keys are remembered for a few seconds, so that a busy key costs no query; the database
 * announces every change of an account, user or key (`forget`), and the age bound holds even if that fails.
 */
@Injectable()
export class AccountDirectory {
  private readonly verified = new Map<string, Cached>();
  private readonly loading = new Map<string, Promise<KeyVerification>>();
  private generation = 0;

  constructor(
    private readonly keys: ApiKeysRepository,
    private readonly hasher: KeyHasher,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** Answers at once for a key that is remembered, as nearly all are: no promise on the hot path. */
  verify(credential: string): KeyVerification | Promise<KeyVerification> {
    const parsed = parseKey(credential);
    if (!parsed) return { outcome: 'invalid_key_format' };
    const hash = this.hasher.hash(parsed.text);
    const id = hash.toString('base64');
    const remembered = this.remembered(id);
    return remembered ? this.refuseExpired(id, remembered) : this.loadAndJudge(id, parsed.slug, hash);
  }

  /** Drops what is remembered of one account, or of all. Lookups under way are not joined any more: they may be old. */
  forget(accountId?: string): void {
    this.generation += 1;
    this.loading.clear();
    if (accountId === undefined) this.verified.clear();
    for (const [id, entry] of this.verified) if (entry.account.id === accountId) this.verified.delete(id);
  }

  private async loadAndJudge(id: string, slug: string, hash: Buffer): Promise<KeyVerification> {
    return this.refuseExpired(id, await this.load(id, slug, hash));
  }

  /** The specification has the first request after the date deactivate the key. */
  private refuseExpired(id: string, result: KeyVerification): KeyVerification | Promise<KeyVerification> {
    if (result.outcome !== 'verified' || !isExpired(result.key, this.clock.now())) return result;
    this.verified.delete(id);
    return this.uow
      .once((tx) => this.keys.deactivate(tx, result.key.id))
      .then(() => ({ outcome: 'invalid_api_key' as const }));
  }

  private remembered(id: string): KeyVerification | undefined {
    const entry = this.verified.get(id);
    if (!entry) return undefined;
    const age = this.clock.now().getTime() - entry.loadedAt;
    // A clock that was set back makes the age negative.
    if (age < 0 || age > MAX_AGE_MS) {
      this.verified.delete(id);
      return undefined;
    }
    return { outcome: 'verified', account: entry.account, key: entry.key };
  }

  private load(id: string, slug: string, hash: Buffer): Promise<KeyVerification> {
    const running = this.loading.get(id);
    if (running) return running;
    const started = this.lookUp(id, slug, hash).finally(() => {
      if (this.loading.get(id) === started) this.loading.delete(id);
    });
    this.loading.set(id, started);
    return started;
  }

  private async lookUp(id: string, slug: string, hash: Buffer): Promise<KeyVerification> {
    const generation = this.generation;
    const loadedAt = this.clock.now().getTime();
    const found = await this.keys.lookUp(slug, hash);
    const result = judge(found, hash);
    // What was read before a change was announced may be what the change replaced.
    if (result.outcome === 'verified' && generation === this.generation) {
      if (this.verified.size >= MAX_ENTRIES) this.verified.delete(this.verified.keys().next().value as string);
      this.verified.set(id, { account: result.account, key: result.key, loadedAt });
    }
    return result;
  }
}

function judge(found: KeyLookup | undefined, hash: Buffer): KeyVerification {
  if (!found) return { outcome: 'invalid_tenant' };
  if (!isConsistent(found.account)) return { outcome: 'tenant_init_failed' };
  if (!found.key || !timingSafeEqual(found.key.secretHash, hash)) return { outcome: 'invalid_api_key' };
  return { outcome: 'verified', account: found.account, key: found.key.record };
}

/** An account that was not provisioned to its end cannot be served, whatever its key. */
function isConsistent(account: Account): boolean {
  return account.name.trim() !== '' && /^[A-Z]{2}$/.test(account.country);
}
