import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery and the results of the receiver's five checks. */
export interface CheckedDelivery {
  id: string;
  body: string;
  checks: readonly { name: string; passed: boolean }[];
}

const TOLERANCE_SECONDS = 300;

/**
 * An integrator's server, written only from the published rules. It shares no code with the service, so that the demo
 * really verifies the signature.
 */
export class DemoReceiver {
  private secret = '';
  private readonly deliveries: CheckedDelivery[] = [];
  private arrived: (() => void) | undefined;

  private constructor(private readonly server: Server) {}

  /** Starts a receiver on a free port. */
  static async start(): Promise<DemoReceiver> {
    const server = createServer();
    const receiver = new DemoReceiver(server);
    server.on('request', (message, response) => {
      const chunks: Buffer[] = [];
      message.on('data', (chunk: Buffer) => chunks.push(chunk));
      message.on('end', () => {
        // Respond first, process afterwards: the sender waits at most ten seconds.
        response.writeHead(200).end();
        receiver.receive(message, Buffer.concat(chunks));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/webhooks`;
  }

  /** Sets the endpoint's secret, which was returned when it was created. */
  trust(secret: string): void {
    this.secret = secret;
  }

  /** The first delivery about this link. Rejects when none arrives in time. */
  async deliveryAbout(linkId: string, withinMs: number): Promise<CheckedDelivery> {
    const deadline = Date.now() + withinMs;
    for (;;) {
      const found = this.deliveries.find(({ body }) => body.includes(linkId));
      if (found) return found;
      const left = deadline - Date.now();
      if (left <= 0) throw new Error(`no webhook arrived within ${withinMs / 1_000} s`);
      await new Promise<void>((resolve) => {
        this.arrived = resolve;
        setTimeout(resolve, left).unref();
      });
    }
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private receive({ headers }: IncomingMessage, body: Buffer): void {
    const header = (name: string) => String(headers[name] ?? '');
    const timestamp = header('x-webhook-timestamp');
    const signature = header('x-webhook-signature');
    const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
    const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body]);
    const expected = `sha256=${createHmac('sha256', this.secret).update(signed).digest('hex')}`;
    const checks = [
      { name: 'timestamp and signature are present', passed: timestamp !== '' && signature !== '' },
      { name: `the timestamp is within 5 minutes (${Math.round(age)} s)`, passed: age <= TOLERANCE_SECONDS },
      { name: `<timestamp>.<raw body> built (${signed.length} bytes)`, passed: signed.length > body.length },
      { name: 'HMAC-SHA256 computed with the endpoint secret', passed: this.secret.length === 64 },
      {
        name: 'the signature matches, compared in constant time',
        passed: equal(Buffer.from(signature), Buffer.from(expected)),
      },
    ];
    this.deliveries.push({ id: header('x-webhook-id'), body: body.toString('utf8'), checks });
    this.arrived?.();
  }
}

function equal(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
