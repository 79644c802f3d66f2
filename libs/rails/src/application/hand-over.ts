import {
  Batcher,
  isolateFailures,
  Slots,
  type Clock,
  type Failure,
  type Money,
  type Tx,
  type UnitOfWork,
} from '@app/kernel';
import { traced, type Log, type Metrics } from '@app/platform';
import {
  reportOf,
  type KnownOrderState,
  type OrderRefusal,
  type OrderReport,
  type OrderState,
} from '../domain/order-state';
import type { Case, NewCase } from '../domain/case';
import { askProvider } from './ask-provider';
import type { Cases } from './cases';

/** Orders that are handed over at the same time. */
const SLOTS = 32;
/** Longer than two calls to a provider and the transaction that follows. */
const LEASE_MS = 60_000;
const RETRY_MS = { shortest: 5_000, longest: 600_000 } as const;
/** How long after each refusal for want of funds the worker tries again; the last one again and again. */
const REFUSAL_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] as const;
/** How long the worker waits for a fact about an accepted order before it asks the provider. */
const SILENCE_MS = { shortest: 60_000, longest: 3_600_000 } as const;

/** When a lease ends, which also distinguishes it from every other lease of the order. */
export type Lease = Date;

/** An order to a provider, such as a payout, that a worker has claimed for one attempt. */
export interface ClaimedOrder<Order> {
  readonly order: Order;
  /** Counts from 1. From the second on, the provider may have the order. */
  readonly attempt: number;
  /** Counts from 1. The provider has refused those before for good, so that each has a key of its own. */
  readonly submission: number;
  readonly lease: Lease;
}

/** When the worker continues with an open order. */
export interface Postponement {
  readonly id: string;
  readonly lease: Lease;
  readonly inMs: number;
  /** Why the last attempt failed; null when it did not. */
  readonly error: string | null;
}

/** What a case says about an order. */
export type OrderCase = Pick<
  Case,
  'subject' | 'accountId' | 'linkId' | 'paymentId' | 'providerReference' | 'amount' | 'currency'
> & { readonly provider: string };

/** Orders of one transaction, with the steps that reports make them take. */
export interface OrderSteps<Order = unknown> {
  get(id: string): Order | undefined;
  /** Whether the order accepted the report. */
  take(id: string, report: OrderReport): boolean;
}

/** Writes what providers report about orders of one kind. */
export interface OrderPostings<Steps extends OrderSteps> {
  /** Locks the orders, for steps that `write` writes. */
  begin(tx: Tx, ids: readonly string[]): Promise<Steps>;
  /** `requests`: by our id, the request that brought what an order's provider reported. */
  write(tx: Tx, steps: Steps, requests?: ReadonlyMap<string, string | null>): Promise<void>;
}

/** An order to a provider, and the request behind it. */
interface TracedOrder {
  readonly id: string;
  /** The request that ordered it, as the log names it; null if that is not known. */
  readonly requestId: string | null;
}

/** Orders of one kind that a worker hands to providers. */
export abstract class HandedOverWork<Order extends TracedOrder> {
  protected abstract readonly postings: OrderPostings<OrderSteps>;
  /** Claims due orders: counts the attempt and hides each from other workers for the lease. */
  abstract claimDue(tx: Tx, limit: number, leaseMs: number): Promise<ClaimedOrder<Order>[]>;
  /**
   * What the provider knows of the order by our id; undefined if it never accepted it. Throws while the provider cannot
   * tell.
   */
  abstract find(order: Order, signal: AbortSignal): Promise<KnownOrderState | undefined>;
  /** Idempotent by our id and the submission: an order that is submitted twice is carried out once. */
  abstract submit(order: Order, submission: number, signal: AbortSignal): Promise<OrderState>;
  /** What the provider has to carry out. */
  abstract amountOf(order: Order): Money;
  /**
   * Ends leases of open orders and says when the worker continues with them; a lease that another has taken changes
   * nothing.
   */
  abstract postpone(tx: Tx, postponements: readonly Postponement[]): Promise<void>;
  /**
   * Ends the lease as `postpone` does, after the provider has refused a submission for good, and counts it: the next one
   * has another key. An order that has been refused for a week is not due again by itself. Returns false when another has
   * taken the lease.
   */
  abstract refuse(tx: Tx, refused: Postponement): Promise<boolean>;
  /** The case that an empty account opens. Rules 11.16 and 17.16. */
  abstract caseOf(order: Order): OrderCase;

  /** Throws, so that the order stays open, when the provider paid another amount: staff must settle that with it. */
  check(order: Order, known: KnownOrderState): void {
    const ordered = this.amountOf(order);
    if (known.state === 'completed' && !known.amount.equals(ordered)) {
      throw new Error(`the provider paid ${known.amount.toString()} instead of ${ordered.toString()}`);
    }
  }

  /** Writes the responses of providers, in one transaction. */
  async record(tx: Tx, responses: readonly ProviderResponse<Order>[]): Promise<void> {
    const steps = await this.postings.begin(
      tx,
      responses.map(({ order }) => order.id),
    );
    for (const { order, known } of responses) steps.take(order.id, reportOf(known));
    await this.postings.write(tx, steps);
  }
}

/** What a provider knows of an order. */
interface ProviderResponse<Order> {
  readonly order: Order;
  readonly known: KnownOrderState;
}

interface Claim<Order> extends ClaimedOrder<Order> {
  readonly claimedAt: number;
}

type RecordedResponse<Order> = ProviderResponse<Order> & Postponement;

/**
 * Hands orders to providers. From the second attempt on, it asks the provider by our id before it submits anything
 * again: an earlier call may have arrived although it failed here. An order that the provider cannot decide stays open.
 */
