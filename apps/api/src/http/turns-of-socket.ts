import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests that may wait on one connection for their turn. Browsers and client libraries send none ahead. */
const MAX_WAITING = 16;

const UPGRADE = Symbol('upgrade');

type ParsedRequest = IncomingMessage & { [UPGRADE]?: true | undefined };

type Exchange = readonly [IncomingMessage, ServerResponse];

/** What a connection is busy with. */
interface Turn {
  response: ServerResponse;
  readonly waiting: Exchange[];
}

/**
 * Handles the requests of each connection one after the other: the next one starts when the response before it has left
 * for the network. Node alone hands over every pipelined request that it has read and keeps the responses in memory for
 * as long as the client does not read them. A client that sends too many requests ahead is disconnected.
 */
export class TurnsOfSocket {
  private readonly busy = new WeakMap<Socket, Turn>();
  private readonly flooded = new WeakSet<Socket>();

  constructor(private readonly listener: RequestListener) {}

  /** The listener for the server's requests. */
  readonly handle: RequestListener = (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const waiting = this.busy.get(socket)?.waiting;
    if (!waiting) {
      this.busy.set(socket, { response, waiting: [] });
      this.start([request, response]);
    } else if (waiting.length < MAX_WAITING) waiting.push([request, response]);
    else {
      waiting.length = 0;
      this.flooded.add(socket);
      socket.destroy();
    }
  };

  /** The response that is being made or sent on the connection; undefined when every request has its response. */
  responseOn(socket: Socket): ServerResponse | undefined {
    return this.busy.get(socket)?.response;
  }

  /**
   * Makes Node stop where a client is disconnected: otherwise it parses all that it has read, and 600 requests of a
   * destroyed connection take it 15 ms, in which nothing else is served. It stops parsing at an upgrade, and this API
   * has none. `requests` is the prototype of the server's requests.
   */
  stopParsing(requests: object): void {
    const { flooded } = this;
    Object.defineProperty(requests, 'upgrade', {
      get(this: ParsedRequest) {
        return this[UPGRADE] ?? flooded.has(this.socket);
      },
      // Node sets it for each request, and leaves it true for CONNECT only.
      set(this: ParsedRequest, value: boolean | null) {
        this[UPGRADE] = value || undefined;
      },
    });
  }

  private start([request, response]: Exchange): void {
    const { socket } = request;
    // Emitted when the last byte was handed to the system, or the connection is gone.
    response.once('close', () => {
      const turn = this.busy.get(socket);
      const next = socket.writable ? turn?.waiting.shift() : undefined;
      if (!turn || !next) {
        this.busy.delete(socket);
        return;
      }
      turn.response = next[1];
      this.start(next);
    });
    const rejection = rejectionOf(request);
    if (rejection === undefined) this.listener(request, response);
    else response.writeHead(rejection, { Connection: 'close' }).end();
  }
}

/**
 * The status of a request that Node would reject by itself. Node would do so at once and not in turn, so that the
 * responses to thousands of them would wait in memory; the server therefore leaves such requests to this class.
 */
function rejectionOf({ httpVersion, headers }: IncomingMessage): number | undefined {
  if (httpVersion !== '1.1') return undefined;
  if (headers.host === undefined) return 400;
  return headers.expect === undefined || /^100-continue$/i.test(headers.expect) ? undefined : 417;
}
