/** Names and dates what an account gets. */
export class FakeIds {
  now: () => Date = () => new Date();
  private count = 0;

  next(prefix: string): string {
    return `${prefix}_fake${String(++this.count).padStart(10, '0')}`;
  }

  /** The time as Stripe writes it. */
  get seconds(): number {
    return Math.floor(this.now().getTime() / 1_000);
  }
}
