import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { TEST_SECRETS } from '@app/platform/testing';

const ROOT = join(__dirname, '../..');

type Env = Readonly<Record<string, string>>;

/** Contains nothing from the environment of the test run: each test configures its processes. */
const BARE: Env = { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/', LOG_LEVEL: 'warn' };

/** A process that has ended, and all of its output. */
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** Updates dist/, as every command of the service does. */
export async function ensureBuilt(): Promise<void> {
  const { code, stderr } = await runToEnd('tools/build.js');
  if (code !== 0) throw new Error(`the build failed: ${stderr}`);
}

/** Runs a script of the project, given by its path from the root, to its end. */
export async function runToEnd(script: string, args: readonly string[] = [], env: Env = {}): Promise<Ended> {
  return run(script, args, env).ended;
}

/** Starts a script of the project, given by its path from the root. */
export function run(script: string, args: readonly string[] = [], env: Env = {}): RunningProcess {
  return new RunningProcess(
    spawn(process.execPath, [resolve(ROOT, script), ...args], { cwd: ROOT, env: { ...BARE, ...env } }),
  );
}

/** A process that a test started. */
export class RunningProcess {
  stdout = '';
  stderr = '';
  /** Resolves when it has ended, for any reason, and its output has been read. */
  readonly ended: Promise<Ended>;

  constructor(private readonly child: ChildProcess) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (this.stdout += text));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.ended = once(child, 'close').then(([code, signal]) => ({
      code: code as number | null,
      signal: signal as NodeJS.Signals | null,
      stdout: this.stdout,
      stderr: this.stderr,
    }));
  }

  /** Sends the signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<Ended> {
    this.child.kill(signal);
    return this.ended;
  }

  signal(signal: NodeJS.Signals): void {
    this.child.kill(signal);
  }
}

/** The compiled API or delivery worker in a separate process on free ports. */
export class ServiceProcess extends RunningProcess {
  private constructor(
    child: ChildProcess,
    private readonly ports: Promise<{ port?: number; opsPort: number }>,
  ) {
    super(child);
  }

  /** Resolves when it is ready; rejects with its output when it ends before. */
  static async start(app: 'api' | 'delivery-worker', env: Env): Promise<ServiceProcess> {
    const child = fork(join(ROOT, `dist/apps/${app}/src/main.js`), [], {
      env: {
        ...BARE,
        ...TEST_SECRETS,
        PORT: '0',
        OPS_PORT: '0',
        WORKER_OPS_PORT: '0',
        PUBLIC_URL: 'https://pay.example.com',
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
        ...env,
      },
      silent: true,
    });
    const ready = once(child, 'message').then(([message]) => message as { port?: number; opsPort: number });
    const process = new ServiceProcess(child, ready);
    const died = process.ended.then(({ stdout, stderr }) => {
      throw new Error(`${app} ended before it was ready: ${stdout}${stderr}`);
    });
    // When it ends later, that is not a failure.
    died.catch(() => undefined);
    await Promise.race([ready, died]);
    return process;
  }

  async url(): Promise<string> {
    return `http://127.0.0.1:${(await this.ports).port}`;
  }

  async opsUrl(): Promise<string> {
    return `http://127.0.0.1:${(await this.ports).opsPort}`;
  }
}
