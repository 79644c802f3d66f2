/** Gives up what was taken; calling it again does nothing. */
export type Release = () => void;

/** How many slots one user may take, and all users of an account together. */
export interface SlotLimits {
  ofUser: number;
  ofAccount: number;
}

interface Slots {
  taken: number;
  /** Callers without a slot, in the order of their arrival. */
  readonly waiting: Set<() => void>;
}

/**
 * Slots of each user and of each account, counted in this process: each of several API processes has as many. They bound
 * how many of one process's database connections a user or an account can take, and so need no shared counter.
 */
export class HeavySlots {
  private readonly users: KeyedSlots;
  private readonly accounts: KeyedSlots;

  constructor(
    { ofUser, ofAccount }: SlotLimits,
    private readonly waitMs: number,
  ) {
    this.users = new KeyedSlots(ofUser);
    this.accounts = new KeyedSlots(ofAccount);
  }

  /** Resolves with a slot of the user and one of the account, or with undefined if one of them has none free in time. */
  async take(user: string, account: string): Promise<Release | undefined> {
    const deadline = performance.now() + this.waitMs;
    const own = await this.users.take(user, this.waitMs);
    // Only a user who has a slot waits for one of the account.
    const shared = own && (await this.accounts.take(account, Math.max(0, deadline - performance.now())));
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

/** A number of slots for each key. */
class KeyedSlots {
  private readonly byKey = new Map<string, Slots>();

  constructor(private readonly perKey: number) {}

  /** Resolves with a slot of the key, or with undefined when none became free in time. */
  async take(key: string, waitMs: number): Promise<Release | undefined> {
    const slots = this.byKey.get(key) ?? { taken: 0, waiting: new Set() };
    this.byKey.set(key, slots);
    if (slots.taken < this.perKey) slots.taken += 1;
    else if (!(await this.handedOver(slots, waitMs))) return undefined;
    let held = true;
    return () => {
      if (held) this.release(key, slots);
      held = false;
    };
  }

  /** A released slot goes to the caller who has waited longest, and stays taken. */
  private handedOver({ waiting }: Slots, waitMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const accept = (): void => {
        clearTimeout(timeout);
        resolve(true);
      };
      const timeout = setTimeout(() => {
        waiting.delete(accept);
        resolve(false);
      }, waitMs);
      waiting.add(accept);
    });
  }

  private release(key: string, slots: Slots): void {
    const [next] = slots.waiting;
    if (next) {
      slots.waiting.delete(next);
      next();
      return;
    }
    slots.taken -= 1;
    if (slots.taken === 0) this.byKey.delete(key);
  }
}
