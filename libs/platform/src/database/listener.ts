import { within } from '@app/kernel';
import { Client } from 'pg';

/** A silent connection is replaced within the sum of both. */
const HEARTBEAT_MS = 2_000;
const RESPONSE_MS = 2_000;
const RECONNECT_MS = { first: 200, longest: 2_000 } as const;

type OnNotification = (payload: string) => void;

/**
 * Receives PostgreSQL notifications on a separate connection. Those sent while the connection is down are lost, so a
 * notification is only a hint: code that depends on one also polls, or reloads in `onReconnect`.
 */
export class NotificationListener {
  private readonly callbacks = new Map<string, OnNotification[]>();
  private readonly reconnectCallbacks: (() => void)[] = [];
  private client: Client | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private connectedBefore = false;
  private stopped = true;

  constructor(
    private readonly url: string,
    private readonly heartbeatMs = HEARTBEAT_MS,
    private readonly responseMs = RESPONSE_MS,
  ) {}

  /** Calls back with the payload of each notification on the channel. Callbacks may be added at any time. */
  on(channel: string, callback: OnNotification): void {
    const known = this.callbacks.get(channel);
    if (known) {
      known.push(callback);
      return;
    }
    this.callbacks.set(channel, [callback]);
    const client = this.client;
    if (client) listen(client, channel).catch(() => this.drop(client));
  }

  /** Calls back after a lost connection was replaced, since notifications may have been missed. */
  onReconnect(callback: () => void): void {
    this.reconnectCallbacks.push(callback);
  }

  /** Resolves after the first attempt to connect; if it fails, others follow in the background. */
  async start(): Promise<void> {
    if (!this.stopped) return;
    this.stopped = false;
    await this.connect();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    const client = this.client;
    this.client = undefined;
    // A silent connection does not confirm its end.
    if (client) await within(this.responseMs, () => client.end()).catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'listener',
      keepAlive: true,
      connectionTimeoutMillis: this.responseMs,
      query_timeout: this.responseMs,
    });
    client.on('error', () => this.drop(client));
    client.on('end', () => this.drop(client));
    client.on('notification', ({ channel, payload }) => {
      for (const callback of this.callbacks.get(channel) ?? []) callback(payload ?? '');
    });
    this.client = client;
    try {
      await client.connect();
      for (const channel of this.callbacks.keys()) await listen(client, channel);
    } catch {
      this.drop(client);
      return;
    }
    if (this.client !== client) return;
    this.failures = 0;
    if (this.connectedBefore) for (const callback of this.reconnectCallbacks) callback();
    this.connectedBefore = true;
    this.watch(client);
  }

  /** A peer that vanished without closing the connection is noticed only by a query. */
  private watch(client: Client): void {
    this.timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => this.client === client && this.watch(client),
        () => this.drop(client),
      );
    }, this.heartbeatMs).unref();
  }

  private drop(client: Client): void {
    if (this.client !== client) return;
    this.client = undefined;
    clearTimeout(this.timer);
    client.end().catch(() => undefined);
    if (this.stopped) return;
    const wait = Math.min(RECONNECT_MS.first * 2 ** this.failures++, RECONNECT_MS.longest);
    this.timer = setTimeout(() => void this.connect(), wait).unref();
  }
}

async function listen(client: Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
}
