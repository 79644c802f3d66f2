import { newId } from '@app/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpClient, HttpResponse } from '../support/http-client';

const REPEAT_AFTER_MS = 200;
const REPEAT_FOR_MS = 120_000;
const LINK = { amount: 15000, currency: 'ARS', description: 'Order' };
const METHOD = new URLSearchParams({ method: 'ars_transfer' }).toString();
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A request that was sent, at milliseconds of `performance.now()`. */
export interface Attempt {
  readonly at: number;
  readonly took: number;
  readonly good: boolean;
  /** The request, and its status or the reason why there is none. */
  readonly outcome: string;
}

interface ShopRequest {
  readonly name: string;
  readonly path: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A merchant whose requests are repeated, under their key if they have one, until they are confirmed. */
export class Shop {
  readonly attempts: Attempt[] = [];
  /** The ids of the links whose payment is confirmed. */
  readonly sold: string[] = [];

  constructor(
    private readonly api: HttpClient,
    private readonly apiKey: string,
  ) {}

  /** A link whose payer opens an order and pays it. */
  async sell(): Promise<void> {
    const headers = { authorization: `Bearer ${this.apiKey}`, 'idempotency-key': newId() };
    const created = await this.confirmed({ name: 'create', path: '/v1/payment-links', body: LINK, headers });
    const { id } = created.body.data as { id: string };
    await this.confirmed({ name: 'order', path: `/checkout/${id}/orders`, body: METHOD, headers: FORM });
    await this.confirmed({ name: 'pay', path: `/sandbox/payment-links/${id}/simulate`, body: { event: 'pay' } });
    this.sold.push(id);
  }

  /**
   * Sends the request until it succeeds. Throws when it is rejected, unless it has no key and succeeded before, and when that
   * takes too long.
   */
  async confirmed(request: ShopRequest): Promise<HttpResponse> {
    const hasKey = request.headers !== undefined && 'idempotency-key' in request.headers;
    const deadline = performance.now() + REPEAT_FOR_MS;
    for (let isRepeated = false; performance.now() < deadline; isRepeated = true) {
      const response = await this.send(request);
      if (response && response.status < 400) return response;
      if (response?.status === 422) {
        if (isRepeated && !hasKey) return response;
        throw new Error(`${request.name} is rejected: ${response.text}`);
      }
      await pause(REPEAT_AFTER_MS);
    }
    throw new Error(`${request.name} is not confirmed within ${REPEAT_FOR_MS} ms`);
  }

  private async send({ name, path, body, headers }: ShopRequest): Promise<HttpResponse | undefined> {
    const at = performance.now();
    const keep = (good: boolean, reason: string) =>
      this.attempts.push({ at, took: performance.now() - at, good, outcome: `${name}: ${reason}` });
    try {
      const response = await this.api.post(path, body, headers);
      keep(response.status < 400, [response.status, response.body?.code].join(' ').trim());
      return response;
    } catch (error) {
      keep(false, (error as { code?: string }).code ?? String(error));
      return undefined;
    }
  }
}
