import { createHash } from 'node:crypto';
import { WalletDigests } from '../application/ports';
import type { WalletDigest } from '../domain/seal';
import type { InMemoryBooks } from './in-memory-books';

/** Digests the same facts as PostgreSQL, in another form. */
export class InMemoryWalletDigests extends WalletDigests {
  constructor(private readonly books: InMemoryBooks) {
    super();
  }

  ofAll(): Promise<WalletDigest[]> {
    return this.upTo([...this.books.wallets.values()].map(({ id, version }) => ({ walletId: id, version })));
  }

  async upTo(versions: readonly Pick<WalletDigest, 'walletId' | 'version'>[]): Promise<WalletDigest[]> {
    return [...versions]
      .sort((a, b) => (a.walletId < b.walletId ? -1 : 1))
      .flatMap(({ walletId, version }) => {
        const wallet = this.books.wallets.get(walletId);
        if (!wallet) return [];
        const { accountId, currency } = wallet;
        return [{ walletId, accountId, currency, version: wallet.version, digest: this.digest(walletId, version) }];
      });
  }

  private digest(walletId: string, version: number): string {
    const entries = new Map([...this.books.entries.values()].map((entry) => [entry.id, entry]));
    const touching = this.books.postings.filter(
      ({ posting, link }) =>
        posting.side === 'wallet' && posting.walletId === walletId && (link?.version ?? 0) <= version,
    );
    const hash = createHash('sha256');
    for (const { entryId } of touching) hash.update(JSON.stringify(entries.get(entryId)));
    return hash.digest('hex');
  }
}
