import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import type { HttpClient } from '../support/http-client';
import { panelOf, signIn } from '../support/panel';
import type { Merchant, TestService } from '../support/service';
import { randomUpTo, sendAll, type KillableService, type Victim } from './killable-service';

const LONGEST_WAIT_MS = 60_000;
/** The tables of what is ordered. */
const TABLES = ['payouts', 'refunds'] as const;

/** A process to kill while the others continue. */
export interface Kill {
  readonly victim: Victim;
  /**
   * Calls `kill` when the rail has carried out so many calls, and before it responds to the last; resolves when the
   * process has ended. By default the kill follows a random number of acknowledged orders.
   */
  readonly amidCall?: (calls: number, kill: () => Promise<void>) => Promise<void>;
  /**
   * Counts what the service does not know the outcome of when the process has ended: at least one. By default, a worker that
   * is killed amid a call leaves such an order.
   */
  readonly undecided?: () => Promise<number>;
  /** Whether the next kill is amid a call of what this one interrupted; otherwise a worker first takes it up again. */
  readonly leadsToNext?: true;
}

/** What carries the orders out. */
export interface CrashRail {
  /** Statements that make due now what would be due within a minute. */
  readonly nudges: readonly string[];
  /** How many orders it has, and how many of those in the table it paid exactly once. */
  count(service: KillableService): Promise<Pick<Outcome, 'atTheRail' | 'paidOnce'>>;
  /** Reports what it has carried out to the API; resolves to whether the API acknowledged everything. */
  report?(service: KillableService): Promise<boolean>;
}

export interface CrashRequest {
  readonly path: string;
  readonly body: object;
}

/** Orders of one kind, which the worker hands to a rail. */
export interface CrashWork {
  /** What is ordered, in the plural; also the table. */
  readonly name: (typeof TABLES)[number];
  readonly count: number;
  readonly currency: string;
  readonly rail: CrashRail;
  /** Gives the wallet what all orders take, and returns the request of each. */
  readonly prepare: (service: TestService, merchant: Merchant, panel: HttpClient) => Promise<readonly CrashRequest[]>;
}

interface Order extends CrashRequest {
  readonly key: string;
}

/** What has become of the orders of a work. */
interface Outcome {
  readonly ordered: number;
  readonly completed: number;
  /** Their holds. */
  readonly captured: number;
  readonly atTheRail: number;
  readonly paidOnce: number;
}

/** The outcome when each of so many orders was placed once and paid once. */
export function every(count: number): Outcome {
  return { ordered: count, completed: count, captured: count, atTheRail: count, paidOnce: count };
}

/**
 * Places orders of all works at the same time and kills one process after another meanwhile. Each order has its own key, and is
 * placed again until it is acknowledged.
 */
export class CrashTrial {
  private readonly streams = new Map<CrashWork, OrderStream>();

  constructor(
    private readonly service: KillableService,
    private readonly works: readonly CrashWork[],
    private readonly kills: readonly Kill[],
  ) {}

  /**
   * Ends when every order is completed, or when that takes too long: `outcomeOf` says what is missing. `prepareMore` is for what
   * else goes on during the kills.
   */
  async run(prepareMore?: (inProcess: TestService) => Promise<void>): Promise<void> {
    await this.service.within(async (inProcess) => {
      await prepareMore?.(inProcess);
      for (const work of this.works) {
        this.streams.set(work, await OrderStream.prepare(this.service, inProcess, work, this.kills.length));
      }
    });
    await this.service.startAll();
    for (const kill of this.kills) {
      await Promise.all([this.orderUntilKilled(kill), ...this.works.map(({ rail }) => rail.report?.(this.service))]);
      if (kill.victim === 'postgres') await this.service.revive();
      const undecided = await this.undecidedAfter(kill);
      if (undecided !== undefined) expect(undecided).toBeGreaterThan(0);
      const isLeft = kill.victim !== 'delivery-worker' || kill.leadsToNext;
      const interrupted = isLeft ? [] : await this.interruptedOrders();
      await this.expireLeases();
      await this.service.startAll();
      // Before a report can say what became of them, the worker begins to find out.
      for (const { name, id, attempts } of interrupted) {
        await until('the worker has taken the order up again', async () => {
          const [order] = await this.service.sql<{ taken: boolean }>(
            `SELECT status <> 'requested' OR attempts > $2 AS taken FROM ${name} WHERE id = $1`,
            [id, attempts],
          );
          return order!.taken;
        });
      }
    }
    // Repeats every order: those that exist are replayed.
    await Promise.all([...this.streams.values()].map((stream) => stream.placeAll()));
    await this.complete();
  }

