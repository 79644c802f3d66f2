import { CardPlatform, type CardSession, type CardSessionRequest } from '../cards/application/ports';

/** A card platform that keeps its sessions in memory, and fails while a test says so. */
export class InMemoryCardPlatform extends CardPlatform {
  readonly provider = 'memory_cards';
  /** The error of every call. */
  failure: Error | undefined;
  /** A platform that does not respond: calls end only when the caller stops waiting. */
  silent = false;
  private readonly requests = new Map<string, CardSessionRequest>();
  private readonly closed = new Set<string>();
  private readonly paid = new Set<string>();

  async openSession(request: CardSessionRequest, signal: AbortSignal): Promise<CardSession> {
    await this.respond(signal);
    const reference = `memory_${request.linkId}`;
    this.requests.set(reference, this.requests.get(reference) ?? request);
    return { reference, instructions: [{ label: 'reference', value: reference, kind: 'copy' }] };
  }

  async closeSession(reference: string, signal: AbortSignal): Promise<'closed' | 'paid'> {
    await this.respond(signal);
    if (this.paid.has(reference)) return 'paid';
    this.closed.add(reference);
    return 'closed';
  }

  /** The payer pays, whether or not the service has been notified. */
  async pay(reference: string): Promise<void> {
    this.paid.add(reference);
  }

  /** The requests of the sessions that can be paid now. */
  openSessions(): CardSessionRequest[] {
    return [...this.requests].filter(([reference]) => !this.closed.has(reference)).map(([, request]) => request);
  }

  private async respond(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.failure) throw this.failure;
    if (!this.silent) return;
    await new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        reject(signal.reason as Error);
      });
    });
  }
}
