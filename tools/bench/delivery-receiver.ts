import { createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * The receiver of `bench deliver`, in a process of its own. It responds to every POST with 200, except those to
 * `/silent`, which it never responds to. `GET /seen` returns how many deliveries have arrived since the last such
 * request, `GET /arrived` the same of requests without counting anew, and `GET /arrival` when the next one arrives, in
 * milliseconds of the machine's clock.
 *
 * Real receivers run on other machines, but this one takes its CPU time from the processes that are measured. So it
 * reads only what it needs of HTTP/1.1, which costs less than Node's own server.
 */
const seen = new Set<string>();
let requests = 0;
let onArrival: (at: number) => void = () => undefined;

const server = createServer((socket) => {
  let received = '';
  socket.setNoDelay(true);
  socket.setEncoding('latin1');
  socket.on('error', () => socket.destroy());
  socket.on('data', (text: string) => {
    received += text;
    for (let end = endOfRequest(received); end !== undefined; end = endOfRequest(received)) {
      response(socket, received.slice(0, end));
      received = received.slice(end);
    }
  });
});

/** The length of the first request, once it is complete. */
function endOfRequest(received: string): number | undefined {
  const body = received.indexOf('\r\n\r\n') + 4;
  if (body < 4) return undefined;
  const end = body + Number(/\r\ncontent-length: *(\d+)/i.exec(received)?.[1] ?? 0);
  return received.length < end ? undefined : end;
}

function response(socket: Socket, request: string): void {
  if (request.startsWith('GET /arrival ')) {
    onArrival = (at) => {
      onArrival = () => undefined;
      send(socket, JSON.stringify({ at }));
    };
  } else if (request.startsWith('GET /arrived ')) {
    send(socket, JSON.stringify({ requests }));
  } else if (request.startsWith('GET /seen ')) {
    send(socket, JSON.stringify({ requests, deliveries: seen.size }));
    requests = 0;
    seen.clear();
  } else {
    onArrival(performance.timeOrigin + performance.now());
    if (request.startsWith('POST /silent')) return;
    requests += 1;
    seen.add(/\r\nx-webhook-id: *([^\r]*)/i.exec(request)?.[1] ?? '');
    send(socket, 'ok');
  }
}

function send(socket: Socket, body: string): void {
  socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
}

server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.on('SIGTERM', () => process.exit(0));
process.on('disconnect', () => process.exit(0));
