import { Conversions, PaymentLinks, PaymentMethods, Wallets, WebhookEndpoints } from './resources';
import { settingsFrom, type ServicePayOptions } from './settings';
import { Transport } from './transport';
import type { CardPaymentLink, PaymentLink } from './types';

/**
 * The external API of one environment, as the account of one API key. Amounts go in as text or numbers, and come out
 * as text. Every method rejects with `ServicePayError` when the service returns an error, with `ServicePayConnectionError` when
 * no response comes, and with the signal's reason when it is aborted.
 */
export class ServicePay {
  readonly paymentLinks: PaymentLinks<PaymentLink>;
  readonly cardPaymentLinks: PaymentLinks<CardPaymentLink>;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly wallets: Wallets;
  readonly paymentMethods: PaymentMethods;
  readonly conversions: Conversions;

  /** Sends nothing. Throws `TypeError` when an option cannot be used. */
  constructor(options: ServicePayOptions) {
    const transport = new Transport(settingsFrom(options));
    this.paymentLinks = PaymentLinks.ofPayers(transport);
    this.cardPaymentLinks = PaymentLinks.ofCards(transport);
    this.webhookEndpoints = new WebhookEndpoints(transport);
    this.wallets = new Wallets(transport);
    this.paymentMethods = new PaymentMethods(transport);
    this.conversions = new Conversions(transport);
  }
}