export class HandOver<Order extends TracedOrder> {
  private readonly slots = new Slots<Claim<Order>>(SLOTS, ({ order }) => order.id);
  /** Responses that arrive at the same time are written in one transaction; one that cannot be written fails alone. */
  private readonly recording = new Batcher<RecordedResponse<Order>, Failure | undefined>(0, SLOTS, (responses) =>
    isolateFailures(responses, (some) => this.write(some)),
  );
  /** `name` is that of the kind of order in logs: `payout`. `attempts` counts calls by the response of the provider. */
  constructor(
    private readonly name: string,
    private readonly work: HandedOverWork<Order>,
    private readonly uow: UnitOfWork,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly attempts: ReturnType<typeof Metrics.prototype.counter<'outcome'>>,
    private readonly cases: Cases,
  ) {}

  /** Claims due orders for the free slots and starts them; true when more may be due. */
  turn(onFree: () => void): Promise<boolean> {
    return this.slots.fill(
      (free) => this.claim(free),
      (claimed) => this.handOver(claimed),
      onFree,
    );
  }

  /** Waits for running calls; the lease of a call that is cut off runs out. */
  async drain(deadlineMs: number): Promise<void> {
    await this.slots.drain(deadlineMs);
  }

  private async claim(limit: number): Promise<Claim<Order>[]> {
    const claimedAt = this.clock.monotonicMs();
    const claimed = await this.uow.once((tx) => this.work.claimDue(tx, limit, LEASE_MS));
    return claimed.map((each) => ({ ...each, claimedAt }));
  }

  private handOver(claimed: Claim<Order>): Promise<void> {
    const { order, attempt } = claimed;
    const attributes = { [`${this.name}_id`]: order.id, attempt };
    const { requestId } = order;
    return traced(`hand over ${this.name}`, { attributes, requestId }, () => this.tryOnce(claimed));
  }

  private async tryOnce(claimed: Claim<Order>): Promise<void> {
    try {
      const known = await this.findOrSubmit(claimed);
      await (known.state === 'refused' ? this.refuse(claimed, known) : this.record(claimed, known));
      this.attempts.inc({ outcome: known.state });
    } catch (error) {
      this.attempts.inc({ outcome: 'undecided' });
      this.log.warn({ ...this.fieldsOf(claimed), err: error }, `${this.name} rail did not decide`);
      await this.postpone(claimed, error);
    }
  }

  /** What the provider knows after this attempt. Throws while that is open. */
  private async findOrSubmit({ order, attempt, submission, claimedAt }: Claim<Order>): Promise<OrderState> {
    if (attempt > 1) {
      const known = await askProvider((signal) => this.work.find(order, signal));
      if (known) return known;
    }
    // A process that was suspended here has lost the lease: the state at the provider may have changed since.
    if (this.clock.monotonicMs() - claimedAt > LEASE_MS / 2) {
      throw new Error(`the lease of the ${this.name} is nearly over`);
    }
    return askProvider((signal) => this.work.submit(order, submission, signal));
  }

  private async record({ order, attempt, lease }: Claim<Order>, known: KnownOrderState): Promise<void> {
    this.work.check(order, known);
    const inMs = backoff(SILENCE_MS, attempt);
    const failure = await this.recording.add({ id: order.id, order, known, lease, inMs, error: null });
    if (failure) throw failure.error;
  }

  private write(responses: readonly RecordedResponse<Order>[]): Promise<void> {
    return this.uow.run(async (tx) => {
      await this.work.record(tx, responses);
      await this.work.postpone(tx, responses);
    });
  }

  /** The order stays open with its amount reserved, and staff have a case. Rules 11.16 and 17.16. */
  private async refuse(claimed: Claim<Order>, { code, text }: OrderRefusal): Promise<void> {
    const { order, submission, lease } = claimed;
    this.log.warn({ ...this.fieldsOf(claimed), code, reason: text }, `${this.name} was refused`);
    const inMs = REFUSAL_MS[Math.min(submission, REFUSAL_MS.length) - 1] as number;
    await this.uow.run(async (tx) => {
      const isRefused = await this.work.refuse(tx, { id: order.id, lease, inMs, error: textOf(text) });
      if (isRefused) await this.cases.open(tx, [this.caseOf(order, code, text)]);
    });
  }

  private caseOf(order: Order, kind: OrderRefusal['code'], text: string): NewCase {
    return {
      ...this.work.caseOf(order),
      kind,
      key: `${order.id}:${kind}`,
      expected: null,
      outcome: textOf(text),
      proposal: 'fill_account',
      reportedAt: this.clock.now(),
    };
  }

  private async postpone(claimed: Claim<Order>, error: unknown): Promise<void> {
    const { order, attempt, lease } = claimed;
    const reason = error instanceof Error ? error.message : String(error);
    const inMs = backoff(RETRY_MS, attempt);
    const postponement = { id: order.id, lease, inMs, error: textOf(reason) };
    await this.uow
      .once((tx) => this.work.postpone(tx, [postponement]))
      .catch((failure: unknown) =>
        this.log.error({ ...this.fieldsOf(claimed), err: failure }, `${this.name} keeps its lease until it runs out`),
      );
  }

  private fieldsOf({ order: { id, requestId }, attempt }: Claim<Order>) {
    return { [`${this.name}_id`]: id, request_id: requestId, attempt };
  }
}

/** What a provider or an error says, as far as staff need it. */
function textOf(reason: string): string {
  return reason.slice(0, 500);
}

function backoff({ shortest, longest }: { shortest: number; longest: number }, attempt: number): number {
  return Math.min(shortest * 2 ** Math.min(attempt - 1, 20), longest);
}
