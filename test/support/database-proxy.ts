import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const CANCEL_REQUEST = 80_877_102;

interface Pair {
  client: Socket;
  upstream: Socket;
}

/**
 * Passes connections on to PostgreSQL, and can let those that are open fall silent, as a pooler that hangs or a dropped NAT
 * entry does: they stay open on both sides and carry nothing, not even the end of the other side. New ones work.
 */
export class DatabaseProxy {
  private readonly open = new Set<Pair>();
  private readonly silent = new Set<Pair>();
  /** What a pooler would have seen: requests to cancel, how they ended, and connections that clients left. */
  readonly seen: ('cancel' | 'cancelled' | 'cancel left' | 'left')[] = [];

  private constructor(
    private readonly server: Server,
    /** The address of the database through this proxy. */
    readonly url: string,
  ) {}

  static async start(databaseUrl: string): Promise<DatabaseProxy> {
    const url = new URL(databaseUrl);
    const { hostname, port } = url;
    const server = createServer((client) => proxy.join(client, connect(Number(port), hostname)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const proxy = new DatabaseProxy(server, url.href);
    return proxy;
  }

  /** The connections that are open now carry nothing any more; with `responses`, nothing from PostgreSQL. */
  silence(what: 'everything' | 'responses' = 'everything'): void {
    for (const pair of this.open) {
      this.silent.add(pair);
      pair.upstream.unpipe(pair.client).pause();
      if (what === 'everything') pair.client.unpipe(pair.upstream).pause();
    }
  }

  /** The silent connections that are still open deliver what was held back, and carry on. */
  resume(): void {
    for (const { client, upstream } of this.silent) {
      client.pipe(upstream);
      upstream.pipe(client);
    }
    this.silent.clear();
  }

  async close(): Promise<void> {
    for (const { client, upstream } of this.open) {
      client.destroy();
      upstream.destroy();
    }
    await new Promise((closed) => this.server.close(closed));
  }

  private join(client: Socket, upstream: Socket): void {
    const pair = { client, upstream };
    this.open.add(pair);
    this.watch(pair);
    client.pipe(upstream);
    upstream.pipe(client);
    const closes = (side: Socket, other: Socket) =>
      side
        .on('error', () => undefined)
        .on('close', () => {
          if (this.silent.has(pair)) return;
          other.destroy();
          this.open.delete(pair);
        });
    closes(client, upstream);
    closes(upstream, client);
  }

  private watch({ client, upstream }: Pair): void {
    let isCancel = false;
    client.once('data', (start: Buffer) => {
      isCancel = start.length === 16 && start.readInt32BE(4) === CANCEL_REQUEST;
      if (isCancel) this.seen.push('cancel');
    });
    client.once('close', () => !isCancel && this.seen.push('left'));
    client.once('end', () => isCancel && !upstream.readableEnded && this.seen.push('cancel left'));
    upstream.once('end', () => isCancel && this.seen.push('cancelled'));
  }
}
