import type { Config } from '@app/platform';
import ipaddr from 'ipaddr.js';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { limitedAddress } from './client-address';
import { READING_PACE, SlowReaders, type ReadingPace } from './slow-readers';
import type { TurnsOfSocket } from './turns-of-socket';

/** Connections of one process, over all addresses. An idle one takes about 20 kB. */
const MAX_CONNECTIONS = 5_000;
const MAX_REQUESTS_PER_CONNECTION = 1_000;
/** A connection that carries nothing for so long is closed while it waits for the client and not for us. */
const SILENCE_MS = 10_000;
/**
 * Beyond this part of all connections, an address gets only a few: otherwise some twenty addresses could hold all of them
 * and lock everyone else out.
 */
const CROWDED = 0.8;
const FEW = 16;

/** The bounds that tests make smaller. */
export interface ConnectionBounds {
  readonly connections: number;
  readonly silenceMs: number;
  readonly pace: ReadingPace;
}

const BOUNDS: ConnectionBounds = { connections: MAX_CONNECTIONS, silenceMs: SILENCE_MS, pace: READING_PACE };

export type ConnectionLimits = Pick<Config, 'maxConnectionsPerIp' | 'trustProxy'>;

/**
 * Bounds what the clients of the server can hold: connections in all and of one address, requests of one connection, and
 * the time for which a connection neither takes what was sent to it nor sends what is expected from it, or takes it too
 * slowly.
 */
export class Connections {
  private readonly open = new Map<string, number>();
  private readonly bounds: ConnectionBounds;
  private readonly slowReaders: SlowReaders;
  private total = 0;
  private readonly isExempt: (address: string) => boolean;

  constructor(
    server: Server,
    private readonly turns: TurnsOfSocket,
    private readonly limits: ConnectionLimits,
    bounds: Partial<ConnectionBounds> = {},
  ) {
    this.bounds = { ...BOUNDS, ...bounds };
    this.slowReaders = new SlowReaders(turns, this.bounds.pace);
    this.isExempt = exemptionOf(limits.trustProxy);
    server.maxConnections = this.bounds.connections;
    server.maxRequestsPerSocket = MAX_REQUESTS_PER_CONNECTION;
    server.timeout = this.bounds.silenceMs;
    server.on('timeout', (socket: Socket) => this.onSilence(socket));
    server.on('connection', (socket: Socket) => this.admit(socket));
  }

  private admit(socket: Socket): void {
    const { remoteAddress } = socket;
    const isExempt = remoteAddress !== undefined && this.isExempt(remoteAddress);
    if (!isExempt && !this.take(limitedAddress(remoteAddress), socket)) {
      socket.destroy();
      return;
    }
    this.total += 1;
    socket.once('close', () => (this.total -= 1));
    this.slowReaders.watch(socket);
  }

  private take(client: string, socket: Socket): boolean {
    const { maxConnectionsPerIp } = this.limits;
    const most =
      this.total < this.bounds.connections * CROWDED ? maxConnectionsPerIp : Math.min(FEW, maxConnectionsPerIp);
    const count = (this.open.get(client) ?? 0) + 1;
    if (count > most) return false;
    this.open.set(client, count);
    socket.once('close', () => this.release(client));
    return true;
  }

  private release(client: string): void {
    const count = (this.open.get(client) ?? 1) - 1;
    if (count === 0) this.open.delete(client);
    else this.open.set(client, count);
  }

  /** Bytes that the client takes count as traffic, however few; a response that is not ready is not the client's fault. */
  private onSilence(socket: Socket): void {
    if (this.turns.responseOn(socket) && socket.writableLength === 0) socket.setTimeout(this.bounds.silenceMs);
    else socket.destroy();
  }
}

/** The peers that speak for many clients. With a number of hops, every peer is a proxy. */
function exemptionOf(trustProxy: Config['trustProxy']): (address: string) => boolean {
  if (typeof trustProxy === 'number') return () => trustProxy > 0;
  const networks = trustProxy.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    const parsed = ipaddr.process(address);
    return networks.some(([base, bits]) => base.kind() === parsed.kind() && parsed.match([base, bits] as never));
  };
}
