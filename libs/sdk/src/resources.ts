import { isCode, type ServicePayError } from './errors';
import type { Operation } from './operation';
import type { RequestOptions, Transport } from './transport';
import type {
  CancelledPaymentLink,
  CardPaymentLink,
  ConversionQuote,
  ConversionRate,
  CreatedPaymentLink,
  CreatedWebhookEndpoint,
  CreatePaymentLink,
  CreateWebhookEndpoint,
  DeletedWebhookEndpoint,
  GetConversionRate,
  PaymentLink,
  PaymentMethod,
  QuoteConversion,
  RotatedSecret,
  UpdateWebhookEndpoint,
  Wallet,
  WebhookEndpoint,
} from './types';

const LINKS = '/v1/payment-links';
const CARD_LINKS = '/v1/cards/payment-links';
const WEBHOOKS = '/v1/webhooks';

const read = (path: string, shape: Operation['shape'] = 'object'): Operation => {
  return { method: 'GET', path, shape, repeatable: true };
};
const create = (path: string): Operation => {
  return { method: 'POST', path, shape: 'object', repeatable: true, creates: true };
};
const remove = (path: string): Operation => ({ method: 'DELETE', path, shape: 'object', repeatable: true });
/** A query that is sent as a POST and changes nothing. */
const query = (path: string): Operation => ({ method: 'POST', path, shape: 'object', repeatable: true });

/** Payment links, or card payment links: the two have the same operations. */
export class PaymentLinks<Link extends PaymentLink<string>> {
  readonly #transport: Transport;
  readonly #path: string;

  /** @internal */
  constructor(transport: Transport, path: string) {
    this.#transport = transport;
    this.#path = path;
  }

  /** @internal */
  static ofPayers(transport: Transport): PaymentLinks<PaymentLink> {
    return new PaymentLinks(transport, LINKS);
  }

  /** @internal */
  static ofCards(transport: Transport): PaymentLinks<CardPaymentLink> {
    return new PaymentLinks(transport, CARD_LINKS);
  }

  async create(params: CreatePaymentLink, options?: RequestOptions): Promise<CreatedPaymentLink> {
    return (await this.#transport.call(create(this.#path), params, options)) as CreatedPaymentLink;
  }

  async retrieve(id: string, options?: RequestOptions): Promise<Link> {
    return (await this.#transport.call(read(at(this.#path, id)), undefined, options)) as Link;
  }

  /** Cancels an active link that was never used, so that it cannot be paid. Does not undo a payment. */
  async cancel(id: string, options?: RequestOptions): Promise<CancelledPaymentLink> {
    const doneAccordingTo = (error: ServicePayError): CancelledPaymentLink | undefined =>
      isCancelled(error) ? { id, status: 'cancelled' } : undefined;
    const operation = { ...remove(at(this.#path, id)), doneAccordingTo };
    return (await this.#transport.call(operation, undefined, options)) as CancelledPaymentLink;
  }
}

function isCancelled(error: ServicePayError): boolean {
  const inactive = isCode(error, 'PAYMENT_LINK_NOT_ACTIVE') || isCode(error, 'CARD_PAYMENT_LINK_NOT_ACTIVE');
  return inactive && error.errors.status === 'cancelled';
}

/** The addresses to which the account's events are delivered. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: RequestOptions): Promise<WebhookEndpoint[]> {
    return (await this.#transport.call(read(WEBHOOKS, 'list'), undefined, options)) as WebhookEndpoint[];
  }

  async retrieve(id: string, options?: RequestOptions): Promise<WebhookEndpoint> {
    return (await this.#transport.call(read(at(WEBHOOKS, id)), undefined, options)) as WebhookEndpoint;
  }

  /** The response holds the `secret`, which no later response shows, not even that of a repeated call. */
  async create(params: CreateWebhookEndpoint, options?: RequestOptions): Promise<CreatedWebhookEndpoint> {
    return (await this.#transport.call(create(WEBHOOKS), params, options)) as CreatedWebhookEndpoint;
  }

  /** Changes the fields that are given. */
  async update(id: string, params: UpdateWebhookEndpoint, options?: RequestOptions): Promise<WebhookEndpoint> {
    const operation: Operation = { method: 'PUT', path: at(WEBHOOKS, id), shape: 'object', repeatable: true };
    return (await this.#transport.call(operation, params, options)) as WebhookEndpoint;
  }

  async delete(id: string, options?: RequestOptions): Promise<DeletedWebhookEndpoint> {
    return (await this.#transport.call(remove(at(WEBHOOKS, id)), undefined, options)) as DeletedWebhookEndpoint;
  }

  /**
   * Replaces the secret. Accept both for a while: what was queued before is signed with the old one. Not sent again
   * after a lost response, since every call creates another secret.
   */
  async rotateSecret(id: string, options?: RequestOptions): Promise<RotatedSecret> {
    const path = `${at(WEBHOOKS, id)}/rotate-secret`;
    const operation: Operation = { method: 'POST', path, shape: 'object', repeatable: false };
    return (await this.#transport.call(operation, undefined, options)) as RotatedSecret;
  }
}

/** The currencies that the account can hold. */
export class Wallets {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: RequestOptions): Promise<Wallet[]> {
    return (await this.#transport.call(read('/v1/wallets', 'list'), undefined, options)) as Wallet[];
  }
}

/** The ways in which payers of the account's links can pay now. */
export class PaymentMethods {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async list(options?: RequestOptions): Promise<PaymentMethod[]> {
    return (await this.#transport.call(read('/v1/payment-methods', 'list'), undefined, options)) as PaymentMethod[];
  }
}

/** Quotes of conversions. */
export class Conversions {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** What an amount becomes when it is settled, the conversion fee included. */
  async quote(params: QuoteConversion, options?: RequestOptions): Promise<ConversionQuote> {
    return (await this.#transport.call(query('/v1/conversions/quote'), params, options)) as ConversionQuote;
  }

  /** The rate between two currencies, and what an amount is worth at it. */
  async rate(params: GetConversionRate, options?: RequestOptions): Promise<ConversionRate> {
    const operation: Operation = { ...query('/v1/conversions/rate'), alsoRetried: ['EXCHANGE_RATE_UNAVAILABLE'] };
    return (await this.#transport.call(operation, params, options)) as ConversionRate;
  }
}

/** Throws `TypeError` for an id that would change the path to that of another operation, such as an empty one. */
function at(path: string, id: unknown): string {
  if (typeof id !== 'string' || /^\.{0,2}$/.test(id) || !id.isWellFormed()) throw new TypeError('id must be an id.');
  return `${path}/${encodeURIComponent(id)}`;
}
