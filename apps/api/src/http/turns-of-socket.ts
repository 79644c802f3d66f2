import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection for their turn. Browsers and client libraries send none ahead. */
const MAX_WAITING = 16;

type Exchange = readonly [IncomingMessage, ServerResponse];

/**
 * Handles the requests of each connection one after the other: the next one starts when the response before it has left
 * for the network. Node alone hands over every pipelined request that it has read and keeps the responses in memory for
 * as long as the client does not read them. A client that sends too many requests ahead is disconnected.
 */
export class TurnsOfSocket {
  private readonly busy = new WeakMap<Socket, Exchange[]>();

  constructor(private readonly listener: RequestListener) {}

  /** The listener for the server's requests. */
  readonly handle: RequestListener = (request, response) => {
    const { socket } = request;
    // Node hands over the rest of what it has read from a connection that was destroyed meanwhile.
    if (socket.destroyed) return;
    const waiting = this.busy.get(socket);
    if (!waiting) {
      this.busy.set(socket, []);
      this.start([request, response]);
    } else if (waiting.length < MAX_WAITING) waiting.push([request, response]);
    else {
      waiting.length = 0;
      socket.destroy();
    }
  };

  /** Whether a request of the connection has not been answered. */
  isBusy(socket: Socket): boolean {
    return this.busy.has(socket);
  }

  private start([request, response]: Exchange): void {
    const { socket } = request;
    // Emitted when the last byte was handed to the system, or the connection is gone.
    response.once('close', () => {
      const next = socket.writable ? this.busy.get(socket)?.shift() : undefined;
      if (next) this.start(next);
      else this.busy.delete(socket);
    });
    this.listener(request, response);
  }
}
