import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/** A forwarding HTTP proxy that understands only CONNECT. */
export class ConnectProxy {
  /** The requested targets, as `host:port`. */
  readonly targets: string[] = [];
  /** `Proxy-Authorization` of each request. */
  readonly credentials: (string | undefined)[] = [];
  /** Where each connection really goes; by default to the target on this machine. */
  route: (target: string) => { host: string; port: number } | undefined = (target) => ({
    host: '127.0.0.1',
    port: Number(target.slice(target.lastIndexOf(':') + 1)),
  });
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {
    server.on('connection', (socket) => this.keep(socket));
    server.on('connect', ({ url = '', headers }, client: Socket) => {
      this.targets.push(url);
      this.credentials.push(headers['proxy-authorization']);
      const route = this.route(url);
      if (!route) {
        client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
        return;
      }
      const upstream = this.keep(connect(route.port, route.host));
      upstream.once('connect', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstream.pipe(client).pipe(upstream);
      });
      upstream.once('error', () => client.destroy());
    });
  }

  static async start(): Promise<ConnectProxy> {
    const server = createServer((_request, response) => response.writeHead(405).end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new ConnectProxy(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private keep(socket: Socket): Socket {
    this.sockets.add(socket);
    return socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
  }
}
