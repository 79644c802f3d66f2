import type { Page, Tx } from '@app/kernel';
import type {
  ClaimedJob,
  DeliveryBatch,
  DeliveryJob,
  DeliveryName,
  DeliveryStatus,
  LeasedJob,
  SettledOutcome,
} from '../domain/delivery';
import type { EndpointChanges, WebhookEndpoint } from '../domain/endpoint';
import type { EventName } from '../domain/event-names';
import type { DueReceiver, ReceiverShare } from '../domain/fair-share';

/** A secret as it is stored: encrypted, with its version and the id of the key that decrypts it. */
export interface EncryptedSecret {
  version: number;
  keyId: string;
  ciphertext: Buffer;
}

/** A version of an endpoint's secret. */
export interface SecretName {
  endpointId: string;
  version: number;
}

/** Endpoints and their secrets. A deleted endpoint is not found. */
export abstract class EndpointRepository {
  /** Throws `WebhookAlreadyExistsError` and `TooManyWebhooksError`. */
  abstract insert(tx: Tx, endpoint: WebhookEndpoint, secret: EncryptedSecret): Promise<void>;
  /** The account's endpoints, oldest first. */
  abstract list(accountId: string): Promise<WebhookEndpoint[]>;
  abstract find(accountId: string, id: string): Promise<WebhookEndpoint | undefined>;
  /** The endpoint, locked against other changes until the transaction ends. */
  abstract lock(tx: Tx, accountId: string, id: string): Promise<WebhookEndpoint | undefined>;
  /** Undefined when the account has no such endpoint. Throws `WebhookAlreadyExistsError`. */
  abstract update(
    tx: Tx,
    accountId: string,
    id: string,
    changes: EndpointChanges,
  ): Promise<WebhookEndpoint | undefined>;
  /** Marks the endpoint as deleted and destroys its secrets; false when the account has no such endpoint. */
  abstract remove(tx: Tx, accountId: string, id: string): Promise<boolean>;
  /** Makes that secret the current one. False unless its version follows the version of such an endpoint of the account. */
  abstract rotate(tx: Tx, accountId: string, id: string, secret: EncryptedSecret): Promise<boolean>;
}

/** The secrets of endpoints, for those who sign. */
export abstract class StoredSecrets {
  /** What is stored under each name, in the same order. Undefined when an endpoint that exists has no such version. */
  abstract secrets(names: readonly SecretName[]): Promise<(EncryptedSecret | 'endpoint deleted' | undefined)[]>;
}

/** An event as it is stored. */
export interface StoredEvent {
  id: string;
  accountId: string;
  type: string;
  /** The text that every destination receives. */
  body: string;
  createdAt: Date;
  /** The payment link that the event is about. */
  paymentLinkId: string | null;
  /** The notification address of the event's payment link. */
  linkWebhookUrl: string | null;
  /** The request that caused the event, if one did. */
  requestId: string | null;
}

/** A test event, which is about no payment link. */
export type TestEvent = Omit<StoredEvent, 'paymentLinkId' | 'linkWebhookUrl' | 'requestId'>;

/** Events and the deliveries that they cause. */
export abstract class EventStore {
  /**
   * Stores the events that have a destination, and queues one delivery per destination: every active endpoint of the
   * account that listens to the type, and the link's own address. An event whose id is already stored adds nothing.
   * Returns the number of deliveries added.
   */
  abstract add(tx: Tx, events: readonly StoredEvent[]): Promise<number>;
}

/** What is needed to send an attempt, except the secret that signs it. */
export interface LoadedDelivery extends LeasedJob, DeliveryName {
  url: string;
  body: string;
  /** The secret version that was current when the delivery was queued. */
  queuedVersion: number | null;
  endpoint: { secretVersion: number; deleted: boolean } | null;
  /** The platform's key that was current when the delivery was queued; null for an endpoint's, and if not known. */
  platformKeyId: string | null;
  /** Whether this attempt is the only one, as for a test event. */
  singleAttempt: boolean;
}

export interface Claim {
  /** Deliveries whose attempt has been consumed and whose lease runs. */
  claimed: LoadedDelivery[];
  /** Deliveries that failed because the lease of their last attempt ran out without an outcome. */
  exhausted: DeliveryName[];
}

/** How much waits. Counts stop at `DEPTH_LIMIT`. */
export interface QueueDepth {
  /** Deliveries that could be claimed now. */
  due: number;
  /** Deliveries that are being sent, or wait for their next attempt. */
  waiting: number;
  /** How long the oldest due delivery has been waiting; 0 when none is due. */
  oldestDueSeconds: number;
}

