import { connect, type Socket } from 'node:net';
import type { PoolClient } from 'pg';

/** Thrown by statements on a connection that carried nothing for too long. The connection has been closed. */
export class SilentConnectionError extends Error {}

/** What `pg` does not declare: its socket, and whether PostgreSQL has responded to everything that was sent. */
interface Wire {
  readonly connection: { readonly stream: Socket };
  readonly readyForQuery: boolean;
  readonly host: string;
  readonly port: number;
  /** With which PostgreSQL finds the statement that a request to cancel is about. */
  readonly processID: number | null;
  readonly secretKey: number | null;
}

const CANCEL_REQUEST = 80_877_102;
/** The caller of a statement that is given up waits for no longer. */
const CANCEL_WITHIN_MS = 500;

/**
 * Closes connections on which PostgreSQL does not respond. A pooler that hangs or a dropped NAT entry leaves
 * connections that look open and carry nothing, and usually more than one. So when one is found, the idle ones are
 * closed too: otherwise each of them would cost its next user the same wait.
 *
 * The time-out is the socket's own, which costs no timer per statement.
 */
export class ConnectionGuard {
  /** With the id of the server, once it is known. */
  private readonly clients = new Map<PoolClient, string | undefined>();
  private closedFor: Error | undefined;

  /**
   * Guards a connection that has just been opened. PostgreSQL may take up to `silenceMs` to send something; 0: any
   * time.
   */
  watch(client: PoolClient, silenceMs: number): void {
    if (this.closedFor) throw this.closedFor;
    // Between two users of a connection nothing handles its errors, and an unhandled error ends the process: PostgreSQL
    // that stops would stop the API too. The next statement reports the error, and the pool removes the connection.
    client.on('error', () => undefined);
    this.clients.set(client, undefined);
    client.once('end', () => this.clients.delete(client));
    const { stream } = wireOf(client).connection;
    stream.setTimeout(silenceMs).on('timeout', () => this.judge(client, silenceMs));
  }

  /** Says which server the connection leads to. */
  identify(client: PoolClient, server: string): void {
    if (this.clients.has(client)) this.clients.set(client, server);
  }

  /**
   * Closes the idle connections. After a failover they lead to the server that was the primary, and each would fail its
   * next user.
   */
  closeIdle(error: Error): void {
    for (const client of this.clients.keys()) if (isIdle(client)) close(client, error);
  }

  /**
   * Closes the connections to every other server, because it is no longer the one that the service uses. Those that are
   * being opened stay.
   */
  closeOthers(server: string, error: Error): void {
    for (const [client, led] of this.clients) if (led !== undefined && led !== server) close(client, error);
  }

  /** Closes every connection: the server does not respond. */
  closeAll(error: Error): void {
    for (const client of this.clients.keys()) close(client, error);
  }

  /** Closes every connection and lets no other open: this process must not write any more. */
  closeForGood(error: Error): void {
    this.closedFor = error;
    this.closeAll(error);
  }

  private judge(client: PoolClient, silenceMs: number): void {
    const { stream } = wireOf(client).connection;
    if (isIdle(client)) return;
    const received = stream.bytesRead;
    // A process that was suspended or busy runs its timers before it reads what has arrived in the meantime.
    setImmediate(() => {
      if (isIdle(client) || stream.bytesRead !== received) return;
      const error = new SilentConnectionError(`PostgreSQL did not respond for ${silenceMs} ms`);
      // First, so that the pool has removed them when the caller of the silent one takes another connection. They need
      // the error, because the end of a socket is reported later than its error.
      this.closeIdle(error);
      // What arrives now is of no use any more, and neither is the connection.
      stream.pause().setTimeout(0);
      cancel(wireOf(client), () => close(client, error));
    });
  }
}

function close(client: PoolClient, error: Error): void {
  wireOf(client).connection.stream.destroy(error);
}

/** Whether nothing is expected on the connection; one that the pool closes is expected to close. */
function isIdle(client: PoolClient): boolean {
  const { connection, readyForQuery } = wireOf(client);
  return readyForQuery && !connection.stream.writableEnded;
}

/**
 * Asks PostgreSQL to end the statement of a connection that is given up. A backend that waits, for a lock or for a
 * synchronous standby that is gone, does not notice that its client has left, and its connection would stay in use.
 * Sent as `PQcancel` of libpq is: on a connection of its own, without TLS, which the server closes when it has passed the
 * request on. A pooler forgets a request whose connection, or whose client, is gone before. Calls back when that is done, or
 * has not been possible for half a second.
 */
function cancel({ host, port, processID, secretKey }: Wire, onDone: () => void): void {
  if (processID === null || secretKey === null) return onDone();
  const request = Buffer.alloc(16);
  [request.length, CANCEL_REQUEST, processID, secretKey].forEach((word, index) =>
    request.writeInt32BE(word, index * 4),
  );
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  const late = setTimeout(() => socket.destroy(), CANCEL_WITHIN_MS);
  // A server that cannot be reached has no backend to end.
  socket.on('error', () => socket.destroy());
  socket.once('close', () => {
    clearTimeout(late);
    onDone();
  });
  socket.resume();
  socket.write(request);
}

function wireOf(client: PoolClient): Wire {
  return client as unknown as Wire;
}
