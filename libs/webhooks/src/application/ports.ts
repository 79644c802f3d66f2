import type { Page, Tx } from '@app/kernel';
import type { ClaimedJob, DeliveryJob, DeliveryStatus, SettledOutcome } from '../domain/delivery';
import type { EndpointChanges, WebhookEndpoint } from '../domain/endpoint';
import type { DueLane, LaneShare } from '../domain/fair-share';

/** A secret as it is stored: sealed, with the version it is and the key that opens it. */
export interface SealedSecret {
  version: number;
  keyId: string;
  ciphertext: Buffer;
}

export abstract class EndpointRepository {
  /** Throws `WebhookAlreadyExistsError` and `TooManyWebhooksError`. */
  abstract insert(tx: Tx, endpoint: WebhookEndpoint, secret: SealedSecret): Promise<void>;
  /** The account's endpoints, oldest first. */
  abstract list(accountId: string): Promise<WebhookEndpoint[]>;
  abstract find(accountId: string, id: string): Promise<WebhookEndpoint | undefined>;
  /** Throws `WebhookAlreadyExistsError`. Undefined when the account has no such endpoint. */
  abstract update(
    tx: Tx,
    accountId: string,
    id: string,
    changes: EndpointChanges,
  ): Promise<WebhookEndpoint | undefined>;
  /** Marks the endpoint as deleted and destroys its secrets; false when the account has no such endpoint. */
  abstract remove(tx: Tx, accountId: string, id: string): Promise<boolean>;
  /**
   * Moves the endpoint to its next secret version, which `seal` is asked to make. False when the account has no such
   * endpoint.
   */
  abstract rotate(tx: Tx, accountId: string, id: string, seal: (version: number) => SealedSecret): Promise<boolean>;
}

/** An event as it is stored: `body` is the text that every destination receives. */
export interface StoredEvent {
  id: string;
  accountId: string;
  type: string;
  body: string;
  createdAt: Date;
  /** The notification address of the payment link that the event is about. */
  linkWebhookUrl: string | null;
}

export abstract class EventStore {
  /**
   * Stores the events that have a destination, and queues one delivery for each: every active endpoint of the account
   * that listens to the type, and the link's own address. An event whose id is known already adds nothing. Returns how
   * many deliveries were added.
   */
  abstract add(tx: Tx, events: readonly StoredEvent[]): Promise<number>;
}

/** What it takes to send one attempt. */
export interface LoadedDelivery extends DeliveryJob {
  url: string;
  body: string;
  endpointId: string | null;
  queuedVersion: number | null;
  endpoint: { secretVersion: number; deleted: boolean } | null;
  /** The versions above, those of them that exist. */
  secrets: SealedSecret[];
}

export interface Claim {
  /** Deliveries whose attempt has been consumed and whose lease runs. */
  claimed: ClaimedJob[];
  /** Deliveries that have failed because the lease of their last attempt ran out without an outcome. */
  exhausted: string[];
}

/** The deliveries that are owed. Time is the queue's own, so that all processes agree on what is due. */
export abstract class DeliveryQueue {
  /** The lanes in which something is due. Cheap when nothing is. */
  abstract dueLanes(): Promise<DueLane[]>;
  /** Takes up to each lane's share, the longest due first. What one caller takes, no other does while the lease runs. */
  abstract claim(tx: Tx, shares: readonly LaneShare[], leaseMs: number, claimedBy: string): Promise<Claim>;
  /** Leaves out jobs that are no longer ours: finished, claimed again, or with less than `leaseLeftMs` to go. */
  abstract load(jobs: readonly DeliveryJob[], leaseLeftMs: number): Promise<LoadedDelivery[]>;
  /**
   * Writes attempts and what they mean for their deliveries. A failure that comes after the delivery was claimed again
   * only completes the record of its attempt; a success counts whenever it comes.
   */
  abstract complete(tx: Tx, outcomes: readonly SettledOutcome[]): Promise<void>;
  /** Ends the leases: the jobs are due at once, as their next attempt. */
  abstract release(tx: Tx, jobs: readonly DeliveryJob[]): Promise<void>;
}

export interface SendRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

export interface SendResult {
  statusCode: number | null;
  /** In a few safe words; null when a status code arrived. */
  error: string | null;
  /** The beginning of the answer as text. */
  responseSnippet: string | null;
}

export abstract class WebhookSender {
  /** Posts once. Never throws, and never takes much longer than its deadline. */
  abstract send(request: SendRequest): Promise<SendResult>;
  abstract close(): Promise<void>;
}

export interface JobHandling {
  /** Does the job; its slot is free again afterwards. */
  handle(job: DeliveryJob): Promise<void>;
  /** Called whenever a job has ended, so that its slot can be filled. */
  onFree(): void;
}

export interface Occupancy {
  /** How many more jobs would be taken now. */
  free: number;
  /** Jobs that were dispatched from here and have not ended, wherever they run. */
  running: ClaimedJob[];
}

/** Brings claimed jobs to whichever process has a free slot. What it loses is claimed again when the lease runs out. */
export abstract class Dispatcher {
  abstract start(handling: JobHandling): Promise<void>;
  abstract occupancy(): Promise<Occupancy>;
  /** Takes the jobs over; bounded in time. */
  abstract dispatch(jobs: readonly ClaimedJob[]): Promise<void>;
  /** Runs a job here, whichever worker claimed it. Resolves when it has ended, and never rejects. */
  abstract run(job: DeliveryJob): Promise<void>;
  /** Takes no more, waits for what runs here for up to `deadlineMs`, and tells what did not end by then. */
  abstract stop(deadlineMs: number): Promise<DeliveryJob[]>;
}

/** Tells the workers that something may be due. A hint: they also look by themselves. */
export abstract class DeliveryAnnouncer {
  abstract announce(): void;
}

/** A delivery as the merchant sees it. */
export interface DeliveryRecord {
  id: string;
  eventId: string;
  event: string;
  endpointId: string | null;
  url: string;
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
  status?: DeliveryStatus;
  endpointId?: string;
  perPage: number;
  /** `nextCursor` of the page before. */
  cursor?: string;
}

/** A delivery that was queued because somebody wanted an event sent once more. */
export type ResentDelivery = Pick<DeliveryRecord, 'id' | 'eventId' | 'endpointId' | 'url'> & { accountId: string };

export abstract class DeliveryLogReader {
  /** Newest first. */
  abstract list(accountId: string, filter: DeliveryFilter): Promise<Page<DeliveryRecord>>;
  /**
   * Queues the delivery's event once more, for the endpoint's present URL and secret, or for the stored URL when there is
   * no endpoint any more. Returns the new delivery; undefined when there is no such delivery, or not in the account.
   */
  abstract resend(tx: Tx, deliveryId: string, accountId: string | undefined): Promise<ResentDelivery | undefined>;
}
