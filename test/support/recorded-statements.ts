import { AsyncLocalStorage } from 'node:async_hooks';
import type { Server } from 'node:http';
import { Client } from 'pg';
import type { TestService } from './service';

/** Whether a key is still cached depends on the time since the last request, and not on the request. */
const BY_CHANCE = ['api_keys.look-up'];

type Query = (this: Client, asked: string | { name?: string; text?: string }, ...rest: unknown[]) => unknown;

/**
 * Records which statements a service of this process runs for a request: their names, or the text of those without one
 * (`START TRANSACTION`), in the order they were sent. Statements of background tasks are left out.
 */
export class RecordedStatements {
  private readonly context = new AsyncLocalStorage<string[] | undefined>();
  private readonly original = Object.getOwnPropertyDescriptor(Client.prototype, 'query')!;
  private current: string[] | undefined;

  constructor(service: Pick<TestService, 'api'>) {
    const { context, original } = this;
    const server = service.api.app.getHttpServer() as Server;
    server.prependListener('request', () => context.enterWith(this.current));
    const query: Query = function (asked, ...rest) {
      context.getStore()?.push(typeof asked === 'string' ? asked : (asked.name ?? asked.text ?? ''));
      return (original.value as Query).call(this, asked, ...rest);
    };
    Object.defineProperty(Client.prototype, 'query', { ...original, value: query });
  }

  /** The statements for the request that `ask` makes. One request at a time. */
  async during(ask: () => Promise<unknown>): Promise<string[]> {
    const statements: string[] = (this.current = []);
    try {
      await ask();
    } finally {
      this.current = undefined;
    }
    return statements.filter((name) => !BY_CHANCE.includes(name));
  }

  stop(): void {
    Object.defineProperty(Client.prototype, 'query', this.original);
  }
}
