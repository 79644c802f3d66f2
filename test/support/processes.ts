import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { TEST_SECRETS } from '@app/platform/testing';

/** The folder of the project. */
export const ROOT = join(__dirname, '../..');

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

/** Updates dist/, as every command of the service does; `root` is another checkout of the project. */
export async function ensureBuilt(root = ROOT): Promise<void> {
  const { code, stderr } = await run('tools/build.js', [], {}, root).ended;
  if (code !== 0) throw new Error(`the build failed: ${stderr}`);
}

/** Runs a script of the project, given by its path from the root, to its end. */
export async function runToEnd(script: string, args: readonly string[] = [], env: Env = {}): Promise<Ended> {
  return run(script, args, env).ended;
}

/** Starts a script of the project or of another checkout, given by its path from the root. */
export function run(script: string, args: readonly string[] = [], env: Env = {}, root = ROOT): RunningProcess {
  return new RunningProcess(
    spawn(process.execPath, [resolve(root, script), ...args], { cwd: root, env: { ...BARE, ...env } }),
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

export type ServiceApp = 'api' | 'delivery-worker';

/** The compiled API or delivery worker, of the project or of another checkout that is built, in a separate process on free ports. */
export class ServiceProcess extends RunningProcess {
  private constructor(
    child: ChildProcess,
    private readonly ports: Promise<{ port?: number; opsPort: number }>,
  ) {
    super(child);
  }

  /** Resolves when it is ready; rejects with its output when it ends before. */
  static async start(app: ServiceApp, env: Env, root = ROOT): Promise<ServiceProcess> {
    const child = fork(join(root, `dist/apps/${app}/src/main.js`), [], {
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
