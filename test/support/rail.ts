import { SANDBOX_PROVIDER, SandboxCollectionRail } from '@app/providers';
import type { Config } from '@app/platform';
import { createHmac } from 'node:crypto';
import { HttpClient, type HttpResponse } from './http-client';

/** An order as the rail knows it. */
export interface RailOrderRecord {
  reference: string;
  /** The amount that the payer owes, as decimal text in `currency`. */
  amount: string;
  currency: string;
}

interface Signing {
  /** Unix seconds; default: now. */
  timestamp?: number;
  secret?: Buffer;
  /** Headers in place of the right ones; null omits one. */
  headers?: Readonly<Record<string, string | null>>;
}

/** A payment rail, which uses the service only like a real one: by signed notifications over HTTP. */
export class TestRail {
  private readonly secret: Buffer;

  constructor(
    private readonly config: Pick<Config, 'secretsKey'>,
    private readonly url: string,
  ) {
    [this.secret] = SandboxCollectionRail.secretsFrom(this.config);
  }

  /** Notifies that the order was paid in full, with the same id every time. */
  paid(order: RailOrderRecord, id = `${order.reference}:paid`): Promise<HttpResponse> {
    return this.notify({ id, type: 'payment.received', ...order });
  }

  /** Notifies that the order's deadline passed without a payment. */
  lapsed({ reference }: RailOrderRecord): Promise<HttpResponse> {
    return this.notify({ id: `${reference}:lapsed`, type: 'order.lapsed', reference });
  }

  /** Notifies that the debit was handed to the payer's bank. */
  submitted({ reference }: RailOrderRecord): Promise<HttpResponse> {
    return this.notify({ id: `${reference}:submitted`, type: 'debit.submitted', reference });
  }

  /** Notifies that the debit's money has arrived in full. */
  settled(order: RailOrderRecord, id = `${order.reference}:settled`): Promise<HttpResponse> {
    return this.notify({ id, type: 'debit.settled', ...order });
  }

  /** Notifies that the payer's bank declined the debit. */
  refused({ reference }: RailOrderRecord): Promise<HttpResponse> {
    return this.notify({ id: `${reference}:refused`, type: 'debit.refused', reference });
  }

  /** Notifies that the payer's bank returned the debit. */
  returned({ reference }: RailOrderRecord): Promise<HttpResponse> {
    return this.notify({ id: `${reference}:returned`, type: 'debit.returned', reference });
  }

  /** Sends any notification; text and buffers are sent unchanged. */
  notify(notification: unknown, signing: Signing = {}): Promise<HttpResponse> {
    const body = typeof notification === 'string' ? notification : JSON.stringify(notification);
    const timestamp = String(signing.timestamp ?? Math.floor(Date.now() / 1_000));
    const digest = createHmac('sha256', signing.secret ?? this.secret)
      .update(`${timestamp}.${body}`)
      .digest('hex');
    const headers = { 'x-rail-timestamp': timestamp, 'x-rail-signature': `sha256=${digest}`, ...signing.headers };
    const sent = Object.entries(headers).filter((header): header is [string, string] => header[1] !== null);
    return new HttpClient(this.url).post(
      `/providers/${SANDBOX_PROVIDER}/notifications`,
      body,
      Object.fromEntries(sent),
    );
  }
}
