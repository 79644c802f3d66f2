/** Gives up a slot; calling it again does nothing. */
export type Release = () => void;

interface Slots {
  taken: number;
  /** In the order of their arrival. */
  readonly waiting: Set<() => void>;
}

/**
 * A number of slots for each user, counted in this process: with several API processes, a user has as many slots in each.
 * They bound how much of one process's database connections a user can take, and so need no shared counter.
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
