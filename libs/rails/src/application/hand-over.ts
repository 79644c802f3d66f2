import { Batcher, isolateFailures, Slots, type Clock, type Failure, type UnitOfWork } from '@app/kernel';
import { traced, type Log, type Metrics } from '@app/platform';
import type { CaseKind, CaseProposal, NewCase } from '../domain/case';
import type { KnownOrderState, OrderRefusal, OrderState } from '../domain/order-state';
import { askProvider } from './ask-provider';
import type { Cases } from './cases';
import type {
  ClaimedOrder,
  HandedOverWork,
  LeftOrder,
  Postponement,
  ProviderResponse,
  TracedOrder,
} from './handed-over-work';

/** Orders that are handed over at the same time. */
const SLOTS = 32;
/** Longer than two calls to a provider and the transaction that follows. */
const LEASE_MS = 60_000;
const RETRY_MS = { shortest: 5_000, longest: 600_000 } as const;
/** How long after each refusal for want of funds the worker tries again; the last one again and again. */
const REFUSAL_MS = [60_000, 300_000, 1_800_000, 7_200_000, 21_600_000] as const;
/** Longer ago than this, a provider that forgets keys may have forgotten that of a first call. */
const KEY_LIFE_MS = 12 * 3_600_000;
/** How long the worker waits for a fact about an accepted order before it asks the provider. */
const SILENCE_MS = { shortest: 60_000, longest: 3_600_000 } as const;

/** The provider has none of the order, and may have forgotten the key of an earlier call that it may still carry out. */
interface ExpiredKey {
  readonly state: 'key_expired';
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
  private readonly recording = new Batcher<RecordedResponse<Order>, Failure | undefined>(
    0,
    SLOTS,
    (responses, answer) => isolateFailures(responses, (some) => this.write(some), answer),
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
      if (known.state === 'key_expired') await this.expire(claimed);
      else await (known.state === 'refused' ? this.refuse(claimed, known) : this.record(claimed, known));
      this.attempts.inc({ outcome: known.state });
    } catch (error) {
      this.attempts.inc({ outcome: 'undecided' });
      this.log.warn({ ...this.fieldsOf(claimed), err: error }, `${this.name} rail did not decide`);
      await this.postpone(claimed, error);
    }
  }

  /** What the provider knows after this attempt. Throws while that is open. */
  private async findOrSubmit(claim: Claim<Order>): Promise<OrderState | ExpiredKey> {
    const { order, attempt, submission, keyAgeMs, claimedAt } = claim;
    if (attempt > 1) {
      const known = await askProvider((signal) => this.work.find(order, signal));
      if (known) return known;
      if (keyAgeMs > KEY_LIFE_MS && this.work.forgetsKeys(order)) return { state: 'key_expired' };
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
      const rejected = await this.work.record(tx, responses);
      await this.cases.open(
        tx,
        rejected.map((response) => this.contradiction(response)),
      );
      await this.work.postpone(tx, responses);
    });
  }

  /** The provider has carried out what has failed here, or what cannot be. Rule 19.6. */
  private contradiction({ order, status }: ProviderResponse<Order> & { readonly status: string }): NewCase {
    return {
      ...this.work.caseOf(order),
      kind: 'contradiction',
      key: `${order.id}:contradiction`,
      expected: this.work.amountOf(order).toFixed(),
      outcome: 'exception:contradiction',
      proposal: status === 'failed' ? 'book_paid' : 'adjust_wallet',
      reportedAt: this.clock.now(),
    };
  }

  /** The order stays open with its amount reserved. Rules 11.17 and 17.17. */
  private async refuse(claimed: Claim<Order>, { code, text }: OrderRefusal): Promise<void> {
    this.log.warn({ ...this.fieldsOf(claimed), code, reason: text }, `${this.name} was refused`);
    const inMs = REFUSAL_MS[Math.min(claimed.submission, REFUSAL_MS.length) - 1] as number;
    await this.leaveToStaff(claimed, { inMs, error: textOf(text), isRefused: true }, code, 'fill_account');
  }

  /** Nothing is sent: an earlier call under the key may have been carried out, and be carried out again. Rules 11.15 and 17.14. */
  private async expire(claimed: Claim<Order>): Promise<void> {
    const { attempt, keyAgeMs } = claimed;
    this.log.error({ ...this.fieldsOf(claimed), key_age_ms: keyAgeMs }, `${this.name} is left to staff: key_expired`);
    const error = 'key_expired: the provider does not have it, and may have forgotten the key of the first call';
    const left = { inMs: backoff(RETRY_MS, attempt), error, isRefused: false };
    await this.leaveToStaff(claimed, left, 'key_expired', 'use_command');
  }

  private async leaveToStaff(
    { order, lease }: Claim<Order>,
    left: Omit<LeftOrder, 'id' | 'lease'>,
    kind: CaseKind,
    proposal: CaseProposal,
  ): Promise<void> {
    const about = { expected: null, outcome: left.error ?? kind, proposal, reportedAt: this.clock.now() };
    await this.uow.run(async (tx) => {
      if (!(await this.work.leaveToStaff(tx, { ...left, id: order.id, lease }))) return;
      await this.cases.open(tx, [{ ...this.work.caseOf(order), ...about, kind, key: `${order.id}:${kind}` }]);
    });
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
