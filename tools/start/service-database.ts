import { hostUrls, checkedAddress, type Config } from '@app/platform';
import { acquireEmbeddedPostgres } from '../embedded-postgres';

/** The service's database: the server of `DATABASE_URL`, or else the embedded one. */
export interface ServiceDatabase {
  readonly url: string;
  /** Describes the server for a person, without its password. */
  readonly description: string;
  /** Restarts an embedded server if it has died. Returns true when it did. */
  revive(): Promise<boolean>;
  /** Ends the lease on an embedded server. */
  stop(options?: { withinMs?: number }): Promise<void>;
}

/**
 * Opens `DATABASE_URL`, or else the embedded server of the data folder, which is started unless it is running. `log`
 * receives a line about each long wait.
 */
export async function openDatabase(config: Config, log?: (line: string) => void): Promise<ServiceDatabase> {
  if (config.databaseUrl) {
    const url = await checkedAddress(config.databaseUrl);
    const { host, pathname } = new URL(hostUrls(url)[0] as string);
    return {
      url,
      description: host + pathname,
      revive: async () => false,
      stop: async () => undefined,
    };
  }
  const server = await acquireEmbeddedPostgres({ dataDir: config.dataDir, log });
  return {
    get url() {
      return server.url;
    },
    get description() {
      return `embedded PostgreSQL on port ${new URL(server.url).port}, data in ${config.dataDir}`;
    },
    revive: () => server.revive(),
    stop: (options) => server.stop(options),
  };
}
