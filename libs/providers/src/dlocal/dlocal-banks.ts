import type { PayerBank } from '@app/rails';
import { ExpiringCache } from '@app/platform';
import type { Clock } from '@app/kernel';
import type { DlocalClient } from './dlocal-client';
import { banksIn, type DlocalMethod } from './dlocal-methods';

const MAX_AGE_MS = 3_600_000;
const MAX_METHODS = 16;
/** One load serves several payers, none of whom can end it. */
const LOAD_MS = 9_000;

/**
 * The banks of methods, which dLocal lists. A list is an hour old at most while dLocal responds; after that payers get the
 * last one while it is asked again, so that a failure of dLocal takes no list away.
 */
export class DlocalBanks {
  private readonly fresh: ExpiringCache<readonly PayerBank[]>;
  private readonly last = new Map<string, readonly PayerBank[]>();

  constructor(
    private readonly client: DlocalClient,
    clock: Clock,
  ) {
    this.fresh = new ExpiringCache(clock, { maxAgeMs: MAX_AGE_MS, maxEntries: MAX_METHODS });
  }

  /** Throws when dLocal has never listed them. */
  async of(method: DlocalMethod): Promise<readonly PayerBank[]> {
    const [fresh, last] = [this.fresh.get(method.code), this.last.get(method.code)];
    if (fresh) return fresh;
    const loading = this.fresh.load(method.code, () => this.load(method));
    if (!last) return loading;
    // The client logs what fails.
    loading.catch(() => undefined);
    return last;
  }

  private async load(method: DlocalMethod): Promise<readonly PayerBank[]> {
    const path = `/payments-methods?country=${method.country}`;
    const listed = await this.client.get(path, AbortSignal.timeout(LOAD_MS));
    if (!Array.isArray(listed)) throw new Error('dLocal did not list the payment methods');
    const banks = banksIn(listed as unknown[], method.id);
    if (!banks) throw new Error(`dLocal does not list ${method.id} in ${method.country} for this merchant`);
    this.last.set(method.code, banks);
    return banks;
  }
}
