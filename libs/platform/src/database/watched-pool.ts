import { Pool, type PoolClient, type PoolConfig } from 'pg';

type Connected = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void;

/** The open connection pools of a data source, by name. */
export class OpenPools {
  readonly byName = new Map<string, WatchedPool>();
  private readonly listeners: ((pool: string, seconds: number) => void)[] = [];

  /** Calls back when a caller that found no idle connection has got one, or an error instead. */
  onWait(listener: (pool: string, seconds: number) => void): void {
    this.listeners.push(listener);
  }

  waited(pool: string, seconds: number): void {
    for (const listener of this.listeners) listener(pool, seconds);
  }

  /** What `of` says of each pool. */
  read(of: (pool: WatchedPool) => number): Map<string, number> {
    return new Map(Array.from(this.byName, ([name, pool]) => [name, of(pool)]));
  }
}

/** Where a pool is seen, and under which name. */
export interface PoolPlace {
  readonly poolName: string;
  readonly openPools: OpenPools;
}

/** A pool that measures how long callers wait for a connection. One who finds an idle connection is not measured. */
export class WatchedPool extends Pool {
  private readonly place: PoolPlace;

  constructor(config: PoolConfig & PoolPlace) {
    super(config);
    this.place = config;
    this.place.openPools.byName.set(config.poolName, this);
  }

  get size(): number {
    return this.options.max;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | void {
    // Those who wait already get the idle connections first.
    if (this.idleCount > this.waitingCount) return callback ? super.connect(callback) : super.connect();
    const since = performance.now();
    const { poolName, openPools } = this.place;
    const waited = () => openPools.waited(poolName, (performance.now() - since) / 1_000);
    if (!callback) return super.connect().finally(waited);
    super.connect((error, client, release) => {
      waited();
      callback(error, client, release);
    });
  }
}
