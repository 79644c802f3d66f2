import { get } from 'node:http';

export interface LivenessOptions {
  host: string;
  port: number;
  everyMs: number;
  /**
   * A process is stuck when so many checks in a row have failed. Checks that a sleeping machine has skipped do not
   * count.
   */
  failures: number;
  onStuck: () => void;
}

/** Requests the `/health/live` of a process, to which it responds only while its event loop turns. */
export class Liveness {
  private failed = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly options: LivenessOptions) {
    this.timer = setInterval(() => void this.check(), options.everyMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async check(): Promise<void> {
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
