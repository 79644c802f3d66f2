import { within } from '@app/kernel';
import { randomInt } from 'node:crypto';
import { type Client } from 'pg';
import { clientsOf, DatabaseHosts, ReadOnlyServerError, SERVER_ID } from './database-hosts';

/** Identifies the locks that processes hold as a sign that they live, among all advisory locks of a database. */
export const PRESENCE = 1_886_548_082;

/** A silent connection is replaced within the sum of both. */
const HEARTBEAT_MS = 2_000;
const RESPONSE_MS = 2_000;
const RECONNECT_MS = { first: 200, longest: 2_000 } as const;

type HostClient = InstanceType<ReturnType<typeof clientsOf>>;

type OnNotification = (payload: string) => void;

/**
 * Receives PostgreSQL notifications on a separate connection. Those sent while the connection is down are lost, so a
 * notification is only a hint: code that depends on one also polls, or reloads in `onReconnect`.
 *
 * The connection also holds a lock that says that this process lives: PostgreSQL releases it when the process is gone.
 */
export class NotificationListener {
  private readonly callbacks = new Map<string, OnNotification[]>();
  private readonly reconnectCallbacks: ((server: string) => void)[] = [];
  private client: HostClient | undefined;
  private timer: NodeJS.Timeout | undefined;
  private failures = 0;
  private hasConnected = false;
  private stopped = true;
  private readonly hosts: DatabaseHosts;
  private lock: number | null = null;

  constructor(
    url: string,
    private readonly heartbeatMs = HEARTBEAT_MS,
    private readonly responseMs = RESPONSE_MS,
  ) {
    this.hosts = new DatabaseHosts(url);
  }

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

  /** The lock of this process, while it holds it. */
  presence(): number | null {
    return this.lock;
  }

  /**
   * Calls back after a lost connection was replaced, since notifications may have been missed. `server` is the id of the one
   * that the new connection leads to.
   */
  onReconnect(callback: (server: string) => void): void {
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
    this.lock = null;
    // A silent connection does not confirm its end.
    if (client) await within(this.responseMs, () => client.end()).catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const HostClient = clientsOf(this.hosts);
    const client = new HostClient({
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
    const lock = randomInt(1, 2 ** 31 - 1);
    let server: string;
    try {
      await client.connect();
      server = await writableServer(client);
      for (const channel of this.callbacks.keys()) await listen(client, channel);
      // A new one: the server may not have noticed yet that the former connection is gone.
      await client.query('SELECT pg_advisory_lock($1, $2)', [PRESENCE, lock]);
    } catch {
      this.drop(client);
      return;
    }
    if (this.client !== client) return;
    this.lock = lock;
    this.failures = 0;
    if (this.hasConnected) for (const callback of this.reconnectCallbacks) callback(server);
    this.hasConnected = true;
    this.watch(client);
  }

  /** A peer that vanished without closing the connection is noticed only by a query. */
  private watch(client: HostClient): void {
    this.timer = setTimeout(() => {
      writableServer(client).then(
        () => this.client === client && this.watch(client),
        () => this.drop(client),
      );
    }, this.heartbeatMs).unref();
  }

  private drop(client: HostClient): void {
    if (this.client !== client) return;
    this.client = undefined;
    this.lock = null;
    this.hosts.moveOn(client.url);
    clearTimeout(this.timer);
    client.end().catch(() => undefined);
    if (this.stopped) return;
    const wait = Math.min(RECONNECT_MS.first * 2 ** this.failures++, RECONNECT_MS.longest);
    this.timer = setTimeout(() => void this.connect(), wait).unref();
  }
}

/** The server's id. Throws for one that takes no writes: a former primary sends no notifications. */
async function writableServer(client: Client): Promise<string> {
  const { rows } = await client.query<{ standby: boolean; server: string }>(
    `SELECT pg_is_in_recovery() AS standby, ${SERVER_ID} AS server`,
  );
  if (!rows[0] || rows[0].standby) throw new ReadOnlyServerError();
  return rows[0].server;
}

async function listen(client: Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
}
