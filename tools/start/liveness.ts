import { get } from 'node:http';

export interface LivenessOptions {
  host: string;
  port: number;
  everyMs: number;
  /** A process is stuck when so many looks in a row have failed. Looks that a sleeping machine has skipped do not count. */
  failures: number;
  onStuck: () => void;
}

/** Looks at the `/health/live` of a process, which only a process whose event loop turns can respond. */
export class Liveness {
  private failed = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: LivenessOptions) {
    this.timer = setInterval(() => void this.look(), options.everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    const { failures, onStuck } = this.options;
    this.failed = (await this.isLive()) ? 0 : this.failed + 1;
    if (this.failed !== failures) return;
    this.stop();
    onStuck();
  }

  private isLive(): Promise<boolean> {
    const { host, port, everyMs } = this.options;
    return new Promise((resolve) => {
      const signal = AbortSignal.timeout(everyMs);
      const request = get({ host, port, path: '/health/live', agent: false, signal }, (response) => {
        response.resume();
        response.on('error', () => undefined);
        resolve(response.statusCode === 200);
      });
      request.on('error', () => resolve(false));
    });
  }
}