  async outcomeOf(work: CrashWork): Promise<Outcome> {
    const { name, rail } = work;
    const [row] = await this.service.sql<{ ordered: number; completed: number; captured: number }>(
      `SELECT count(*)::int AS ordered, count(*) FILTER (WHERE status = 'completed')::int AS completed,
         count(*) FILTER (WHERE outcome = 'captured')::int AS captured
         FROM ${name} LEFT JOIN hold_resolutions USING (hold_id) WHERE ${name}.wallet_id = $1`,
      [this.streams.get(work)!.walletId],
    );
    const { ordered, completed, captured } = row!;
    const { atTheRail, paidOnce } = await rail.count(this.service);
    return { ordered, completed, captured, atTheRail, paidOnce };
  }

  /** Proves the books, and that the orders took the whole balance of each wallet. */
  async expectBooksBalanced(): Promise<void> {
    await this.service.within(async (inProcess) => {
      const balances = [...this.streams.values()].map(({ walletId }) => inProcess.balance(walletId));
      expect(new Set(await Promise.all(balances))).toEqual(new Set(['0.00']));
      await expectBooksBalanced(inProcess);
    });
  }

  private async orderUntilKilled({ victim, amidCall }: Kill): Promise<void> {
    const shares = [...this.streams.values()].map((stream) => stream.nextShare());
    if (amidCall) {
      const calls = randomUpTo(Math.min(...shares.map(({ fresh }) => fresh)));
      const killed = amidCall(calls, () => this.service.kill(victim));
      await Promise.all([killed, ...shares.map(({ place }) => place())]);
      return;
    }
    const fresh = shares.reduce((sum, share) => sum + share.fresh, 0);
    const { isEnough, ended } = this.service.killSoon(victim, fresh);
    await Promise.all(shares.map(({ place }) => place(isEnough)));
    await ended();
  }

  private async undecidedAfter({ victim, amidCall, undecided }: Kill): Promise<number | undefined> {
    if (undecided) return undecided();
    return amidCall && victim === 'delivery-worker' ? this.handedOver() : undefined;
  }

  /** Orders that were handed over, and whose outcome the service does not know. */
  private async handedOver(): Promise<number> {
    const counts = TABLES.map((name) => `(SELECT count(*) FROM ${name} WHERE status = 'requested' AND attempts > 0)`);
    const [row] = await this.service.sql<{ n: number }>(`SELECT (${counts.join(' + ')})::int AS n`);
    return row!.n;
  }

  /** Orders that the killed process was handing over. */
  private async interruptedOrders(): Promise<{ name: string; id: string; attempts: number }[]> {
    const selects = TABLES.map(
      (name) =>
        `SELECT '${name}' AS name, id, attempts FROM ${name} WHERE leased_until > now() AND status = 'requested'`,
    );
    return this.service.sql(selects.join(' UNION ALL '));
  }

