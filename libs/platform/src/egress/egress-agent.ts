import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import type { LookupFunction } from 'node:net';
import { Agent, type buildConnector } from 'undici';
import { tunnelConnector } from './proxy-tunnel';

/**
 * How long one address of a name may take to accept a connection before the agent tries the next one. Node's default of
 * 250 ms gives up on every receiver that is farther away than that and whose name has a second address.
 */
export const ADDRESS_TIMEOUT_MS = 2_500;

/** For connections that other packages open, to PostgreSQL, Redis and mail servers. Process-wide. */
export function allowDistantAddresses(): void {
  if (getDefaultAutoSelectFamilyAttemptTimeout() < ADDRESS_TIMEOUT_MS) {
    setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_TIMEOUT_MS);
  }
}

export interface EgressOptions extends Omit<Agent.Options, 'connect'> {
  /** `EGRESS_PROXY`. All connections but those to this machine go through it. */
  proxy: string | undefined;
  /** For the whole connection, over all addresses of the name. */
  connectMs: number;
  /**
   * Resolves names, and rejects those that may not be contacted. The proxy then gets the address, not the name, so that
   * it cannot resolve the name to another one. Without it, the system or the proxy resolves.
   */
  lookup?: LookupFunction;
  /** Certificate authorities, in PEM; by default those that Node.js trusts. */
  authorities?: string | undefined;
}

/** The agent of HTTP requests that leave the service: to receivers of webhooks, sources of rates, and providers. */
export function egressAgent({ proxy, connectMs, lookup, authorities, ...options }: EgressOptions): Agent {
  const connect: buildConnector.BuildOptions = {
    timeout: connectMs,
    ca: authorities,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: ADDRESS_TIMEOUT_MS,
    ...(lookup && { lookup }),
  };
  if (proxy === undefined) return new Agent({ ...options, connect });
  return new Agent({ ...options, connect: tunnelConnector(new URL(proxy), connect, ADDRESS_TIMEOUT_MS) });
}
