import { fork, type ChildProcess } from 'node:child_process';
import type { Readable } from 'node:stream';
import { Backoff } from './backoff';
import { HEAP_FLAGS } from './heap-flags';
import { LinePrefixer } from './line-prefixer';
import { Liveness, type LivenessOptions } from './liveness';

/** What a process of the service reports to its launcher when it is ready. */
export interface ReadyMessage {
  type: 'ready';
  port?: number;
  opsPort?: number;
}

export interface ProcessOptions {
  /** At most six characters: the prefix of its log lines. */
  name: string;
  entry: string;
  /** Read at each start, as the address of the database may have changed. */
  environment: () => NodeJS.ProcessEnv;
  /** Takes text that ends with a line break. The process's output is paused until it calls back. */
  write: (text: string, done: () => void) => void;
  log: (line: string) => void;
  /** How its `/health/live` is watched once it has reported the port of it. */
  liveness: () => Pick<LivenessOptions, 'host' | 'everyMs' | 'failures'>;
}

/** A process that would fail at every start, with the reason in one line. */
export class HopelessStartError extends Error {
  constructor(
    message: string,
    /** The port that was in use, if that was the reason and the process named it. */
    readonly port?: number,
  ) {
    super(message);
  }
}

/**
 * A process of the service, restarted whenever it exits, and killed when it no longer responds. It runs in a separate session, so that the terminal's Ctrl-C
 * reaches the launcher only; it ends on its own when the channel to the launcher closes.
 */
export class SupervisedProcess {
  /**
   * The first readiness. Rejects with `HopelessStartError` when the process ended before it was ever ready because of
   * its configuration or a port in use.
   */
  readonly ready: Promise<ReadyMessage>;
  private announceReady!: (message: ReadyMessage) => void;
  private giveUp!: (error: HopelessStartError) => void;
  private child: ChildProcess | undefined;
  private restartTimer: NodeJS.Timeout | undefined;
  private liveness: Liveness | undefined;
  private readonly backoff = new Backoff();
  private everReady = false;
  private stopping = false;
  private renewing = false;
  private hopeless: HopelessStartError | undefined;

  constructor(private readonly options: ProcessOptions) {
    this.ready = new Promise((resolve, reject) => {
      this.announceReady = resolve;
      this.giveUp = reject;
    });
    this.ready.catch(() => undefined);
  }

  start(): void {
    const startedAt = Date.now();
    const child = fork(this.options.entry, [], {
      detached: true,
      execArgv: [...process.execArgv, ...HEAP_FLAGS],
      silent: true,
      env: this.options.environment(),
    });
    this.child = child;
    this.hopeless = undefined;
    this.pass(child.stdout as Readable);
    this.pass(child.stderr as Readable);
    child.on('message', (message) => {
      if ((message as Partial<ReadyMessage> | null)?.type !== 'ready') return;
      this.everReady = true;
      this.announceReady(message as ReadyMessage);
      this.watch(child, message as ReadyMessage);
    });
    child.on('error', (error) => this.options.log(`${this.options.name}: ${error.message}`));
    // "close" and not "exit": its last lines say why it ended.
    child.once('close', (code, signal) => this.onEnd(signal ?? `code ${code}`, Date.now() - startedAt));
  }

  /** Stops the process gracefully and restarts it at once. */
  renew(): void {
    this.renewing = true;
    this.child?.kill('SIGTERM');
  }

  /** Stops the process permanently: gracefully, and after `withinMs` by killing it. */
  async stop(withinMs: number): Promise<void> {
    this.stopping = true;
    clearTimeout(this.restartTimer);
    const { child } = this;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    const timeout = setTimeout(() => this.kill(), withinMs);
    await ended;
    clearTimeout(timeout);
  }

  kill(): void {
    this.child?.kill('SIGKILL');
  }

  private watch(child: ChildProcess, { opsPort: port }: ReadyMessage): void {
    if (port === undefined) return;
    const { name, log } = this.options;
    const liveness = this.options.liveness();
    const onStuck = (): void => {
      log(
        `${name} has not responded to /health/live for ${(liveness.everyMs * liveness.failures) / 1_000} s: killing it`,
      );
      child.kill('SIGKILL');
    };
    this.liveness = new Liveness({ ...liveness, port, onStuck });
  }

  private onEnd(how: string, uptimeMs: number): void {
    this.liveness?.stop();
    this.child = undefined;
    if (this.stopping) return;
    if (!this.everReady && this.hopeless) return this.giveUp(this.hopeless);
    const delay = this.renewing ? 0 : this.backoff.delayAfter(uptimeMs);
    this.renewing = false;
    this.options.log(`${this.options.name} ended (${how}); starting it again in ${delay / 1_000} s`);
    this.restartTimer = setTimeout(() => this.start(), delay);
  }

  private pass(stream: Readable): void {
    const lines = new LinePrefixer(`${this.options.name.padEnd(6)} | `);
    const forward = (text: string): void => {
      if (text === '') return;
      if (!this.everReady) this.hopeless ??= hopelessIn(text);
      stream.pause();
      this.options.write(text, () => stream.resume());
    };
    stream.setEncoding('utf8');
    stream.on('data', (piece: string) => forward(lines.push(piece)));
    stream.on('end', () => forward(lines.end()));
  }
}

/** The reason why a restart would not help, if the output of a process contains one. */
export function hopelessIn(output: string): HopelessStartError | undefined {
  const variable = /(?:Configuration|Cannot start): ([A-Z][A-Z_]{3,} [^\n"]+)/.exec(output);
  if (variable) return new HopelessStartError(`Configuration: ${variable[1]}`);
  const inUse = /EADDRINUSE(?:[^\n]*?:(\d{1,5})(?!\d))?/.exec(output);
  if (!inUse) return undefined;
  const port = inUse[1] === undefined ? undefined : Number(inUse[1]);
  return new HopelessStartError(`${port ? `Port ${port}` : 'A port'} is in use by another program`, port);
}
