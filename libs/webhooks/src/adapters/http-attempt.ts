import { isAscii } from 'node:buffer';
import type { Dispatcher } from 'undici';
import type { SendResult } from '../application/ports';
import { describeFailure, OverdueError } from './send-failures';

/** How much of a response is read and kept. */
const SNIPPET_BYTES = 1_024;
/** The status decides; a receiver that sends the rest of its response slowly is cut off after this time. */
const SNIPPET_MS = 500;

type Handler = Dispatcher.DispatchHandler;

/**
 * Reads one response. Undici's `request` makes a stream, a promise and an abort signal of each: 72 us of CPU time for an
 * attempt instead of 31.
 */
export class HttpAttempt implements Handler {
  private controller: Dispatcher.DispatchController | undefined;
  private statusCode: number | null = null;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  private timer: NodeJS.Timeout;
  private ended = false;

  /** `onEnd` is called once, at the latest half a second after the deadline. */
  constructor(
    deadlineMs: number,
    private readonly onEnd: (result: SendResult) => void,
  ) {
    this.timer = setTimeout(() => this.cut(new OverdueError()), deadlineMs);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.ended) controller.abort(new OverdueError());
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number): void {
    if (statusCode < 200 || this.ended) return;
    this.statusCode = statusCode;
    // Most responses end within the bytes just received, and need no second timer.
    queueMicrotask(() => this.awaitRest());
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.ended) return;
    this.chunks.push(chunk);
    this.size += chunk.length;
    if (this.size < SNIPPET_BYTES) return;
    this.end();
    // If the response ends within the bytes just received, the connection can be reused.
    queueMicrotask(() => this.controller?.abort(new OverdueError()));
  }

  onResponseEnd(): void {
    this.end();
  }

  /** After the status, the result has the part that was read before the receiver hung up. */
  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(error);
  }

  private awaitRest(): void {
    if (this.ended) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.cut(), SNIPPET_MS);
  }

  private cut(error = new OverdueError()): void {
    this.end(error);
    this.controller?.abort(error);
  }

  private end(error?: Error): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.timer);
    const { statusCode } = this;
    if (statusCode === null) this.onEnd({ statusCode, error: describeFailure(error), responseSnippet: null });
    else this.onEnd({ statusCode, error: null, responseSnippet: this.snippet() });
  }

  /** As text without NUL, which PostgreSQL cannot store. An incomplete character at the end is dropped. */
  private snippet(): string | null {
    if (this.size === 0) return null;
    const bytes = Buffer.concat(this.chunks).subarray(0, SNIPPET_BYTES);
    const text = isAscii(bytes) ? bytes.toString('latin1') : new TextDecoder().decode(bytes, { stream: true });
    return text.replaceAll('\0', '\u{fffd}');
  }
}
