// Written by `npm run panel:types` from the OpenAPI document of the panel API. Do not edit it.

export interface paths {
  readonly '/api/v1/clients/auth/login': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['signIn'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/auth/logout': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['signOut'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/auth/me': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readUser'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/account': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readAccount'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch: operations['updateAccount'];
    readonly trace?: never;
  };
  readonly '/api/v1/clients/api-keys': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listApiKeys'];
    readonly put?: never;
    readonly post: operations['createApiKey'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/api-keys/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete: operations['deleteApiKey'];
    readonly options?: never;
    readonly head?: never;
    readonly patch: operations['updateApiKey'];
    readonly trace?: never;
  };
  readonly '/api/v1/clients/users': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listUsers'];
    readonly put?: never;
    readonly post: operations['createUser'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/users/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete: operations['deleteUser'];
    readonly options?: never;
    readonly head?: never;
    readonly patch: operations['updateUser'];
    readonly trace?: never;
  };
  readonly '/api/v1/clients/audit-log': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listAuditEntries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/virtual-wallets': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listVirtualWallets'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/virtual-wallets/{id}/proof': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['proveVirtualWallet'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/usd-wallet': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readUsdWallet'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/balance-movements': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listBalanceMovements'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/balance-movements/stats': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readBalanceMovementTotals'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/balance-movements/series': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readBalanceSeries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/received-payments': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listReceivedPayments'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/received-payments/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readReceivedPayment'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payment-links': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listPanelPaymentLinks'];
    readonly put?: never;
    readonly post: operations['createPanelPaymentLink'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payment-links/estimate': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['estimatePanelPaymentLink'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payment-links/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readPanelPaymentLink'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payment-links/{id}/cancel': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch: operations['cancelPanelPaymentLink'];
    readonly trace?: never;
  };
  readonly '/api/v1/clients/beneficiaries': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listBeneficiaries'];
    readonly put?: never;
    readonly post: operations['createBeneficiary'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/beneficiaries/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readBeneficiary'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch: operations['updateBeneficiary'];
    readonly trace?: never;
  };
  readonly '/api/v1/clients/bank-accounts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listBankAccounts'];
    readonly put?: never;
    readonly post: operations['createBankAccount'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/bank-accounts/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete: operations['deleteBankAccount'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts/fee-configuration': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readFeeConfiguration'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts/transfer-min-amount': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readTransferMinimum'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts/verify-otp': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['verifyTransfer'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts/resend-otp': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['resendTransferCode'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listPayouts'];
    readonly put?: never;
    readonly post: operations['createPayout'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts/estimate': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['estimatePayout'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payouts/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readPayout'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/transfers/accept-terms': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['acceptTransferTerms'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/transfers/terms-status': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readTransferTerms'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/cards/payment-links': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listPanelCardPaymentLinks'];
    readonly put?: never;
    readonly post: operations['createPanelCardPaymentLink'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/cards/payment-links/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readPanelCardPaymentLink'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/cards/payment-links/{id}/cancel': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch: operations['cancelPanelCardPaymentLink'];
    readonly trace?: never;
  };
  readonly '/api/v1/clients/payment-exceptions': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listPaymentExceptions'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/webhooks': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listPanelWebhookEndpoints'];
    readonly put?: never;
    readonly post: operations['createPanelWebhookEndpoint'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/webhooks/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readPanelWebhookEndpoint'];
    readonly put: operations['updatePanelWebhookEndpoint'];
    readonly post?: never;
    readonly delete: operations['deletePanelWebhookEndpoint'];
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/webhooks/{id}/rotate-secret': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['rotatePanelWebhookSecret'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/webhook-deliveries': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['listWebhookDeliveries'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/webhook-deliveries/{id}': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get: operations['readWebhookDelivery'];
    readonly put?: never;
    readonly post?: never;
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
  readonly '/api/v1/clients/webhook-deliveries/{id}/resend': {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly get?: never;
    readonly put?: never;
    readonly post: operations['resendWebhookDelivery'];
    readonly delete?: never;
    readonly options?: never;
    readonly head?: never;
    readonly patch?: never;
    readonly trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
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
    readonly UserAccount: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
    };
    readonly User: {
      readonly id: string;
      readonly email: string;
      readonly permissions: readonly (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      readonly account: components['schemas']['UserAccount'];
    };
    readonly Session: {
      readonly token: string;
      readonly expires_at: string;
      readonly user: components['schemas']['User'];
    };
    readonly Credentials: {
      readonly email: string;
      readonly password: string;
    };
    readonly SignedOut: {
      /** @enum {boolean} */
      readonly signed_out: true;
    };
    readonly Account: {
      readonly id: string;
      readonly slug: string;
      readonly name: string;
      readonly email: string | null;
      readonly country: string;
      /** @enum {string} */
      readonly status: 'active' | 'paused';
      /** @enum {string} */
      readonly kyc_status: 'pending' | 'verified';
      /** @enum {string} */
      readonly kyb_status: 'pending' | 'verified';
      readonly usd_enabled: boolean;
      readonly cards_enabled: boolean;
      readonly customer_paid_fee_enabled: boolean;
      readonly customer_paid_fee_default: boolean;
      /** @enum {string} */
      readonly language: 'es' | 'pt' | 'en';
    };
    readonly AccountChanges: {
      /** @enum {string} */
      readonly language: 'es' | 'pt' | 'en';
    };
    readonly ApiKey: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly permissions: readonly (
        | 'payment_links:create'
        | 'payment_links:read'
        | 'payment_links:cancel'
        | 'card_payment_links:create'
        | 'card_payment_links:read'
        | 'card_payment_links:cancel'
        | 'webhooks:read'
        | 'webhooks:write'
        | '*'
      )[];
      readonly allowed_origins: readonly string[];
      readonly rate_limit: number;
      readonly expires_at: string | null;
      readonly is_active: boolean;
      readonly created_at: string;
      readonly last_used_at: string | null;
    };
    readonly CreatedApiKey: {
      readonly id: string;
      readonly name: string;
      readonly prefix: string;
      readonly permissions: readonly (
        | 'payment_links:create'
        | 'payment_links:read'
        | 'payment_links:cancel'
        | 'card_payment_links:create'
        | 'card_payment_links:read'
        | 'card_payment_links:cancel'
        | 'webhooks:read'
        | 'webhooks:write'
        | '*'
      )[];
      readonly allowed_origins: readonly string[];
      readonly rate_limit: number;
      readonly expires_at: string | null;
      readonly is_active: boolean;
      readonly created_at: string;
      readonly last_used_at: string | null;
      readonly api_key: string | null;
    };
    readonly NewApiKey: {
      readonly name: string;
      readonly permissions: readonly (
        | 'payment_links:create'
        | 'payment_links:read'
        | 'payment_links:cancel'
        | 'card_payment_links:create'
        | 'card_payment_links:read'
        | 'card_payment_links:cancel'
        | 'webhooks:read'
        | 'webhooks:write'
        | '*'
      )[];
      readonly allowed_origins?: readonly string[] | null;
      readonly rate_limit?: number | null;
      readonly expires_at?: string | null;
    };
    readonly ApiKeyChanges: {
      readonly name?: string;
      readonly permissions?: readonly (
        | 'payment_links:create'
        | 'payment_links:read'
        | 'payment_links:cancel'
        | 'card_payment_links:create'
        | 'card_payment_links:read'
        | 'card_payment_links:cancel'
        | 'webhooks:read'
        | 'webhooks:write'
        | '*'
      )[];
      readonly allowed_origins?: readonly string[];
      readonly rate_limit?: number;
      readonly expires_at?: string | null;
      readonly is_active?: boolean;
    };
    readonly AccountUser: {
      readonly id: string;
      readonly email: string;
      readonly permissions: readonly (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      readonly is_active: boolean;
      readonly created_at: string;
    };
    readonly NewAccountUser: {
      readonly email: string;
      readonly password: string;
      readonly permissions: readonly (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
    };
    readonly AccountUserChanges: {
      readonly password?: string;
      readonly permissions?: readonly (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      readonly is_active?: boolean;
    };
    readonly AuditActor: {
      /** @enum {string} */
      readonly type: 'user' | 'api_key' | 'staff' | 'system';
      readonly id: string | null;
      readonly name: string;
    };
    readonly AuditSubject: {
      readonly type: string;
      readonly id: string;
    };
    readonly AuditEntry: {
      readonly id: string;
      readonly action: string;
      readonly actor: components['schemas']['AuditActor'];
      readonly subject: components['schemas']['AuditSubject'];
      /**
       * @example {
       *       "rate_limit": {
       *         "from": 60,
       *         "to": 600
       *       }
       *     }
       */
      readonly details: {
        readonly [key: string]: unknown;
      };
      readonly created_at: string;
    };
    readonly VirtualWallet: {
      readonly id: string;
      readonly currency: string;
      /** @enum {string} */
      readonly lane: 'local' | 'usd';
      readonly balance: string;
      readonly reserved_balance: string;
      readonly available_balance: string;
    };
    readonly WalletProofLine: {
      readonly type: string;
      readonly visible: boolean;
      readonly count: number;
      readonly total: string;
    };
    readonly WalletProof: {
      readonly virtual_wallet_id: string;
      readonly currency: string;
      readonly balance: string;
      readonly lines: readonly components['schemas']['WalletProofLine'][];
      readonly sum: string;
      readonly adds_up: boolean;
    };
    readonly ReceivingBankAccount: {
      readonly holder_name: string;
      readonly bank_name: string;
      readonly bank_address: string;
      readonly routing_number: string;
      readonly account_number: string;
      /** @enum {string} */
      readonly account_type: 'checking' | 'savings';
    };
    readonly UsdWallet: {
      readonly id: string;
      readonly currency: string;
      /** @enum {string} */
      readonly lane: 'local' | 'usd';
      readonly balance: string;
      readonly reserved_balance: string;
      readonly available_balance: string;
      readonly bank_account: components['schemas']['ReceivingBankAccount'];
    };
    readonly MovementReference: {
      readonly type: string;
      readonly id: string;
    };
    readonly BalanceMovement: {
      readonly id: string;
      readonly type: string;
      /** @enum {string} */
      readonly direction: 'in' | 'out';
      readonly amount: string;
      readonly currency: string;
      readonly balance_after: string;
      readonly label: string;
      /**
       * @example {
       *       "type": "payment_link",
       *       "id": "01a1fbac-f8bc-7375-8f4b-af78d4f56526"
       *     }
       */
      readonly reference: components['schemas']['MovementReference'] | null;
      readonly created_at: string;
    };
    readonly BalanceMovementTotals: {
      readonly virtual_wallet_id: string;
      readonly currency: string;
      readonly total_in: string;
      readonly total_out: string;
      readonly count_in: number;
      readonly count_out: number;
    };
    readonly BalanceDay: {
      readonly date: string;
      readonly total_in: string;
      readonly total_out: string;
      readonly balance: string;
    };
    readonly Payer: {
      readonly name: string | null;
      readonly email: string | null;
      readonly document: string | null;
    };
    readonly CollectionFee: {
      readonly percentage_amount: string;
      readonly fixed_amount: string;
      readonly fixed_amount_usd: string;
      readonly total: string;
      /** @enum {string|null} */
      readonly bounded_by: 'minimum' | 'maximum' | null;
      /** @enum {string} */
      readonly borne_by: 'merchant' | 'payer';
    };
    readonly FeeReceipt: {
      readonly number: string;
      readonly amount: string;
      readonly currency: string;
      readonly issued_at: string;
    };
    readonly ReceivedPayment: {
      readonly id: string;
      readonly payment_link_id: string;
      /** @enum {string} */
      readonly kind: 'payment_link' | 'card_payment_link';
      /** @enum {string} */
      readonly status: 'in_process' | 'credited' | 'returned';
      readonly payer: components['schemas']['Payer'];
      /** @enum {string} */
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
        | 'card';
      readonly payer_amount: string;
      readonly payer_currency: string;
      readonly exchange_rate: string | null;
      readonly reference_rate: string | null;
      readonly effective_rate: string | null;
      readonly gross_amount: string;
      readonly collection_fee: components['schemas']['CollectionFee'];
      readonly conversion_fee: string;
      readonly credited_amount: string;
      readonly currency: string;
      readonly virtual_wallet_id: string;
      readonly provider_reference: string;
      readonly fee_receipt: components['schemas']['FeeReceipt'] | null;
      readonly created_at: string;
      readonly credited_at: string | null;
      readonly returned_at: string | null;
    };
    readonly PaymentLinkCreator: {
      readonly user_id: string;
      readonly api_key_id: string | null;
    };
    readonly PanelPaymentLink: {
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
      readonly id: string;
      /** @enum {string} */
      readonly amount_type: 'receive' | 'charge';
      readonly customer_paid_fee: boolean;
      readonly created_by: components['schemas']['PaymentLinkCreator'];
    };
    readonly NewPanelPaymentLink: {
      readonly amount: number | string;
      /** @enum {string} */
      readonly currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      readonly description: string;
      /** @enum {string|null} */
      readonly amount_type?: 'receive' | 'charge' | null;
      readonly customer_paid_fee?: boolean | null;
      readonly webhook_url?: string | null;
      readonly currency_destiny: string;
    };
    readonly PaymentEstimate: {
      readonly payer_amount: string;
      readonly payer_currency: string;
      readonly exchange_rate: string | null;
      readonly reference_rate: string | null;
      readonly effective_rate: string | null;
      readonly gross_amount: string;
      readonly collection_fee: components['schemas']['CollectionFee'];
      readonly conversion_fee: string;
      readonly credited_amount: string;
      readonly currency: string;
      /** @enum {string} */
      readonly method:
        | 'ars_transfer'
        | 'ars_qr'
        | 'brl_pix'
        | 'cop_pse'
        | 'clp_webpay'
        | 'clp_khipu'
        | 'mxn_spei'
        | 'bob_qr'
        | 'usd_bank_debit';
    };
    readonly StoredIdentityDocument: {
      readonly type: string;
      readonly number: string;
    };
    readonly MaskedBankFields: {
      readonly name: string;
      readonly code?: string;
      readonly account_type?: string;
      readonly account_number?: string;
      readonly cbu?: string;
      readonly clabe?: string;
      readonly pix_key?: string;
      readonly routing_number?: string;
    };
    readonly Beneficiary: {
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly document: components['schemas']['StoredIdentityDocument'];
      readonly country: string;
      /** @enum {string} */
      readonly bank_country: 'AR' | 'BO' | 'BR' | 'CL' | 'CO' | 'MX' | 'US';
      readonly currency: string;
      readonly bank: components['schemas']['MaskedBankFields'];
      readonly active: boolean;
      readonly created_at: string;
      readonly updated_at: string;
    };
    readonly IdentityDocument: {
      readonly type: string;
      readonly number: string;
    };
    readonly BankFields: {
      readonly name: string;
      readonly code?: string | null;
      readonly account_type?: string | null;
      readonly account_number?: string | null;
      readonly cbu?: string | null;
      readonly clabe?: string | null;
      readonly pix_key?: string | null;
      readonly routing_number?: string | null;
    };
    readonly NewBeneficiary: {
      readonly name: string;
      readonly email: string;
      readonly document: components['schemas']['IdentityDocument'];
      readonly country: string;
      readonly bank_country: string;
      readonly bank: components['schemas']['BankFields'];
    };
    readonly BeneficiaryChanges: {
      readonly name?: string;
      readonly email?: string;
      readonly document?: components['schemas']['IdentityDocument'];
      readonly country?: string;
      readonly bank_country?: string;
      readonly bank?: components['schemas']['BankFields'];
      readonly active?: boolean;
    };
    readonly BankAccount: {
      readonly id: string;
      readonly holder_name: string;
      readonly document: components['schemas']['StoredIdentityDocument'];
      /** @enum {string} */
      readonly country: 'AR' | 'BO' | 'BR' | 'CL' | 'CO' | 'MX' | 'US';
      readonly currency: string;
      readonly bank: components['schemas']['MaskedBankFields'];
      readonly created_at: string;
    };
    readonly NewBankAccount: {
      readonly holder_name: string;
      readonly document: components['schemas']['IdentityDocument'];
      readonly country: string;
      readonly currency: string;
      readonly bank: components['schemas']['BankFields'];
    };
    readonly PayoutFeeSetting: {
      readonly percentage: string;
      readonly fixed: string;
      readonly minimum: string | null;
      readonly maximum: string | null;
      readonly currency: string | null;
    };
    readonly PercentageFee: {
      readonly percentage: string;
    };
    readonly CollectionFeeSetting: {
      readonly percentage: string;
      readonly fixed_usd: string;
      readonly minimum: string | null;
      readonly maximum: string | null;
    };
    readonly FeeConfiguration: {
      readonly payout: components['schemas']['PayoutFeeSetting'];
      readonly instant_payout: components['schemas']['PercentageFee'];
      readonly outflow_tax: components['schemas']['PercentageFee'];
      readonly collection: components['schemas']['CollectionFeeSetting'];
      /**
       * @example {
       *       "ars_qr": {
       *         "percentage": "0.8",
       *         "fixed_usd": "0.00",
       *         "minimum": null,
       *         "maximum": null
       *       }
       *     }
       */
      readonly methods: {
        readonly [key: string]: components['schemas']['CollectionFeeSetting'];
      };
      readonly usd_collection: components['schemas']['CollectionFeeSetting'] | null;
      readonly cards: components['schemas']['CollectionFeeSetting'] | null;
      readonly conversion: components['schemas']['PercentageFee'];
    };
    readonly TransferMinimum: {
      readonly amount: string;
      readonly currency: string;
      readonly usd_floor: string;
      readonly route_minimum: string | null;
    };
    readonly PayoutFee: {
      readonly percentage_amount: string;
      readonly fixed_amount: string;
      readonly total: string;
      /** @enum {string|null} */
      readonly bounded_by: 'minimum' | 'maximum' | null;
    };
    readonly PayoutFees: {
      readonly payout: components['schemas']['PayoutFee'];
      readonly instant: string;
      readonly tax: string;
      readonly conversion: string;
    };
    readonly PayoutDestination: {
      /** @enum {string} */
      readonly type: 'bank_account' | 'beneficiary';
      readonly id: string;
      readonly name: string;
      readonly country: string;
      readonly bank: components['schemas']['MaskedBankFields'];
    };
    readonly Payout: {
      readonly amount: string;
      readonly currency: string;
      readonly fees: components['schemas']['PayoutFees'];
      readonly net_amount: string;
      readonly exchange_rate: string | null;
      readonly reference_rate: string | null;
      readonly effective_rate: string | null;
      readonly destination_amount: string;
      readonly destination_currency: string;
      readonly id: string;
      /** @enum {string} */
      readonly type: 'payout' | 'transfer';
      /** @enum {string} */
      readonly status: 'requested' | 'processing' | 'completed' | 'failed';
      readonly virtual_wallet_id: string;
      readonly destination: components['schemas']['PayoutDestination'];
      readonly instant: boolean;
      readonly comment: string | null;
      readonly lead_time: string;
      readonly failure_reason: string | null;
      readonly provider_reference: string | null;
      readonly requested_by: string;
      readonly created_at: string;
      readonly updated_at: string;
      readonly completed_at: string | null;
      readonly failed_at: string | null;
      readonly returned_at: string | null;
    };
    readonly VerifyTransfer: {
      readonly transfer_verification_id: string;
      readonly otp_code: string;
    };
    readonly ResentTransferVerification: {
      readonly transfer_verification_id: string;
      readonly expires_at: string;
      /** @enum {string} */
      readonly status: 'pending_verification' | 'verified' | 'expired' | 'closed' | 'superseded';
      readonly resends_left: number;
      readonly attempts_left: number;
    };
    readonly ResendTransferCode: {
      readonly transfer_verification_id: string;
    };
    readonly TransferVerification: {
      readonly transfer_verification_id: string;
      readonly expires_at: string;
      /** @enum {string} */
      readonly status: 'pending_verification' | 'verified' | 'expired' | 'closed' | 'superseded';
    };
    readonly NewOutflow: {
      /** @enum {string} */
      readonly type: 'payout' | 'transfer';
      readonly virtual_wallet_id: string;
      readonly bank_account_id?: string | null;
      readonly beneficiary_id?: string | null;
      readonly amount: number | string;
      readonly instant?: boolean | null;
      readonly comment?: string | null;
    };
    readonly OutflowEstimate: {
      readonly amount: string;
      readonly currency: string;
      readonly fees: components['schemas']['PayoutFees'];
      readonly net_amount: string;
      readonly exchange_rate: string | null;
      readonly reference_rate: string | null;
      readonly effective_rate: string | null;
      readonly destination_amount: string;
      readonly destination_currency: string;
      readonly minimum: string;
      readonly lead_time: string;
    };
    readonly PayoutHistoryEntry: {
      /** @enum {string} */
      readonly status: 'requested' | 'processing' | 'completed' | 'failed' | 'returned';
      readonly at: string;
      readonly reason: string | null;
    };
    readonly PayoutDetail: {
      readonly amount: string;
      readonly currency: string;
      readonly fees: components['schemas']['PayoutFees'];
      readonly net_amount: string;
      readonly exchange_rate: string | null;
      readonly reference_rate: string | null;
      readonly effective_rate: string | null;
      readonly destination_amount: string;
      readonly destination_currency: string;
      readonly id: string;
      /** @enum {string} */
      readonly type: 'payout' | 'transfer';
      /** @enum {string} */
      readonly status: 'requested' | 'processing' | 'completed' | 'failed';
      readonly virtual_wallet_id: string;
      readonly destination: components['schemas']['PayoutDestination'];
      readonly instant: boolean;
      readonly comment: string | null;
      readonly lead_time: string;
      readonly failure_reason: string | null;
      readonly provider_reference: string | null;
      readonly requested_by: string;
      readonly created_at: string;
      readonly updated_at: string;
      readonly completed_at: string | null;
      readonly failed_at: string | null;
      readonly returned_at: string | null;
      readonly history: readonly components['schemas']['PayoutHistoryEntry'][];
    };
    readonly AcceptedTerms: {
      /** @enum {boolean} */
      readonly accepted: true;
      readonly version: string;
      readonly accepted_at: string;
    };
    readonly TermsToAccept: {
      readonly version: string;
    };
    readonly TermsStatus: {
      readonly accepted: boolean;
      readonly version: string | null;
      readonly accepted_at: string | null;
      readonly current_version: string;
      readonly text: string;
    };
    readonly NewPanelCardPaymentLink: {
      readonly amount: number | string;
      /** @enum {string} */
      readonly currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      readonly description: string;
      /** @enum {string|null} */
      readonly amount_type?: 'receive' | 'charge' | null;
      readonly customer_paid_fee?: boolean | null;
      readonly webhook_url?: string | null;
      readonly currency_destiny?: string | null;
    };
    readonly PaymentException: {
      readonly id: string;
      readonly reason: string;
      /** @enum {string} */
      readonly state: 'open' | 'credited' | 'refunded' | 'matched' | 'returned';
      readonly payment_link_id: string;
      readonly amount: string;
      readonly currency: string;
      readonly provider: string;
      readonly provider_reference: string;
      readonly received_at: string;
      readonly resolved_at: string | null;
    };
    readonly WebhookDeliveryAttempt: {
      readonly number: number;
      readonly at: string;
      readonly status_code: number | null;
      readonly error: string | null;
      readonly duration_ms: number | null;
      readonly answer_excerpt: string | null;
    };
    readonly WebhookDelivery: {
      readonly id: string;
      readonly endpoint_id: string | null;
      readonly url: string;
      /** @enum {string} */
      readonly event:
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed';
      readonly event_id: string;
      readonly payment_link_id: string | null;
      /** @enum {string} */
      readonly status: 'pending' | 'delivered' | 'failed';
      readonly attempts: readonly components['schemas']['WebhookDeliveryAttempt'][];
      readonly next_attempt_at: string | null;
      readonly created_at: string;
      readonly delivered_at: string | null;
      /**
       * @example {
       *       "id": "01a1fbb7-9b36-7a10-8c44-5d6e7f8091a2",
       *       "event": "payment_link.cancelled",
       *       "created_at": "2026-11-21T01:16:19.585Z",
       *       "data": {
       *         "payment_link_id": "01a1fbac-f8bc-7375-8f4b-af78d4f56526",
       *         "kind": "payment_link",
       *         "status": "cancelled"
       *       }
       *     }
       */
      readonly payload: {
        readonly [key: string]: unknown;
      };
    };
    readonly PageMeta: {
      readonly per_page: number;
      readonly next_cursor: string | null;
    };
  };
  responses: never;
  parameters: {
    /**
     * @description The id, a UUID.
     * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
     */
    readonly id: string;
    /**
     * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
     * @example order-1001
     */
    readonly idempotencyKey: string;
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  readonly signIn: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['Credentials'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Session'];
          };
        };
      };
    };
  };
  readonly signOut: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['SignedOut'];
          };
        };
      };
    };
  };
  readonly readUser: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['User'];
          };
        };
      };
    };
  };
  readonly readAccount: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  readonly updateAccount: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['AccountChanges'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  readonly listApiKeys: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['ApiKey'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createApiKey: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewApiKey'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['CreatedApiKey'];
          };
        };
      };
    };
  };
  readonly deleteApiKey: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  readonly updateApiKey: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ApiKeyChanges'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['ApiKey'];
          };
        };
      };
    };
  };
  readonly listUsers: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['AccountUser'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createUser: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewAccountUser'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['AccountUser'];
          };
        };
      };
    };
  };
  readonly deleteUser: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  readonly updateUser: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['AccountUserChanges'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['AccountUser'];
          };
        };
      };
    };
  };
  readonly listAuditEntries: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly start_date?: string;
        readonly end_date?: string;
        readonly action?: string;
        readonly actor_id?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['AuditEntry'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listVirtualWallets: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['VirtualWallet'][];
          };
        };
      };
    };
  };
  readonly proveVirtualWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['WalletProof'];
          };
        };
      };
    };
  };
  readonly readUsdWallet: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['UsdWallet'];
          };
        };
      };
    };
  };
  readonly listBalanceMovements: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly start_date?: string;
        readonly end_date?: string;
        readonly virtual_wallet_id?: string;
        readonly type?: 'payment' | 'return' | 'payout' | 'deposit' | 'refund' | 'adjustment';
        readonly format?: 'json' | 'csv';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['BalanceMovement'][];
            readonly meta: components['schemas']['PageMeta'];
          };
          readonly 'text/csv': string;
        };
      };
    };
  };
  readonly readBalanceMovementTotals: {
    readonly parameters: {
      readonly query?: {
        readonly virtual_wallet_id?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['BalanceMovementTotals'];
          };
        };
      };
    };
  };
  readonly readBalanceSeries: {
    readonly parameters: {
      readonly query?: {
        readonly virtual_wallet_id?: string;
        readonly start_date?: string;
        readonly end_date?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['BalanceDay'][];
          };
        };
      };
    };
  };
  readonly listReceivedPayments: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly start_date?: string;
        readonly end_date?: string;
        readonly status?: 'in_process' | 'credited' | 'returned';
        readonly payment_link_id?: string;
        readonly format?: 'json' | 'csv';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['ReceivedPayment'][];
            readonly meta: components['schemas']['PageMeta'];
          };
          readonly 'text/csv': string;
        };
      };
    };
  };
  readonly readReceivedPayment: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['ReceivedPayment'];
          };
        };
      };
    };
  };
  readonly listPanelPaymentLinks: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly start_date?: string;
        readonly end_date?: string;
        readonly status?: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
        readonly currency?: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
        readonly search?: string;
        readonly format?: 'json' | 'csv';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['PanelPaymentLink'][];
            readonly meta: components['schemas']['PageMeta'];
          };
          readonly 'text/csv': string;
        };
      };
    };
  };
  readonly createPanelPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewPanelPaymentLink'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  readonly estimatePanelPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewPanelPaymentLink'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['PaymentEstimate'][];
          };
        };
      };
    };
  };
  readonly readPanelPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  readonly cancelPanelPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  readonly listBeneficiaries: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['Beneficiary'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createBeneficiary: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewBeneficiary'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Beneficiary'];
          };
        };
      };
    };
  };
  readonly readBeneficiary: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Beneficiary'];
          };
        };
      };
    };
  };
  readonly updateBeneficiary: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['BeneficiaryChanges'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Beneficiary'];
          };
        };
      };
    };
  };
  readonly listBankAccounts: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['BankAccount'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createBankAccount: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewBankAccount'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['BankAccount'];
          };
        };
      };
    };
  };
  readonly deleteBankAccount: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  readonly readFeeConfiguration: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['FeeConfiguration'];
          };
        };
      };
    };
  };
  readonly readTransferMinimum: {
    readonly parameters: {
      readonly query?: {
        readonly origin_currency?: string;
        readonly destination_currency?: string;
        readonly destination_country?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['TransferMinimum'];
          };
        };
      };
    };
  };
  readonly verifyTransfer: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['VerifyTransfer'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Payout'];
          };
        };
      };
    };
  };
  readonly resendTransferCode: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['ResendTransferCode'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['ResentTransferVerification'];
          };
        };
      };
    };
  };
  readonly listPayouts: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly start_date?: string;
        readonly end_date?: string;
        readonly type?: 'payout' | 'transfer';
        readonly status?: 'requested' | 'processing' | 'completed' | 'failed';
        readonly virtual_wallet_id?: string;
        readonly format?: 'json' | 'csv';
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['Payout'][];
            readonly meta: components['schemas']['PageMeta'];
          };
          readonly 'text/csv': string;
        };
      };
    };
  };
  readonly createPayout: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewOutflow'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Payout'] | components['schemas']['TransferVerification'];
          };
        };
      };
    };
  };
  readonly estimatePayout: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewOutflow'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['OutflowEstimate'];
          };
        };
      };
    };
  };
  readonly readPayout: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PayoutDetail'];
          };
        };
      };
    };
  };
  readonly acceptTransferTerms: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['TermsToAccept'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['AcceptedTerms'];
          };
        };
      };
    };
  };
  readonly readTransferTerms: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['TermsStatus'];
          };
        };
      };
    };
  };
  readonly listPanelCardPaymentLinks: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly start_date?: string;
        readonly end_date?: string;
        readonly status?: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
        readonly currency?: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
        readonly search?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['PanelPaymentLink'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly createPanelCardPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewPanelCardPaymentLink'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  readonly readPanelCardPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  readonly cancelPanelCardPaymentLink: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  readonly listPaymentExceptions: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['PaymentException'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly listPanelWebhookEndpoints: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['WebhookEndpoint'][];
          };
        };
      };
    };
  };
  readonly createPanelWebhookEndpoint: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['NewWebhookEndpoint'];
      };
    };
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['CreatedWebhookEndpoint'];
          };
        };
      };
    };
  };
  readonly readPanelWebhookEndpoint: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
    };
  };
  readonly updatePanelWebhookEndpoint: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json': components['schemas']['WebhookEndpointChanges'];
      };
    };
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
    };
  };
  readonly deletePanelWebhookEndpoint: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  readonly rotatePanelWebhookSecret: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['RotatedSecret'];
          };
        };
      };
    };
  };
  readonly listWebhookDeliveries: {
    readonly parameters: {
      readonly query?: {
        readonly per_page?: number;
        readonly cursor?: string;
        readonly status?: 'pending' | 'delivered' | 'failed';
        readonly endpoint_id?: string;
        readonly event?:
          | 'payment.completed'
          | 'payment.returned'
          | 'payment_link.cancelled'
          | 'payment_link.expired'
          | 'payout.completed'
          | 'payout.failed';
        readonly payment_link_id?: string;
      };
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: readonly components['schemas']['WebhookDelivery'][];
            readonly meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readonly readWebhookDelivery: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
  readonly resendWebhookDelivery: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        readonly 'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      readonly path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        readonly id: components['parameters']['id'];
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      readonly 201: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': {
            /** @constant */
            readonly success: true;
            readonly message: string;
            readonly data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
}
