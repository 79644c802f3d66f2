import { acquireEmbeddedPostgres, type Config } from '@app/platform';

/** The database that the service runs on, its own or one that an operator provides. */
export interface ServiceDatabase {
  readonly url: string;
  /** How to name it to a person, without its password. */
  readonly description: string;
  /** Starts an embedded server again that has died; true when it had to. */
  revive(): Promise<boolean>;
  /** Gives an embedded server up. */
  stop(options?: { withinMs?: number }): Promise<void>;
}

/** `DATABASE_URL`, or else the embedded server of the data folder, started when it does not run yet. */
export async function openDatabase(config: Config, log: (line: string) => void): Promise<ServiceDatabase> {
  if (config.databaseUrl) {
    const { host, pathname } = new URL(config.databaseUrl);
    const nothing = async (): Promise<void> => undefined;
    return {
      url: config.databaseUrl,
      description: host + pathname,
      revive: async () => false,
      stop: nothing,
    };
  }
  const server = await acquireEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
  });
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
