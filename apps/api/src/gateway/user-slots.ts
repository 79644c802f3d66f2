/** Gives up a slot; calling it again does nothing. */
export type Release = () => void;

interface Slots {
  taken: number;
  /** In the order of their arrival. */
  readonly waiting: Set<() => void>;
}

/**
 * A number of slots for each user, or account, counted in this process: with several API processes, each has as many slots
 * in each. They bound how much of one process's database connections one can take, and so need no shared counter.
 */
export class UserSlots {
  private readonly users = new Map<string, Slots>();

  constructor(
    private readonly perUser: number,
    private readonly waitMs: number,
  ) {}

  /** Resolves with a slot of the user, or with undefined when none became free in time. */
  async take(user: string): Promise<Release | undefined> {
    const slots = this.users.get(user) ?? { taken: 0, waiting: new Set() };
    this.users.set(user, slots);
    if (slots.taken < this.perUser) slots.taken += 1;
    else if (!(await this.handedOver(slots))) return undefined;
    let held = true;
    return () => {
      if (held) this.release(user, slots);
      held = false;
    };
  }

  /** A slot that is given up goes to the one who waits longest, and stays taken. */
  private handedOver({ waiting }: Slots): Promise<boolean> {
    return new Promise((resolve) => {
      const accept = (): void => {
        clearTimeout(timeout);
        resolve(true);
      };
      const timeout = setTimeout(() => {
        waiting.delete(accept);
        resolve(false);
      }, this.waitMs);
      waiting.add(accept);
    });
  }

  private release(user: string, slots: Slots): void {
    const [next] = slots.waiting;
    if (next) {
      slots.waiting.delete(next);
      next();
      return;
    }
    slots.taken -= 1;
    if (slots.taken === 0) this.users.delete(user);
  }
}

/** Slots of each user and, in all, of each account: the users of one account cannot take all connections either. */
export class HeavySlots {
  constructor(
    private readonly ofUsers: UserSlots,
    private readonly ofAccounts: UserSlots,
  ) {}

  /** Resolves with a slot of both, or with undefined when none became free in time. */
  async take(user: string, account: string): Promise<Release | undefined> {
    const own = await this.ofUsers.take(user);
    const shared = own && (await this.ofAccounts.take(account));
    if (!shared) {
      own?.();
      return undefined;
    }
    return () => {
      shared();
      own();
    };
  }
}
