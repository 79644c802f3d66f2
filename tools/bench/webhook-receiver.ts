import { verifyWebhook, WebhookVerificationError, type WebhookEvent } from '@app/sdk';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An integrator's endpoint: verifies every delivery and resolves the promises of paid links. */
export class WebhookReceiver {
  /** The endpoint's secret. Until it is set, deliveries are rejected and the service retries them. */
  secret = '';
  /** Deliveries with a wrong signature. */
  rejected = 0;
  /** Events that arrived more than once. */
  repeated = 0;
  private readonly waiting = new Map<string, (arrivedAt: number) => void>();
  private readonly seen = new Set<string>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((request, response) => void this.receive(request, response));
  }

  /** Starts the server and returns its address. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Resolves to the time at which the link's verified `payment.completed` arrived. */
  completed(linkId: string): Promise<number> {
    return new Promise((resolve) => this.waiting.set(linkId, resolve));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const event = this.read(Buffer.concat(chunks), request);
    response.writeHead(event ? 200 : 401).end();
    if (!event) return;
    if (this.seen.has(event.id)) this.repeated += 1;
    this.seen.add(event.id);
    if (event.event !== 'payment.completed') return;
    const linkId = event.data.payment_link_id;
    this.waiting.get(linkId)?.(performance.now());
    this.waiting.delete(linkId);
  }

  private read(body: Buffer, { headers }: IncomingMessage): WebhookEvent | undefined {
    try {
      return verifyWebhook(body, headers, this.secret);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      this.rejected += 1;
      return undefined;
    }
  }
}
