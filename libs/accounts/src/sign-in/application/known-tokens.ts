/** Sessions that a process remembers. Each takes about 150 bytes. */
const MOST = 20_000;

/**
 * Tokens whose session this process began or found lately, by their hash. It says which tokens deserve a look at the
 * database while their address sends too many worthless ones; whether they are still valid is for the database to say.
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