/** What `DeliveryQueue.depth` counts at most. */
export const DEPTH_LIMIT = 100_000;

/** The deliveries that are due or under way. The queue has its own clock, so that all processes agree on what is due. */
export abstract class DeliveryQueue {
  /** The receivers with due deliveries. Cheap when there are none. */
  abstract dueReceivers(): Promise<DueReceiver[]>;
  abstract depth(): Promise<QueueDepth>;
  /** Claims up to each receiver's share, the oldest first. No other caller can claim the same while the lease runs. */
  abstract claim(tx: Tx, shares: readonly ReceiverShare[], leaseMs: number, claimedBy: string): Promise<Claim>;
  /** Leaves out jobs that are finished, claimed again, or have less than `leaseLeftMs` of their lease left. */
  abstract load(jobs: readonly DeliveryJob[], leaseLeftMs: number): Promise<LoadedDelivery[]>;
  /**
   * Records attempts and moves their deliveries. A failure that arrives after the delivery was claimed again only
   * completes the record of its attempt; a success delivers a pending delivery, whichever attempt it is of. A delivery
   * that has failed stays failed, and a late success is only recorded.
   */
  abstract complete(tx: Tx, outcomes: readonly SettledOutcome[]): Promise<void>;
  /** Ends the leases: the deliveries are due at once, with their next attempt. */
  abstract release(tx: Tx, jobs: readonly DeliveryJob[]): Promise<void>;
}

export interface SendRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SendResult {
  statusCode: number | null;
  /** For the merchant, without details of this machine. Null when there is a status code. */
  error: string | null;
  /** The beginning of the response's body. */
  responseSnippet: string | null;
}

/** Makes one attempt of a delivery, to allowed addresses only. */
export abstract class WebhookSender {
  /** Posts once. Never rejects, and barely exceeds its deadline. */
  abstract send(request: SendRequest): Promise<SendResult>;
  abstract close(): Promise<void>;
}

export interface JobHandling {
  /** Runs the job. */
  handle(job: DeliveryJob): Promise<void>;
  /** Loads what this process did not claim, in one statement. Returns the attempts that this process may make now. */
  takeOver(jobs: readonly DeliveryJob[]): Promise<ClaimedJob[]>;
  /** Called when a job that was dispatched from this process has ended in another one. */
  onEndedElsewhere(job: ClaimedJob): void;
  /** Called when a job has ended and its slot is free. */
  onFree(): void;
}

export interface Occupancy {
  /** How many more jobs can be dispatched now. */
  free: number;
  /** Jobs that run in this process, and those that were dispatched from it and have not ended elsewhere. */
  running: ClaimedJob[];
}

/** Hands claimed jobs to a process with a free slot. A job that it loses is claimed again when its lease runs out. */
export abstract class Dispatcher {
  abstract start(handling: JobHandling): Promise<void>;
  abstract occupancy(): Promise<Occupancy>;
  /** Takes over the jobs, in bounded time. */
  abstract dispatch(jobs: readonly ClaimedJob[]): Promise<void>;
  /** Takes no more jobs, waits up to `deadlineMs` for those that run here, and returns those that did not end. */
  abstract stop(deadlineMs: number): Promise<DeliveryJob[]>;
}

/** Runs batches in this process that workers hand to each other. */
export abstract class BatchRunner {
  /**
   * Gives each delivery of the batch a slot of its own, and resolves when there is room for another batch: a receiver that
   * hangs holds one slot. Never rejects.
   */
  abstract run(batch: DeliveryBatch): Promise<void>;
}

/** The events of a month, or all before the first one, with their deliveries and attempts: those with ids from `least` to `end`. */
export interface EventMonth {
  readonly least: string;
  readonly end: string;
  /** Whether the events are older than what was asked for, by a day at least. */
  readonly isPast: boolean;
  /** Whether this is not a month, but everything before the first one. */
  readonly isFirst: boolean;
  /** The names of its partitions. One may be missing. */
  readonly partitions: readonly string[];
}

