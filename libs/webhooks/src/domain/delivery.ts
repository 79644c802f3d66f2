import { retryDelayMs } from './retry-plan';

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** Where a delivery can go from each state. A finished one stays as it is: sending again is a new delivery. */
export const TRANSITIONS: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  pending: ['pending', 'delivered', 'failed'],
  delivered: [],
  failed: [],
};

/** One attempt of one delivery: all that is handed between processes. */
export interface DeliveryJob {
  deliveryId: string;
  attempt: number;
}

/** What came of an attempt. Either a status code arrived, or `error` says in a few safe words why not. */
export interface Outcome extends DeliveryJob {
  startedAt: Date;
  durationMs: number;
  statusCode: number | null;
  error: string | null;
  responseSnippet: string | null;
}

/** A claimed delivery; the lane is what its share of the slots is counted by. */
export interface ClaimedJob extends DeliveryJob {
  lane: string;
}

/** An outcome with what it means for its delivery; `retryInMs` is set as long as the delivery stays pending. */
export interface SettledOutcome extends Outcome {
  status: DeliveryStatus;
  retryInMs: number | null;
}

/** Only a 2xx counts as delivered; a redirect or a 410 is a failure like any other. */
export function settle(outcome: Outcome, retryDelaysMs: readonly number[], random: number): SettledOutcome {
  const { statusCode } = outcome;
  if (statusCode !== null && statusCode >= 200 && statusCode <= 299) {
    return { ...outcome, status: 'delivered', retryInMs: null };
  }
  const retryInMs = retryDelayMs(retryDelaysMs, outcome.attempt, random) ?? null;
  return {
    ...outcome,
    error: outcome.error ?? `status ${statusCode}`,
    status: retryInMs === null ? 'failed' : 'pending',
    retryInMs,
  };
}

/** Which key signs: the platform's own, or a version of the endpoint's secret. */
export type SigningKey = 'platform' | { secretVersion: number };

/**
 * The first attempt carries the secret that was current when the delivery was queued, every retry the one that is
 * current now. A per-link address has no endpoint, and a deleted endpoint no secret any more: the platform's key.
 */
export function signingKey(
  attempt: number,
  queuedVersion: number | null,
  endpoint: { secretVersion: number; deleted: boolean } | null,
): SigningKey {
  if (queuedVersion === null || endpoint === null || endpoint.deleted) return 'platform';
  return { secretVersion: attempt === 1 ? queuedVersion : endpoint.secretVersion };
}

/** The headers of an attempt, complete. `timestamp` is in Unix seconds. */
export function deliveryHeaders(job: DeliveryJob, timestamp: string, signature: string): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'ServicePay-Webhooks/1.0',
    'X-Webhook-Id': job.deliveryId,
    'X-Webhook-Timestamp': timestamp,
    'X-Webhook-Signature': signature,
    ...(job.attempt > 1 && { 'X-Webhook-Retry': String(job.attempt) }),
  };
}
