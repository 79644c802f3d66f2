import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** An address that leads to one server and then to another, as a proxy or a virtual IP does after a failover. */
export class SwitchedAddress {
  private readonly open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {}

  static async leadingTo(port: number): Promise<SwitchedAddress> {
    const server = createServer((client) => address.join(client));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = new SwitchedAddress(server, port);
    return address;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** New connections lead there. Those that are open stay as they are, or end. */
  moveTo(port: number, { cut = false } = {}): void {
    this.target = port;
    if (cut) for (const socket of this.open) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.destroy();
    await new Promise((closed) => this.server.close(closed));
  }

  private join(client: Socket): void {
    const upstream = connect(this.target, '127.0.0.1');
    const pair = [client, upstream] as const;
    for (const [side, other] of [pair, [upstream, client]] as const) {
      this.open.add(side);
      side.pipe(other);
      side.on('error', () => undefined);
      side.on('close', () => {
        this.open.delete(side);
        other.destroy();
      });
    }
  }
}
