import { within } from '@app/kernel';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../database/database';
import { ReadOnlyServerError } from '../database/database-hosts';
import { statement } from '../database/statement';
import type { Metrics } from './metrics';

/** A dependency without which the process cannot serve: rejects when it is down. */
export type ReadinessCheck = () => Promise<void>;

/** A note for people about a process that can serve; undefined when there is none. */
export type ReadinessNote = () => Promise<string | undefined>;

const CHECK_TIMEOUT_MS = 2_000;
/** Probes and scrapers are few; anything else must not take the connections, or the memory, of the process. */
const MAX_CONNECTIONS = 200;
const PEER_TIMEOUT_MS = 10_000;
const TAKES_WRITES = statement(
  'health.takes-writes',
  `SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off' AS yes`,
);

/** Succeeds while the database responds and takes writes. */
export function databaseCheck(database: Database): ReadinessCheck {
  return async () => {
    const [takesWrites] = await database.read<{ yes: boolean }>(TAKES_WRITES);
    if (!takesWrites?.yes) throw new ReadOnlyServerError();
  };
}

/**
 * The operational endpoints, on a separate port that payers and integrators cannot reach: `/health/live` (the process
 * responds), `/health/ready` (its dependencies respond and it is not shutting down) and `/metrics`.
 */
export class OpsServer {
  private readonly server: Server;
  private stopping = false;

  constructor(
    private readonly checks: Readonly<Record<string, ReadinessCheck>>,
    private readonly metrics: Metrics,
    private readonly notes: Readonly<Record<string, ReadinessNote>> = {},
  ) {
    const timeouts = { headersTimeout: PEER_TIMEOUT_MS, requestTimeout: PEER_TIMEOUT_MS };
    this.server = createServer(timeouts, (request, response) => {
      this.respond(request.method, request.url, response).catch(() => send(response, 500, { status: 'error' }));
    });
    this.server.maxConnections = MAX_CONNECTIONS;
    this.server.timeout = PEER_TIMEOUT_MS;
  }

  /** Listens and resolves to the port, which the system chooses for 0. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, resolve);
    });
    return (this.server.address() as AddressInfo).port;
  }

  /** From now on `/health/ready` fails, so that a load balancer stops sending requests while running ones finish. */
  startDraining(): void {
    this.stopping = true;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async respond(method: string | undefined, url: string | undefined, response: ServerResponse): Promise<void> {
    const path = (url ?? '').split('?')[0];
    if (method !== 'GET' && method !== 'HEAD') return send(response, 405, { status: 'method not allowed' });
    if (path === '/health/live') return send(response, 200, { status: 'ok' });
    if (path === '/health/ready') return this.ready(response);
    if (path === '/metrics') {
      const text = await this.metrics.registry.metrics();
      response.writeHead(200, { 'Content-Type': this.metrics.registry.contentType });
      response.end(text);
      return;
    }
    send(response, 404, { status: 'not found' });
  }

  private async ready(response: ServerResponse): Promise<void> {
    if (this.stopping) return send(response, 503, { status: 'stopping' });
    const results = await Promise.all(
      Object.entries(this.checks).map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const ok = results.every(([, result]) => result === 'ok');
    const notes = await this.readNotes();
    send(response, ok ? 200 : 503, {
      status: ok ? 'ok' : 'unavailable',
      checks: Object.fromEntries(results),
      ...(notes.length > 0 && { notes: Object.fromEntries(notes) }),
    });
  }

  /** A note that cannot be read is left out: what it depends on has a check of its own. */
  private async readNotes(): Promise<(readonly [string, string])[]> {
    const read = Object.entries(this.notes).map(async ([name, note]) => {
      const text = await within(CHECK_TIMEOUT_MS, note).catch(() => undefined);
      return text === undefined ? [] : [[name, text] as const];
    });
    return (await Promise.all(read)).flat();
  }
}

function outcome(check: ReadinessCheck): Promise<'ok' | 'down'> {
  const checked = async () => {
    await check();
    return 'ok' as const;
  };
  return within(CHECK_TIMEOUT_MS, checked, () => 'down' as const).catch(() => 'down');
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(body));
}
