import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TurnsOfSocket } from './turns-of-socket';

/** How fast a client must take a response: all of it within `wholeMs`, or, for a file, `fileBytesPerSecond` over that time. */
export interface ReadingPace {
  readonly wholeMs: number;
  readonly fileBytesPerSecond: number;
}

export const READING_PACE: ReadingPace = { wholeMs: 60_000, fileBytesPerSecond: 1_000 };

/** How many times the pace is checked within `wholeMs`. */
const CHECKS = 12;

/** What an earlier check saw of a response that is being sent. */
interface Progress {
  readonly response: ServerResponse;
  readonly since: number;
  readonly taken: number;
}

/**
 * Ends connections whose client takes a response too slowly. Each byte counts as traffic, so a client that reads a few
 * bytes now and then would otherwise hold a connection forever. A response that waits for us is not the client's fault.
 */
export class SlowReaders {
  private readonly sockets = new Set<Socket>();
  private readonly progress = new WeakMap<Socket, Progress>();
  private readonly everyMs: number;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly turns: TurnsOfSocket,
    private readonly pace: ReadingPace,
  ) {
    this.everyMs = pace.wholeMs / CHECKS;
  }

  /** Watches the connection until it is closed. */
  watch(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    this.timer ??= setInterval(() => this.check(performance.now()), this.everyMs).unref();
  }

  /** Judges each connection at that time, in milliseconds of `performance.now()`. */
  check(now: number): void {
    for (const socket of this.sockets) this.judge(socket, now);
    if (this.sockets.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private judge(socket: Socket, now: number): void {
    const response = this.turns.responseOn(socket);
    if (!response?.headersSent || !waitsForClient(socket, response)) return;
    const taken = takenFrom(socket);
    const seen = this.progress.get(socket);
    if (seen?.response !== response) {
      this.progress.set(socket, { response, since: now, taken });
      return;
    }
    // A check first sees a response up to one interval late, and notices its end up to one interval late.
    const elapsed = now - seen.since;
    if (elapsed < this.pace.wholeMs - 2 * this.everyMs) return;
    const enough = (this.pace.fileBytesPerSecond * elapsed) / 1_000;
    if (isFile(response) && taken - seen.taken >= enough) this.progress.set(socket, { response, since: now, taken });
    else socket.destroy();
  }
}

/**
 * How many of the written bytes the operating system has taken. Node counts whole chunks only, and a chunk can be a whole
 * file; the socket's handle, by which Node also resets the time-out, counts bytes.
 */
function takenFrom(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { bytesWritten?: number; writeQueueSize?: number } | null };
  if (handle?.bytesWritten === undefined) return socket.bytesWritten - socket.writableLength;
  return handle.bytesWritten - (handle.writeQueueSize ?? 0);
}

function waitsForClient(socket: Socket, response: ServerResponse): boolean {
  return socket.writableLength > 0 || response.writableLength > 0;
}

/** Tables, workbooks, scripts and pictures may be long; data and pages are not. */
function isFile(response: ServerResponse): boolean {
  return !/json|html/.test(String(response.getHeader('content-type') ?? 'json'));
}
