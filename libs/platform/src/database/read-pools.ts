import type { PoolClient } from 'pg';
import type { DataSource } from 'typeorm';
import type { DatabaseLimits } from './data-source';
import { SidePool } from './side-pool';
import { isFaultOfStandby, type Standby } from './standby';

/** Where lists and reports are read: from the standby while it is usable, else from the primary. */
export class ReadPools {
  private readonly primaryPool: SidePool;
  private readonly standbyPool: SidePool | undefined;

  constructor(
    name: string,
    dataSource: DataSource,
    size: number,
    limits: Partial<DatabaseLimits>,
    private readonly standby: Standby | undefined,
  ) {
    this.primaryPool = new SidePool(name, dataSource, size, limits);
    this.standbyPool = standby && new SidePool(`${name}_standby`, dataSource, size, limits, standby);
  }

  /**
   * Calls `read` with a connection, which it releases. It is called again with one to the primary when the standby is why
   * it failed. Throws `ReportUnavailableError` when no connection is free, and what `read` throws.
   */
  async use<T>(read: (client: PoolClient) => Promise<T>): Promise<T> {
    if (this.standbyPool && this.standby?.isUsable()) {
      try {
        return await read(await this.standbyPool.connect());
      } catch (error) {
        if (!isFaultOfStandby(error)) throw error;
        this.standby.leave();
      }
    }
    return read(await this.primaryPool.connect());
  }

  /** Waits for the connections that are in use. */
  async close(): Promise<void> {
    await Promise.all([this.primaryPool.close(), this.standbyPool?.close()]);
  }
}
