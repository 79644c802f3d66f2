// Written by `npm run sdk:types` from the OpenAPI document of the external API. Do not edit it.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    readonly 'createPaymentLink.request': components['schemas']['NewPaymentLink'];
    readonly 'createPaymentLink.response': components['schemas']['CreatedPaymentLink'];
    readonly 'readPaymentLink.response': components['schemas']['PaymentLink'];
    readonly 'cancelPaymentLink.response': components['schemas']['CancelledPaymentLink'];
    readonly 'createCardPaymentLink.request': components['schemas']['NewPaymentLink'];
    readonly 'createCardPaymentLink.response': components['schemas']['CreatedPaymentLink'];
    readonly 'readCardPaymentLink.response': components['schemas']['PaymentLink'];
    readonly 'cancelCardPaymentLink.response': components['schemas']['CancelledPaymentLink'];
    readonly 'listPaymentMethods.response': readonly components['schemas']['PaymentMethod'][];
    readonly 'quoteConversion.request': components['schemas']['QuoteRequest'];
    readonly 'quoteConversion.response': components['schemas']['Quote'];
    readonly 'readExchangeRate.request': components['schemas']['RateRequest'];
    readonly 'readExchangeRate.response': components['schemas']['Rate'];
    readonly 'listWallets.response': readonly components['schemas']['Wallet'][];
    readonly 'createWebhookEndpoint.request': components['schemas']['NewWebhookEndpoint'];
    readonly 'createWebhookEndpoint.response': components['schemas']['CreatedWebhookEndpoint'];
    readonly 'listWebhookEndpoints.response': readonly components['schemas']['WebhookEndpoint'][];
    readonly 'readWebhookEndpoint.response': components['schemas']['WebhookEndpoint'];
    readonly 'updateWebhookEndpoint.request': components['schemas']['WebhookEndpointChanges'];
    readonly 'updateWebhookEndpoint.response': components['schemas']['WebhookEndpoint'];
    readonly 'deleteWebhookEndpoint.response': components['schemas']['Deleted'];
    readonly 'rotateWebhookSecret.response': components['schemas']['RotatedSecret'];
    readonly 'payment.completed': components['schemas']['PaymentEvent'];
    readonly 'payment.returned': components['schemas']['PaymentReturnedEvent'];
    readonly 'payment_link.cancelled': components['schemas']['LinkEvent'];
    readonly 'payment_link.expired': components['schemas']['LinkEvent'];
    readonly 'payout.completed': components['schemas']['PayoutEvent'];
    readonly 'payout.failed': components['schemas']['PayoutEvent'];
    readonly NewPaymentLink: {
      readonly amount: number | string;
      /** @enum {string} */
      readonly currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      readonly description: string;
      /** @enum {string|null} */
      readonly amount_type?: 'receive' | 'charge' | null;
      readonly customer_paid_fee?: boolean | null;
      readonly webhook_url?: string | null;
      readonly reference?: string | null;
      readonly return_url?: string | null;
    };
    readonly CreatedPaymentLink: {
      readonly id: string;
      readonly url: string;
      readonly expires_at: string | null;
    };
    readonly PaymentLink: {
      readonly amount: string;
      /** @enum {string} */
      readonly currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      readonly currency_destiny: string;
      readonly description: string;
      readonly expires_at: string | null;
      /** @enum {integer} */
      readonly max_uses: 1;
      readonly current_uses: number;
      /** @enum {string} */
      readonly status: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
      readonly checkout_url: string;
      /** @enum {string|null} */
      readonly payment_method:
        | 'ars_transfer'
        | 'ars_qr'
        | 'brl_pix'
        | 'cop_pse'
        | 'clp_webpay'
        | 'clp_khipu'
        | 'mxn_spei'
        | 'bob_qr'
        | 'usd_bank_debit'
        | 'card'
        | null;
      readonly created_at: string;
      readonly updated_at: string;
    };
    readonly CancelledPaymentLink: {
      readonly id: string;
      /** @enum {string} */
      readonly status: 'cancelled';
    };
    readonly PaymentMethod: {
      /** @enum {string} */
      readonly code:
        | 'ars_transfer'
        | 'ars_qr'
        | 'brl_pix'
        | 'cop_pse'
        | 'clp_webpay'
        | 'clp_khipu'
        | 'mxn_spei'
        | 'bob_qr'
        | 'usd_bank_debit';
      readonly name: string;
      readonly currency: string;
      readonly country: string;
      /** @enum {string} */
      readonly type: 'bank_transfer' | 'qr' | 'bank_redirect' | 'bank_debit';
      readonly min_amount: string;
      readonly max_amount: string;
      readonly expires_in_seconds: number | null;
    };
    readonly QuoteRequest: {
      readonly amount: number | string;
      readonly origin: string;
      readonly destination: string;
      /** @enum {string} */
      readonly amount_type?: 'receive' | 'charge';
    };
    readonly Quote: {
      readonly origin: string;
      readonly destination: string;
      /** @enum {string} */
      readonly amount_type: 'receive' | 'charge';
      readonly origin_amount: string;
      readonly destination_amount: string;
      readonly rate: string;
      readonly conversion_fee: components['schemas']['ConversionFee'];
      readonly quoted_at: string;
    };
    readonly ConversionFee: {
      readonly percentage: string;
      readonly amount: string;
      readonly currency: string;
    };
    readonly RateRequest: {
      readonly origin: string;
      readonly destination: string;
      readonly amount?: number | string | null;
    };
    readonly Rate: {
      readonly origin: string;
      readonly destination: string;
      readonly rate: string;
      readonly as_of: string;
      readonly amount?: string;
      readonly converted_amount?: string;
    };
    readonly Wallet: {
      readonly currency: string;
    };
    readonly NewWebhookEndpoint: {
      readonly url: string;
      readonly description?: string | null;
      readonly events?: readonly (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
    };
    readonly CreatedWebhookEndpoint: {
      readonly id: string;
      readonly url: string;
      readonly description: string | null;
      readonly events: readonly (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
      readonly is_active: boolean;
      readonly created_at: string;
      readonly secret: string | null;
    };
    readonly WebhookEndpoint: {
      readonly id: string;
      readonly url: string;
      readonly description: string | null;
      readonly events: readonly (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
      readonly is_active: boolean;
      readonly created_at: string;
      readonly last_triggered_at: string | null;
    };
    readonly WebhookEndpointChanges: {
      readonly url?: string;
      readonly description?: string | null;
      readonly events?: readonly (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
      readonly is_active?: boolean;
    };
    readonly Deleted: {
      readonly id: string;
      /** @enum {boolean} */
      readonly deleted: true;
    };
    readonly RotatedSecret: {
      readonly id: string;
      readonly secret: string;
    };
    readonly PaymentEvent: {
      readonly test?: boolean;
      readonly id: string;
      readonly created_at: string;
      /** @enum {string} */
      readonly event: 'payment.completed';
      readonly data: components['schemas']['PaymentEventData'];
    };
    readonly PaymentEventData: {
      readonly payment_link_id: string;
      /** @enum {string} */
      readonly kind: 'payment_link' | 'card_payment_link';
      /** @enum {string} */
      readonly status: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
      readonly amount: string;
      readonly currency: string;
      readonly currency_destiny: string;
      readonly description: string;
      readonly reference: string | null;
      /** @enum {string|null} */
      readonly payment_method:
        | 'ars_transfer'
        | 'ars_qr'
        | 'brl_pix'
        | 'cop_pse'
        | 'clp_webpay'
        | 'clp_khipu'
        | 'mxn_spei'
        | 'bob_qr'
        | 'usd_bank_debit'
        | 'card'
        | null;
      readonly payer_amount: string;
      readonly credited_amount: string;
      readonly fees: components['schemas']['PaymentEventFees'];
      readonly exchange_rate: string | null;
      readonly paid_at: string;
      readonly returned_at: string | null;
    };
    readonly PaymentEventFees: {
      readonly collection: string;
      readonly conversion: string;
    };
    readonly PaymentReturnedEvent: {
      readonly test?: boolean;
      readonly id: string;
      readonly created_at: string;
      /** @enum {string} */
      readonly event: 'payment.returned';
      readonly data: components['schemas']['PaymentReturnedEventData'];
    };
    readonly PaymentReturnedEventData: {
      readonly payment_link_id: string;
      /** @enum {string} */
      readonly kind: 'payment_link' | 'card_payment_link';
      /** @enum {string} */
      readonly status: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
      readonly amount: string;
      readonly currency: string;
      readonly currency_destiny: string;
      readonly description: string;
      readonly reference: string | null;
      /** @enum {string|null} */
      readonly payment_method:
        | 'ars_transfer'
        | 'ars_qr'
        | 'brl_pix'
        | 'cop_pse'
        | 'clp_webpay'
        | 'clp_khipu'
        | 'mxn_spei'
        | 'bob_qr'
        | 'usd_bank_debit'
        | 'card'
        | null;
      readonly payer_amount: string;
      readonly credited_amount: string;
      readonly fees: components['schemas']['PaymentEventFees'];
      readonly exchange_rate: string | null;
      readonly paid_at: string;
      readonly returned_at: string | null;
      readonly return: components['schemas']['PaymentReturn'];
    };
    readonly PaymentReturn: {
      /** @enum {string} */
      readonly type: 'debit' | 'refund' | 'dispute';
      readonly id: string;
      readonly amount: string;
      readonly currency: string;
      readonly wallet_amount: string;
    };
    readonly LinkEvent: {
      readonly test?: boolean;
      readonly id: string;
      readonly created_at: string;
      /** @enum {string} */
      readonly event: 'payment_link.cancelled' | 'payment_link.expired';
      readonly data: components['schemas']['LinkEventData'];
    };
    readonly LinkEventData: {
      readonly payment_link_id: string;
      /** @enum {string} */
      readonly kind: 'payment_link' | 'card_payment_link';
      /** @enum {string} */
      readonly status: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
      readonly amount: string;
      readonly currency: string;
      readonly currency_destiny: string;
      readonly description: string;
      readonly reference: string | null;
      /** @enum {string|null} */
      readonly payment_method:
        | 'ars_transfer'
        | 'ars_qr'
        | 'brl_pix'
        | 'cop_pse'
        | 'clp_webpay'
        | 'clp_khipu'
        | 'mxn_spei'
        | 'bob_qr'
        | 'usd_bank_debit'
        | 'card'
        | null;
    };
    readonly PayoutEvent: {
      readonly test?: boolean;
      readonly id: string;
      readonly created_at: string;
      /** @enum {string} */
      readonly event: 'payout.completed' | 'payout.failed';
      readonly data: components['schemas']['PayoutEventData'];
    };
    readonly PayoutEventData: {
      readonly payout_id: string;
      /** @enum {string} */
      readonly type: 'payout' | 'transfer';
      readonly status: string;
      readonly amount: string;
      readonly currency: string;
      readonly destination_amount: string;
      readonly destination_currency: string;
      readonly failure_reason: string | null;
      readonly returned_at: string | null;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
