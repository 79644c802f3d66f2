import { generatedSecrets, loadConfig, type Config } from '@app/platform';
import { freePort, TEST_SECRETS } from '@app/platform/testing';
import { setTimeout as pause } from 'node:timers/promises';
import { startDurableServer, type DurableServer } from '../../tools/bench/durable-server';
import { LoadBalancer } from '../support/load-balancer';
import { run, ServiceProcess, type ServiceApp } from '../support/processes';

/** Load from one address; more processes than usual share one server. */
const SETTINGS = {
  IP_RATE_LIMIT: '1000000',
  ANONYMOUS_RATE_LIMIT: '1000000',
  PANEL_RATE_LIMIT: '1000000',
  TRUST_PROXY: '1',
  DATABASE_POOL_SIZE: '5',
  SANDBOX_PAYOUT_DELAY: '1s',
};

/** That of a process without `SHUTDOWN_GRACE`. */
const GRACE_MS = 5_000;

type Env = Readonly<Record<string, string>>;

/** A place for a process, which keeps its ports when another process takes it. */
class Place {
  private process: ServiceProcess | undefined;
  private readonly former: ServiceProcess[] = [];

  constructor(
    readonly name: string,
    private readonly app: ServiceApp,
    readonly port: number,
    readonly opsPort: number,
  ) {}

  async start(env: Env, root?: string): Promise<void> {
    const ops = `${this.opsPort}`;
    const ports = { PORT: `${this.port}`, OPS_PORT: ops, WORKER_OPS_PORT: ops };
    this.process = await ServiceProcess.start(this.app, { ...env, ...ports }, root);
  }

  /** What all processes in this place have written so far. */
  get output(): string {
    return [...this.former, ...(this.process ? [this.process] : [])].map((one) => one.stdout + one.stderr).join('');
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null | undefined> {
    const ended = await this.process?.end(signal);
    if (this.process) this.former.push(this.process);
    this.process = undefined;
    return ended?.code;
  }
}

/** How a process ended, and how long that took. */
export interface Stop {
  readonly process: string;
  readonly 'exit code': number | null | undefined;
  readonly seconds: string;
}

/** Places for API processes behind HAProxy and for workers, on a durable database of their own, which is empty at first. */
export class Cluster {
  readonly stops: Stop[] = [];
  private readonly steps: { at: number; name: string }[] = [];

  private constructor(
    private readonly database: DurableServer,
    private readonly balancer: LoadBalancer,
    readonly apis: readonly Place[],
    readonly workers: readonly Place[],
    private readonly env: Env,
  ) {}

  /** With so many places of each kind; `env` configures the processes, which connect to the address that `through` leads to. */
  static async of(
    count: number,
    env: Env = {},
    through: (url: string) => Promise<string> = async (url) => url,
  ): Promise<Cluster> {
    const places = (app: ServiceApp) =>
      Promise.all(
        Array.from(
          { length: count },
          async (_, i) => new Place(`${app} ${i + 1}`, app, await freePort(), await freePort()),
        ),
      );
    const [apis, workers] = [await places('api'), await places('delivery-worker')];
    const balancer = await LoadBalancer.over(apis);
    const database = await startDurableServer();
    const own = { ...SETTINGS, ...TEST_SECRETS, DATABASE_URL: await through(database.url), ...env };
    return new Cluster(database, balancer, apis, workers, own);
  }

  get url(): string {
    return this.balancer.url;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  get config(): Config {
    return loadConfig({ ...TEST_SECRETS, DATABASE_URL: this.database.url }, generatedSecrets);
  }

  /** The step that ran at that time of `performance.now()`. */
  stepAt(at: number): string {
    return this.steps.findLast((step) => step.at <= at)?.name ?? 'before';
  }

  /** A step of the trial begins, which the failures during it are counted under. */
  begin(name: string): void {
    this.steps.push({ at: performance.now(), name });
  }

  start(place: Place, root?: string): Promise<void> {
    this.begin(`start ${place.name}`);
    return place.start(this.env, root);
  }

  /** With `drain`, an API gets no more requests from HAProxy for as long as a grace takes, and then the signal. */
  async stop(place: Place, { drain = false } = {}): Promise<void> {
    if (drain && this.apis.includes(place)) {
      this.begin(`drain ${place.name}`);
      await this.balancer.drain(place);
      await pause(GRACE_MS);
    }
    this.begin(`stop ${place.name}`);
    const at = performance.now();
    const code = await place.stop();
    const seconds = ((performance.now() - at) / 1_000).toFixed(1);
    this.stops.push({ process: place.name, 'exit code': code, seconds });
  }

  /** Runs a command of the project, or of another checkout, and returns its output. */
  async command(args: readonly string[], root?: string): Promise<string> {
    const { code, stdout, stderr } = await run('tools/run.js', args, this.env, root).ended;
    if (code !== 0) throw new Error(`${args.join(' ')} exited with ${code}: ${stdout}${stderr}`);
    return stdout;
  }

  /** What the processes have written so far: warnings and errors. */
  get output(): string {
    return [...this.apis, ...this.workers].map(({ name, output }) => `${name}\n${output}`).join('\n');
  }

  async remove(): Promise<void> {
    await Promise.all([...this.apis, ...this.workers].map((place) => place.stop('SIGKILL')));
    await this.balancer.stop();
    await this.database.stop();
  }
}
