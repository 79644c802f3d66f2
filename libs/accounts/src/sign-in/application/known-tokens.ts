/** Sessions that a process remembers. Each takes about 150 bytes. */
const MOST = 20_000;

/**
 * Hashes of tokens whose session this process started or found recently. While an address sends too many invalid
 * tokens, only these are looked up in the database, which decides whether they are still valid.
 */
export class KnownTokens {
  private readonly hashes = new Set<string>();

  constructor(private readonly most = MOST) {}

  has(hash: Buffer): boolean {
    return this.hashes.has(hash.toString('base64'));
  }

  /** Remembers the token, in place of the one that was remembered first when there are too many. */
  add(hash: Buffer): void {
    const key = hash.toString('base64');
    if (this.hashes.has(key)) return;
    if (this.hashes.size >= this.most) this.hashes.delete(this.hashes.keys().next().value as string);
    this.hashes.add(key);
  }

  delete(hash: Buffer): void {
    this.hashes.delete(hash.toString('base64'));
  }
}
