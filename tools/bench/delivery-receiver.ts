import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * The receiver of `bench deliver`, in a process of its own. It answers every POST with 200, except those to `/silent`,
 * which it never answers. `GET /seen` tells how many deliveries have arrived since the last such request, and
 * `GET /arrival` when the next one does, in milliseconds of the machine's clock.
 */
const seen = new Set<string>();
let requests = 0;
let onArrival: (at: number) => void = () => undefined;

const server = createServer((request, response) => {
  if (request.method === 'GET') return report(request, response);
  onArrival(performance.timeOrigin + performance.now());
  request.resume();
  if (request.url?.startsWith('/silent')) return;
  requests += 1;
  seen.add(String(request.headers['x-webhook-id']));
  request.on('end', () => response.writeHead(200, { 'Content-Length': 2 }).end('ok'));
});

function report({ url }: IncomingMessage, response: ServerResponse): void {
  if (url === '/arrival') {
    onArrival = (at) => {
      onArrival = () => undefined;
      response.end(JSON.stringify({ at }));
    };
    return;
  }
  response.end(JSON.stringify({ requests, deliveries: seen.size }));
  requests = 0;
  seen.clear();
}

server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
