import { targetOf, type Transitions } from '@app/kernel';
import { retryDelayMs } from './retry-plan';

export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** What an attempt, or the loss of the last one, does to its delivery. */
export type DeliveryEvent = 'deliver' | 'retry' | 'fail';

/** Every transition of a delivery. A finished delivery never changes: sending again creates a new delivery. */
const TRANSITIONS: Transitions<DeliveryEvent, DeliveryStatus> = {
  deliver: { pending: 'delivered' },
  retry: { pending: 'pending' },
  fail: { pending: 'failed' },
};

/** The status that each event leads to. */
export const AFTER: Readonly<Record<DeliveryEvent, DeliveryStatus>> = {
  deliver: targetOf(TRANSITIONS, 'deliver'),
  retry: targetOf(TRANSITIONS, 'retry'),
  fail: targetOf(TRANSITIONS, 'fail'),
};

/** One attempt of one delivery: with the id of a worker, the only data that processes hand to each other. */
export interface DeliveryJob {
  deliveryId: string;
  attempt: number;
}

/** Claimed attempts that one worker hands to another together. */
export interface DeliveryBatch {
  /** The id of the dispatcher that claimed them and learns when they have ended. */
  from: string;
  deliveries: readonly DeliveryJob[];
}

/** A unique name of the attempt. */
export function attemptKey({ deliveryId, attempt }: DeliveryJob): string {
  return `${deliveryId} ${attempt}`;
}

/** A delivery and what it belongs to, as the log names it. */
export interface DeliveryName {
  deliveryId: string;
  accountId: string;
  /** Null for a link's own address. */
  endpointId: string | null;
  /** Null when the event is not about a payment link. */
  paymentLinkId: string | null;
  /** The request that caused the event; null if none did. */
  requestId: string | null;
}

/** The outcome of an attempt: a status code, or else an `error` that the merchant may read. */
export interface Outcome extends DeliveryJob, DeliveryName {
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseSnippet: string | null;
}

/** A delivery whose attempt was consumed, with the receiver whose share of the slots it takes. */
export interface LeasedJob extends DeliveryJob {
  receiver: string;
}

/** A claimed delivery, as the claiming process remembers it until it has ended. */
export interface ClaimedJob extends LeasedJob {
  accountId: string;
  claimedAt: Date;
}

/** An outcome and the delivery's next status. `retryInMs` is null unless the delivery stays pending. */
export interface SettledOutcome extends Outcome {
  status: DeliveryStatus;
  retryInMs: number | null;
}

/**
 * Decides what an outcome means. Only a 2xx counts as delivered; a redirect or a 410 is a failure like any other.
 * Rule 13.11. `random` is from 0 up to 1.
 */
export function settle(outcome: Outcome, retryDelaysMs: readonly number[], random: number): SettledOutcome {
  const { statusCode } = outcome;
  if (statusCode !== null && statusCode >= 200 && statusCode <= 299) {
    return { status: AFTER.deliver, retryInMs: null, ...outcome };
  }
  const retryInMs = retryDelayMs(retryDelaysMs, outcome.attempt, random) ?? null;
  return {
    ...outcome,
    error: outcome.error ?? `status ${statusCode}`,
    status: retryInMs === null ? AFTER.fail : AFTER.retry,
    retryInMs,
  };
}

/** The key that signs: the platform's own, or a version of the endpoint's secret. */
export type SigningKey = 'platform' | { secretVersion: number };

/**
 * The first attempt is signed with the secret that was current when the delivery was queued, and every retry with the
 * current one. The platform's key signs for per-link addresses and for deleted endpoints, which have no secret.
 */
export function signingKey(
  attempt: number,
  queuedVersion: number | null,
  endpoint: { secretVersion: number; deleted: boolean } | null,
): SigningKey {
  if (queuedVersion === null || endpoint === null || endpoint.deleted) return 'platform';
  return { secretVersion: attempt === 1 ? queuedVersion : endpoint.secretVersion };
}

/** All headers of an attempt. `timestamp` is in Unix seconds. */
export function deliveryHeaders(job: DeliveryJob, timestamp: string, signature: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'ServicePay-Webhooks/1.0',
    // Rule sets of web application firewalls reject requests without it.
    Accept: '*/*',
    'X-Webhook-Id': job.deliveryId,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': signature,
    ...(job.attempt > 1 && { 'X-Webhook-Retry': String(job.attempt) }),
  };
}
