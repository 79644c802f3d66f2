import type { Tx } from '@app/kernel';
import { Database } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DeliveryQueue, DEPTH_LIMIT, type Claim, type LoadedDelivery, type QueueDepth } from '../application/ports';
import type { DeliveryJob, DeliveryName, SettledOutcome } from '../domain/delivery';
import type { DueReceiver, ReceiverShare } from '../domain/fair-share';
import { MAX_ATTEMPTS } from '../domain/retry-plan';
import { CLAIM, COMPLETE, DEPTH, DUE_RECEIVERS, LOAD, RELEASE } from './delivery-statements';

interface LoadedRow {
  id: string;
  attempt: number;
  receiver: string;
  /** False for a delivery that failed because it has no attempts left. */
  leased: boolean | null;
  url: string;
  body: string;
  account_id: string;
  endpoint_id: string | null;
  payment_link_id: string | null;
  request_id: string | null;
  queued_version: number | null;
  current_version: number | null;
  deleted: boolean | null;
  platform_key_id: string | null;
  single_attempt: boolean;
}

/** The queue in PostgreSQL. Every method is one statement over a whole batch. */
@Injectable()
export class PostgresDeliveryQueue extends DeliveryQueue {
  constructor(private readonly db: Database) {
    super();
  }

  async dueReceivers(): Promise<DueReceiver[]> {
    const rows = await this.db.read<{ receiver: string; account_id: string; due_since: Date }>(DUE_RECEIVERS);
    return rows.map(({ receiver, account_id, due_since }) => ({
      receiver,
      accountId: account_id,
      dueSince: due_since,
    }));
  }

  async depth(): Promise<QueueDepth> {
    const [row] = await this.db.read<{ due: number; waiting: number; oldest_due_seconds: number }>(DEPTH, [
      DEPTH_LIMIT,
    ]);
    return { due: row?.due ?? 0, waiting: row?.waiting ?? 0, oldestDueSeconds: row?.oldest_due_seconds ?? 0 };
  }

  async claim(tx: Tx, shares: readonly ReceiverShare[], leaseMs: number, claimedBy: string): Promise<Claim> {
    const rows = await this.db.in(tx).query<LoadedRow>(CLAIM, [
      // All workers lock the rows in the order of their receivers.
      ...columns(
        [...shares].sort((a, b) => (a.receiver < b.receiver ? -1 : 1)),
        ({ receiver, slots }) => [receiver, slots] as const,
      ),
      leaseMs,
      claimedBy,
      MAX_ATTEMPTS,
    ]);
    return {
      claimed: rows.filter(({ leased }) => leased).map(toLoaded),
      exhausted: rows.filter(({ leased }) => !leased).map(toName),
    };
  }

  async load(jobs: readonly DeliveryJob[], leaseLeftMs: number): Promise<LoadedDelivery[]> {
    const attempts = new Map(jobs.map(({ deliveryId, attempt }) => [deliveryId, attempt]));
    const rows = await this.db.read<LoadedRow>(LOAD, [[...attempts.keys()], leaseLeftMs]);
    return rows.filter(({ id, attempt }) => attempts.get(id) === attempt).map(toLoaded);
  }

  async complete(tx: Tx, outcomes: readonly SettledOutcome[]): Promise<void> {
    await this.db
      .in(tx)
      .execute(COMPLETE, [
        ...jobColumns(outcomes),
        outcomes.map(({ startedAt }) => startedAt),
        outcomes.map(({ durationMs }) => durationMs),
        outcomes.map(({ statusCode }) => statusCode),
        outcomes.map(({ error }) => error),
        outcomes.map(({ responseSnippet }) => responseSnippet),
        outcomes.map(({ status }) => status),
        outcomes.map(({ retryInMs }) => retryInMs),
        ...lastAttempts(outcomes),
      ]);
  }

  async release(tx: Tx, jobs: readonly DeliveryJob[]): Promise<void> {
    await this.db.in(tx).execute(RELEASE, jobColumns(jobs));
  }
}

function jobColumns(jobs: readonly DeliveryJob[]): [string[], number[]] {
  return columns(jobs, ({ deliveryId, attempt }) => [deliveryId, attempt] as const);
}

/** Endpoints in the order of their ids, and when their last attempt started. */
function lastAttempts(outcomes: readonly SettledOutcome[]): [string[], Date[]] {
  const latest = new Map<string, Date>();
  for (const { endpointId, startedAt } of outcomes) {
    if (endpointId === null) continue;
    const known = latest.get(endpointId);
    if (!known || known < startedAt) latest.set(endpointId, startedAt);
  }
  return columns(
    [...latest].sort(([a], [b]) => (a < b ? -1 : 1)),
    (entry) => entry,
  );
}

function columns<T, A, B>(items: readonly T[], pair: (item: T) => readonly [A, B]): [A[], B[]] {
  const pairs = items.map(pair);
  return [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
}

function toName(row: LoadedRow): DeliveryName {
  return {
    deliveryId: row.id,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    paymentLinkId: row.payment_link_id,
    requestId: row.request_id,
  };
}

function toLoaded(row: LoadedRow): LoadedDelivery {
  return {
    deliveryId: row.id,
    accountId: row.account_id,
    endpointId: row.endpoint_id,
    paymentLinkId: row.payment_link_id,
    requestId: row.request_id,
    attempt: row.attempt,
    receiver: row.receiver,
    url: row.url,
    body: row.body,
    queuedVersion: row.queued_version,
    endpoint:
      row.current_version === null ? null : { secretVersion: row.current_version, deleted: row.deleted === true },
    platformKeyId: row.platform_key_id,
    singleAttempt: row.single_attempt,
  };
}