/** Deletes old events, and secrets that are no longer needed. */
export abstract class WebhookArchive {
  /** All months, the oldest first. */
  abstract months(olderThanMs: number): Promise<EventMonth[]>;
  /** Whether a delivery of the month is unfinished, or one of another month belongs to an event of this one, or the reverse. */
  abstract isNeeded(month: EventMonth): Promise<boolean>;
  /** Drops a month that is not needed; returns whether it did. It does nothing while others lock the tables. */
  abstract dropMonth(tx: Tx, month: EventMonth): Promise<boolean>;
  /** Like `deleteEvents`, only those events of the month that have deliveries after its end. */
  abstract deleteStraddling(tx: Tx, month: EventMonth, olderThanMs: number, limit: number): Promise<number>;
  /**
   * Deletes events older than that with their deliveries and attempts, at most `limit` events, oldest first; returns how
   * many. An event stays while one of its deliveries is unfinished or younger, and if its id is not less than `before`.
   */
  abstract deleteEvents(tx: Tx, olderThanMs: number, limit: number, before?: string): Promise<number>;
  /**
   * Destroys secrets that were replaced more than `replacedForMs` ago and that no unfinished delivery was queued with, at
   * most `limit`; returns how many.
   */
  abstract deleteRetiredSecrets(tx: Tx, replacedForMs: number, limit: number): Promise<number>;
}

/** A page of deliveries, oldest first: the ids of those that are stranded, and the last id unless there is no further page. */
export interface StrandedPage {
  stranded: string[];
  last: string | undefined;
}

/** Deliveries that have neither ended nor are in the queue. */
export abstract class StrandedDeliveryRepository {
  /** Examines up to `limit` deliveries that follow this one, or else those that are not older than that. */
  abstract find(after: string | undefined, createdWithinMs: number, limit: number): Promise<StrandedPage>;
  /**
   * Queues those that are still stranded, for their next attempt at once; returns them. What another transaction holds is
   * left out.
   */
  abstract queue(tx: Tx, deliveryIds: readonly string[]): Promise<DeliveryName[]>;
}

/** Notifies the workers that deliveries may be due. Only a hint: they also poll. */
export abstract class DeliveryAnnouncer {
  abstract announce(): void;
}

/** A delivery as the merchant sees it. */
export interface DeliveryRecord {
  id: string;
  accountId: string;
  eventId: string;
  event: string;
  /** Null when the event is not about a payment link. */
  paymentLinkId: string | null;
  /** The request that caused the event; null if none did. Merchants do not see it. */
  requestId: string | null;
  /** Null for a payment link's own address. */
  endpointId: string | null;
  url: string;
  /** The text that is sent. */
  body: string;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
  createdAt: Date;
  completedAt: Date | null;
  attempts: AttemptRecord[];
}

export interface AttemptRecord {
  attempt: number;
  startedAt: Date;
  durationMs: number | null;
  statusCode: number | null;
  error: string | null;
  responseSnippet: string | null;
}

export interface DeliveryFilter {
  status?: DeliveryStatus | undefined;
  event?: EventName | undefined;
  endpointId?: string | undefined;
  paymentLinkId?: string | undefined;
  perPage: number;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
}

/** A receiver with pending deliveries. */
export interface ReceiverHealth {
  accountId: string;
  /** Null for the addresses of the account's links together; so is the URL. */
  endpointId: string | null;
  url: string | null;
  /** Of the first `DEPTH_LIMIT` pending deliveries. */
  pending: number;
  /** When the oldest of them was created. */
  oldestCreatedAt: Date;
  /** The first failed attempt at one of them since the last success of the receiver; null when there is none. */
  failingSince: Date | null;
}

/** Deliveries of one account or, for staff, of all: then the account is undefined. */
export abstract class DeliveryLogRepository {
  /** Newest first. Throws `ValidationError` for a cursor that is not from this list. */
  abstract list(accountId: string | undefined, filter: DeliveryFilter): Promise<Page<DeliveryRecord>>;
  abstract find(accountId: string | undefined, id: string): Promise<DeliveryRecord | undefined>;
  /** At most `limit` receivers with pending deliveries; the one with the oldest first. */
  abstract receivers(accountId: string | undefined, limit: number): Promise<ReceiverHealth[]>;
  /** Stores a test event, and queues its only attempt to an endpoint of the account that exists. */
  abstract queueTest(tx: Tx, endpointId: string, event: TestEvent): Promise<DeliveryRecord>;
  /**
   * Queues the delivery's event once more, for the endpoint's current URL and secret, or for the stored URL if the
   * endpoint is deleted. Undefined when there is no such delivery, or not in the account.
   */
  abstract resend(tx: Tx, deliveryId: string, accountId: string | undefined): Promise<DeliveryRecord | undefined>;
}