  /** The leases of a killed process would expire after a minute; this expires them now. */
  private async expireLeases(): Promise<void> {
    const statements = [
      'UPDATE idempotency_keys SET lease_until = now() WHERE lease_until IS NOT NULL',
      'UPDATE provider_notifications SET next_attempt_at = now() WHERE next_attempt_at > now()',
      ...TABLES.map(
        (name) => `UPDATE ${name} SET next_attempt_at = now(), leased_until = NULL WHERE leased_until > now()`,
      ),
      ...new Set(this.works.flatMap(({ rail }) => rail.nudges)),
    ];
    for (const statement of statements) await this.whateverLocks(statement);
  }

  /** Processes that were not killed may lock the same rows in another order. */
  private async whateverLocks(statement: string): Promise<void> {
    await until('the statement meets no deadlock', async () => {
      try {
        await this.service.sql(statement);
        return true;
      } catch (error) {
        if ((error as { code?: string }).code !== '40P01') throw error;
        return false;
      }
    });
  }

  private async complete(): Promise<void> {
    const deadline = performance.now() + LONGEST_WAIT_MS;
    const waitFor = (isDone: () => Promise<boolean>) =>
      until('done', isDone, deadline - performance.now()).catch(() => undefined);
    for (const { count, rail } of this.works) {
      await waitFor(async () => (await rail.count(this.service)).atTheRail >= count);
    }
    await this.expireLeases();
    for (const work of this.works) {
      // A rail that takes two calls has an order before it can end it, so that one report may come too early.
      await waitFor(async () => {
        const isAcknowledged = (await work.rail.report?.(this.service)) ?? true;
        return isAcknowledged && (await this.outcomeOf(work)).completed === work.count;
      });
    }
  }
}

/** The orders of one work, as its merchant places them. */
class OrderStream {
  private readonly acknowledged = new Set<Order>();
  private shared = 0;
  private refusal = 'none';

  private constructor(
    private readonly service: KillableService,
    private readonly orders: readonly Order[],
    private readonly token: string,
    readonly walletId: string,
    /** How many orders a share has that were not placed before. */
    private readonly fresh: number,
  ) {}

  static async prepare(service: KillableService, inProcess: TestService, work: CrashWork, kills: number) {
    const merchant = await inProcess.merchant({ localCurrency: work.currency, cards: true });
    const { token, panel } = await signIn(inProcess, merchant);
    const requests = await work.prepare(inProcess, merchant, panel);
    const orders = requests.map(({ path, body }) => ({ path, body, key: newId() }));
    const fresh = Math.floor(work.count / (kills + 1));
    return new OrderStream(service, orders, token, merchant.local!.id, fresh);
  }

  /** More orders, with those before that are not acknowledged. `place` ends early when one fails, or is enough. */
  nextShare(): { fresh: number; place: (isEnough?: () => boolean) => Promise<void> } {
    this.shared += this.fresh;
    const pending = this.orders.slice(0, this.shared).filter((order) => !this.acknowledged.has(order));
    return { fresh: this.fresh, place: (isEnough) => this.place(pending, isEnough) };
  }

  /** Places every order again, each until it is acknowledged. */
  async placeAll(): Promise<void> {
    this.acknowledged.clear();
    const pending = () => this.orders.filter((order) => !this.acknowledged.has(order));
    const isPlaced = async () => {
      await this.place(pending());
      return pending().length === 0;
    };
    await until('every order is acknowledged', isPlaced, LONGEST_WAIT_MS).catch((error: unknown) => {
      throw new Error(`${pending().length} orders are not acknowledged; the last response was ${this.refusal}`, {
        cause: error,
      });
    });
  }

  private async place(orders: readonly Order[], isEnough: () => boolean = () => false): Promise<void> {
    const panel = panelOf(await this.service.apiUrl(), this.token);
    const send = async ({ path, body, key }: Order) => {
      const { status, text } = await panel.post(path, body, { 'idempotency-key': key });
      if (status !== 201) this.refusal = `${status} ${text}`;
      return status === 201;
    };
    for (const order of await sendAll(orders, send, isEnough)) this.acknowledged.add(order);
  }
}
