import { failFast, openRedis, REDIS_CONNECTION } from '@app/platform';
import type { Redis, RedisOptions } from 'ioredis';

/** The Bull queue of batches of deliveries, from which every worker takes. Until 0.1, `webhook-deliveries` had single ones. */
export const DELIVERIES_QUEUE = 'webhook-batches';
/** The same queue, on a connection that fails at once, which is used to add jobs. */
export const DELIVERIES_PRODUCER = 'webhook-batches-producer';

/** The longest wait for a response from Redis. */
export const REDIS_RESPONSE_MS = 1_000;

/** A connection that owes a response for so long is opened again. Bull waits 5 s at a time for a job. */
const SILENT_MS = 10_000;

/** Opens the connections of Bull's queues, and closes them: Bull leaves clients that it did not create open. */
export class BullConnections {
  private readonly clients: Redis[] = [];
  private blocking: Redis | undefined;
  private closed = false;

  /** `redisUrl` may hold a password and is never logged. */
  constructor(private readonly redisUrl: string) {}

  /** For adding jobs: without Redis a command fails at once, and if Redis hangs, within a second. */
  readonly producer = (): Redis => this.connect(failFast(REDIS_RESPONSE_MS));

  /** For running jobs: commands wait until Redis is back. Bull rejects blocking connections with other settings. */
  readonly consumer = (type: 'client' | 'subscriber' | 'bclient'): Redis => {
    const client = this.connect({
      ...REDIS_CONNECTION,
      maxRetriesPerRequest: null,
      enableReadyCheck: false,
      socketTimeout: SILENT_MS,
    });
    if (type === 'bclient') this.blocking = client;
    return client;
  };

  /** Ends the wait for the next job at once; Bull would first give a blocked connection half a second to quit. */
  interrupt(): void {
    if (this.blocking) close(this.blocking);
  }

  /** Closes all connections, and those that Bull still asks for. */
  disconnect(): void {
    this.closed = true;
    for (const client of this.clients) close(client);
  }

  private connect(options: RedisOptions): Redis {
    const client = openRedis(this.redisUrl, {
      ...options,
      lazyConnect: this.closed,
      // While ioredis sends its name and version, a closing connection would still become ready.
      disableClientInfo: true,
    });
    // Bull reports errors as its queue's until the queue is closed; after that ioredis would print them.
    client.on('error', () => undefined);
    this.clients.push(client);
    if (this.closed) close(client);
    return client;
  }
}

/** Bull reconnects the blocking connection whenever it pauses or closes: a closed connection stays closed. */
function close(client: Redis): void {
  Object.assign(client, { connect: () => Promise.resolve() });
  client.disconnect();
}
