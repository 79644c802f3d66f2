import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A TCP server that shows the bytes it receives and responds with the bytes that the test gives. */
export class RawServer {
  connections = 0;
  /** Everything received on all connections. */
  received = '';
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  /** Calls `onRequest` with the connection when the head and body of a request have arrived on it. */
  static async start(
    onRequest: (socket: Socket, server: RawServer) => void,
    onConnection: (socket: Socket) => void = () => undefined,
  ): Promise<RawServer> {
    const server = createServer();
    const raw = new RawServer(server);
    server.on('connection', (socket) => {
      raw.connections += 1;
      raw.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => raw.sockets.delete(socket));
      onConnection(socket);
      let pending = '';
      socket.on('data', (chunk) => {
        raw.received += chunk.toString();
        pending += chunk.toString();
        if (!isComplete(pending)) return;
        pending = '';
        onRequest(socket, raw);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, resolve));
    return raw;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function isComplete(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)$/im.exec(request)?.[1] ?? '0';
  return end >= 0 && Buffer.byteLength(request.slice(end + 4)) >= Number(length);
}

/** A plain HTTP response. */
export function response(status: number, body = '', headers: readonly string[] = []): string {
  return [`HTTP/1.1 ${status} X`, `Content-Length: ${Buffer.byteLength(body)}`, ...headers, '', body].join('\r\n');
}
