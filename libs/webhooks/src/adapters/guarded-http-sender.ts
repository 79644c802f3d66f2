import { parseUrl } from '@app/kernel';
import { egressAgent } from '@app/platform';
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { promisify } from 'node:util';
import { isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import type { Agent } from 'undici';
import { WebhookSender, type SendRequest, type SendResult } from '../application/ports';
import { AddressGuard } from './address-guard';
import { HttpAttempt } from './http-attempt';
import { describeFailure, NotAllowedError, SlowNameError } from './send-failures';

/** How long a name is not looked up again after it took as long as a whole attempt may: a look-up holds a thread. */
const SLOW_NAME_PAUSE_MS = 60_000;
/** Beyond this number the oldest name is forgotten. */
const MAX_SLOW_NAMES = 10_000;
/** Beyond this number of URLs the least recently used is parsed and checked again. */
const MAX_TARGETS = 1_000;

/** A URL that the guard allows as far as its text shows. The addresses of a name are checked at each connection. */
interface Target {
  origin: string;
  path: string;
}

export interface SenderOptions {
  /** Networks that are allowed although they are not public, in CIDR notation. */
  allowedNetworks: readonly string[];
  /** For the whole attempt: resolving, connecting, sending and the response. */
  deadlineMs?: number;
  /** At least the number of attempts under way at a time, so that none waits for a connection. */
  connectionsPerOrigin: number;
  /** Resolves a host name; by default the system's resolver. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>;
  /** Certificate authorities, in PEM; by default those that Node.js trusts. */
  authorities?: string;
  /** `EGRESS_PROXY`; by default, receivers are reached directly. */
  proxy?: string | undefined;
}

const resolveAll = (hostname: string) => promisify(systemLookup)(hostname, { all: true });

/**
 * Posts over kept-alive connections, and only to addresses that the guard allows: it connects to the addresses that were
 * checked, without a second look-up. It does not follow redirects and does not decompress responses.
 */
export class GuardedHttpSender extends WebhookSender {
  private readonly guard: AddressGuard;
  private readonly agent: Agent;
  private readonly deadlineMs: number;
  private readonly resolve: (hostname: string) => Promise<LookupAddress[]>;
  private readonly resolving = new Map<string, Promise<LookupAddress[]>>();
  private readonly targets = new LRUCache<string, Target>({ max: MAX_TARGETS });
  /** Slow names, and when they may be looked up again, in milliseconds of the process's clock. */
  private readonly slowNames = new Map<string, number>();

  constructor(options: SenderOptions) {
    super();
    const {
      allowedNetworks,
      deadlineMs = 10_000,
      connectionsPerOrigin,
      resolve = resolveAll,
      authorities,
      proxy,
    } = options;
    this.guard = new AddressGuard(allowedNetworks);
    this.deadlineMs = deadlineMs;
    this.resolve = resolve;
    this.agent = egressAgent({
      proxy,
      lookup: this.lookup,
      connectMs: deadlineMs,
      authorities,
      connections: connectionsPerOrigin,
      pipelining: 1,
      // Every attempt has a deadline of its own.
      headersTimeout: 0,
      bodyTimeout: 0,
      // Shorter than the idle time after which common servers close a connection, possibly while we write to it.
      keepAliveTimeout: 1_500,
      keepAliveMaxTimeout: 15_000,
    });
  }

  send({ url, headers, body }: SendRequest): Promise<SendResult> {
    return new Promise((resolve) => {
      const target = this.targets.get(url) ?? this.remember(url);
      if (!target) {
        resolve({ statusCode: null, error: describeFailure(new NotAllowedError()), responseSnippet: null });
        return;
      }
      const options = { method: 'POST', headers, body, ...target } as const;
      this.agent.dispatch(options, new HttpAttempt(this.deadlineMs, resolve));
    });
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private remember(url: string): Target | undefined {
    const target = this.targetOf(url);
    if (target) this.targets.set(url, target);
    return target;
  }

  /** Node does not look up a host that is an address, so the guard checks those here. Undefined for a forbidden one. */
  private targetOf(url: string): Target | undefined {
    const parsed = parseUrl(url);
    if (!parsed) return undefined;
    const { protocol, hostname, origin, pathname, search } = parsed;
    if (protocol !== 'http:' && protocol !== 'https:') return undefined;
    return this.guard.allowsHost(hostname) ? { origin, path: `${pathname}${search}` } : undefined;
  }

  private readonly lookup: LookupFunction = (hostname, options, callback) => {
    this.resolveAllowed(hostname).then(
      (addresses) => {
        if (options.all) callback(null, addresses);
        else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error: unknown) => callback(error as NodeJS.ErrnoException, []),
    );
  };

  /** A single forbidden address forbids the name, since any of its addresses may be contacted. */
  private async resolveAllowed(hostname: string): Promise<LookupAddress[]> {
    const addresses = await this.resolveOnce(hostname);
    const allowed = addresses.every(({ address }) => isIP(address) !== 0 && this.guard.allows(address));
    if (addresses.length === 0 || !allowed) throw new NotAllowedError();
    return addresses;
  }

  /** Connections that open at the same time share one look-up, which may hold a thread for seconds. */
  private resolveOnce(hostname: string): Promise<LookupAddress[]> {
    const running = this.resolving.get(hostname);
    if (running) return running;
    if (performance.now() < (this.slowNames.get(hostname) ?? 0)) return Promise.reject(new SlowNameError());
    const startedAt = performance.now();
    const started = this.resolve(hostname).finally(() => {
      this.resolving.delete(hostname);
      this.slowNames.delete(hostname);
      const now = performance.now();
      if (now - startedAt >= this.deadlineMs) this.rememberSlow(hostname, now + SLOW_NAME_PAUSE_MS);
    });
    this.resolving.set(hostname, started);
    return started;
  }

  private rememberSlow(hostname: string, until: number): void {
    const [oldest] = this.slowNames.keys();
    if (oldest !== undefined && this.slowNames.size >= MAX_SLOW_NAMES) this.slowNames.delete(oldest);
    this.slowNames.set(hostname, until);
  }
}
