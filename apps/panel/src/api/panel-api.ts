// Written by `npm run panel:types` from the OpenAPI document of the panel API. Do not edit it.

export interface paths {
  '/api/v1/clients/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['signIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['confirmSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['signOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readUser'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/sessions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listSessions'];
    put?: never;
    post?: never;
    delete: operations['endOtherSessions'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/sessions/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['endSession'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/forgot-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['forgotPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/reset-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['resetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/change-password': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['changePassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/totp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['setUpSecondFactor'];
    delete: operations['turnSecondFactorOff'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/auth/totp/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['confirmSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/account': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readAccount'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['updateAccount'];
    trace?: never;
  };
  '/api/v1/clients/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listApiKeys'];
    put?: never;
    post: operations['createApiKey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/api-keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['deleteApiKey'];
    options?: never;
    head?: never;
    patch: operations['updateApiKey'];
    trace?: never;
  };
  '/api/v1/clients/users': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listUsers'];
    put?: never;
    post: operations['createUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/users/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['deleteUser'];
    options?: never;
    head?: never;
    patch: operations['updateUser'];
    trace?: never;
  };
  '/api/v1/clients/users/{id}/invite': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['inviteUser'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listAuditEntries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/virtual-wallets': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listVirtualWallets'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/virtual-wallets/{id}/proof': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['proveVirtualWallet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/usd-wallet': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readUsdWallet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/balance-movements': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listBalanceMovements'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/balance-movements/stats': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readBalanceMovementTotals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/balance-movements/series': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readBalanceSeries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/received-payments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listReceivedPayments'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/received-payments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readReceivedPayment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/received-payments/{id}/refunds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['createRefund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/received-payments/{id}/refunds/estimate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['estimateRefund'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/refunds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listRefunds'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/refunds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readRefund'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/disputes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listDisputes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/disputes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readDispute'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payment-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listPanelPaymentLinks'];
    put?: never;
    post: operations['createPanelPaymentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payment-links/estimate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['estimatePanelPaymentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payment-links/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readPanelPaymentLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payment-links/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['cancelPanelPaymentLink'];
    trace?: never;
  };
  '/api/v1/clients/beneficiaries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listBeneficiaries'];
    put?: never;
    post: operations['createBeneficiary'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/beneficiaries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readBeneficiary'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['updateBeneficiary'];
    trace?: never;
  };
  '/api/v1/clients/bank-accounts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listBankAccounts'];
    put?: never;
    post: operations['createBankAccount'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/bank-accounts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['deleteBankAccount'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts/fee-configuration': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readFeeConfiguration'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts/transfer-min-amount': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readTransferMinimum'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts/verify-otp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['verifyTransfer'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts/resend-otp': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['resendTransferCode'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listPayouts'];
    put?: never;
    post: operations['createPayout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts/estimate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['estimatePayout'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/payouts/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readPayout'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/transfers/accept-terms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['acceptTransferTerms'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/transfers/terms-status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readTransferTerms'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/cards/payment-links': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listPanelCardPaymentLinks'];
    put?: never;
    post: operations['createPanelCardPaymentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/cards/payment-links/estimate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['estimatePanelCardPaymentLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/cards/payment-links/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readPanelCardPaymentLink'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/cards/payment-links/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['cancelPanelCardPaymentLink'];
    trace?: never;
  };
  '/api/v1/clients/payment-exceptions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listPaymentExceptions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listPanelWebhookEndpoints'];
    put?: never;
    post: operations['createPanelWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readPanelWebhookEndpoint'];
    put: operations['updatePanelWebhookEndpoint'];
    post?: never;
    delete: operations['deletePanelWebhookEndpoint'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['rotatePanelWebhookSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['testPanelWebhookEndpoint'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhook-deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['listWebhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhook-deliveries/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['readWebhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/clients/webhook-deliveries/{id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['resendWebhookDelivery'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    CreatedWebhookEndpoint: {
      id: string;
      url: string;
      description: string | null;
      events: (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
      is_active: boolean;
      created_at: string;
      secret: string | null;
    };
    NewWebhookEndpoint: {
      url: string;
      description?: string | null;
      events?: (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
    };
    WebhookEndpoint: {
      id: string;
      url: string;
      description: string | null;
      events: (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
      is_active: boolean;
      created_at: string;
      last_triggered_at: string | null;
    };
    WebhookEndpointChanges: {
      url?: string;
      description?: string | null;
      events?: (
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed'
      )[];
      is_active?: boolean;
    };
    Deleted: {
      id: string;
      /** @enum {boolean} */
      deleted: true;
    };
    RotatedSecret: {
      id: string;
      secret: string;
    };
    WrittenAmount: Record<string, never>;
    UserAccount: {
      id: string;
      slug: string;
      name: string;
    };
    User: {
      id: string;
      email: string;
      permissions: (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'create_refunds'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      second_factor: boolean;
      account: components['schemas']['UserAccount'];
    };
    Session: {
      token: string;
      expires_at: string;
      user: components['schemas']['User'];
    };
    BrowserSession: {
      expires_at: string;
      idle_expires_at: string;
      user: components['schemas']['User'];
    };
    Credentials: {
      email: string;
      password: string;
      code?: string | null;
    };
    FreshSession: {
      fresh_until: string;
    };
    Confirmation: {
      password: string;
      code?: string | null;
    };
    SignedOut: {
      /** @enum {boolean} */
      signed_out: true;
    };
    SignedInUser: {
      id: string;
      email: string;
      permissions: (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'create_refunds'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      second_factor: boolean;
      account: components['schemas']['UserAccount'];
      fresh_until: string;
    };
    Account: {
      id: string;
      slug: string;
      name: string;
      email: string | null;
      country: string;
      /** @enum {string} */
      status: 'active' | 'paused';
      /** @enum {string} */
      kyc_status: 'pending' | 'verified';
      /** @enum {string} */
      kyb_status: 'pending' | 'verified';
      usd_enabled: boolean;
      cards_enabled: boolean;
      customer_paid_fee_enabled: boolean;
      customer_paid_fee_default: boolean;
      /** @enum {string} */
      language: 'es' | 'pt' | 'en';
      time_zone: string;
    };
    SessionState: {
      signed_in: boolean;
      user?: components['schemas']['User'];
      account?: components['schemas']['Account'];
      expires_at?: string;
      idle_expires_at?: string;
      fresh_until?: string;
    };
    ListedSession: {
      id: string;
      created_at: string;
      last_seen_at: string;
      expires_at: string;
      user_agent: string | null;
      address: string | null;
      current: boolean;
    };
    EndedSessions: {
      ended: number;
    };
    LinkRequested: {
      /** @enum {boolean} */
      requested: true;
    };
    ForgottenPassword: {
      email: string;
    };
    PasswordSet: {
      /** @enum {boolean} */
      changed: true;
    };
    PasswordReset: {
      token: string;
      password: string;
    };
    PasswordChange: {
      current_password: string;
      password: string;
    };
    FactorSetUp: {
      otpauth_url: string;
      secret: string;
    };
    FactorPassword: {
      password: string;
    };
    RecoveryCodes: {
      recovery_codes: string[];
    };
    FactorCode: {
      code: string;
    };
    FactorOff: {
      /** @enum {boolean} */
      second_factor: false;
    };
    FactorOrRecoveryCode: {
      code: string;
    };
    AccountChanges: {
      /** @enum {string} */
      language?: 'es' | 'pt' | 'en';
      time_zone?: string;
    };
    ApiKeyOwner: {
      id: string;
      email: string;
      is_active: boolean;
    };
    ApiKey: {
      id: string;
      name: string;
      prefix: string;
      permissions: (
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
      allowed_origins: string[];
      rate_limit: number;
      expires_at: string | null;
      is_active: boolean;
      created_at: string;
      last_used_at: string | null;
      last_four: string | null;
      /**
       * @example {
       *       "id": "01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01",
       *       "email": "owner@example.com",
       *       "is_active": true
       *     }
       */
      owner: components['schemas']['ApiKeyOwner'] | null;
    };
    CreatedApiKey: {
      id: string;
      name: string;
      prefix: string;
      permissions: (
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
      allowed_origins: string[];
      rate_limit: number;
      expires_at: string | null;
      is_active: boolean;
      created_at: string;
      last_used_at: string | null;
      last_four: string | null;
      /**
       * @example {
       *       "id": "01a1fba0-5c1e-7d2a-8b3f-4e6d7c8a9b01",
       *       "email": "owner@example.com",
       *       "is_active": true
       *     }
       */
      owner: components['schemas']['ApiKeyOwner'] | null;
      api_key: string | null;
    };
    NewApiKey: {
      name: string;
      permissions: (
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
      allowed_origins?: string[] | null;
      rate_limit?: number | null;
      expires_at?: string | null;
    };
    ApiKeyChanges: {
      name?: string;
      permissions?: (
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
      allowed_origins?: string[];
      rate_limit?: number;
      expires_at?: string | null;
      is_active?: boolean;
    };
    AccountUser: {
      id: string;
      email: string;
      name: string | null;
      permissions: (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'create_refunds'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      is_active: boolean;
      invited_at: string | null;
      created_at: string;
    };
    NewAccountUser: {
      email: string;
      name?: string | null;
      password?: string | null;
      permissions: (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'create_refunds'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
    };
    AccountUserChanges: {
      password?: string;
      permissions?: (
        | 'create_payouts'
        | 'view_payouts'
        | 'view_payins'
        | 'create_payins'
        | 'create_refunds'
        | 'view_balance_movements'
        | 'manage_beneficiaries'
        | 'manage_api_keys'
        | 'manage_webhooks'
        | 'manage_account'
        | '*'
      )[];
      is_active?: boolean;
    };
    AuditActor: {
      /** @enum {string} */
      type: 'user' | 'api_key' | 'staff' | 'system';
      id: string | null;
      name: string;
    };
    AuditSubject: {
      type: string;
      id: string;
    };
    AuditEntry: {
      id: string;
      action: string;
      actor: components['schemas']['AuditActor'];
      subject: components['schemas']['AuditSubject'];
      /**
       * @example {
       *       "rate_limit": {
       *         "from": 60,
       *         "to": 600
       *       }
       *     }
       */
      details: {
        [key: string]: unknown;
      };
      from_address: string | null;
      created_at: string;
    };
    VirtualWallet: {
      id: string;
      currency: string;
      /** @enum {string} */
      lane: 'local' | 'usd';
      balance: string;
      reserved_balance: string;
      available_balance: string;
    };
    WalletProofLine: {
      type: string;
      visible: boolean;
      count: number;
      total: string;
    };
    WalletProof: {
      virtual_wallet_id: string;
      currency: string;
      balance: string;
      lines: components['schemas']['WalletProofLine'][];
      sum: string;
      adds_up: boolean;
    };
    ReceivingBankAccount: {
      holder_name: string;
      bank_name: string | null;
      bank_address: string | null;
      routing_number: string;
      account_number: string;
      /** @enum {string} */
      account_type: 'checking' | 'savings';
    };
    UsdWallet: {
      id: string;
      currency: string;
      /** @enum {string} */
      lane: 'local' | 'usd';
      balance: string;
      reserved_balance: string;
      available_balance: string;
      bank_account: components['schemas']['ReceivingBankAccount'];
    };
    MovementFee: {
      amount: string;
      balance_after: string;
    };
    MovementReference: {
      type: string;
      id: string;
    };
    BalanceMovement: {
      id: string;
      type: string;
      /** @enum {string} */
      direction: 'in' | 'out';
      amount: string;
      currency: string;
      balance_after: string;
      fee: components['schemas']['MovementFee'] | null;
      label: string;
      /**
       * @example {
       *       "type": "payment_link",
       *       "id": "01a1fbac-f8bc-7375-8f4b-af78d4f56526"
       *     }
       */
      reference: components['schemas']['MovementReference'] | null;
      description: string | null;
      payment_reference: string | null;
      created_at: string;
    };
    BalanceMovementTotals: {
      virtual_wallet_id: string;
      currency: string;
      total_in: string;
      total_out: string;
      count_in: number;
      count_out: number;
    };
    BalanceDay: {
      date: string;
      total_in: string;
      total_out: string;
      balance: string;
    };
    Payer: {
      name: string | null;
      email: string | null;
      document: string | null;
    };
    CollectionFee: {
      percentage_amount: string;
      fixed_amount: string;
      fixed_amount_usd: string;
      total: string;
      /** @enum {string|null} */
      bounded_by: 'minimum' | 'maximum' | null;
      /** @enum {string} */
      borne_by: 'merchant' | 'payer';
    };
    Refund: {
      id: string;
      received_payment_id: string;
      payment_link_id: string;
      /** @enum {string} */
      status: 'requested' | 'processing' | 'completed' | 'failed';
      amount: string;
      currency: string;
      wallet_amount: string;
      wallet_currency: string;
      exchange_rate: string | null;
      reason: string | null;
      /** @enum {string} */
      origin: 'panel' | 'provider';
      failure_reason: string | null;
      provider_reference: string | null;
      requested_by: string | null;
      created_at: string;
      completed_at: string | null;
      failed_at: string | null;
    };
    FeeReceipt: {
      number: string;
      amount: string;
      currency: string;
      issued_at: string;
    };
    ReceivedPayment: {
      id: string;
      payment_link_id: string;
      /** @enum {string} */
      kind: 'payment_link' | 'card_payment_link';
      /** @enum {string} */
      status: 'in_process' | 'credited' | 'returned' | 'refunded' | 'disputed';
      payer: components['schemas']['Payer'];
      /** @enum {string} */
      payment_method:
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
      payer_amount: string;
      payer_currency: string;
      exchange_rate: string | null;
      reference_rate: string | null;
      effective_rate: string | null;
      gross_amount: string;
      collection_fee: components['schemas']['CollectionFee'];
      conversion_fee: string;
      credited_amount: string;
      currency: string;
      virtual_wallet_id: string;
      provider_reference: string;
      reference: string | null;
      description: string;
      refunded_amount: string;
      disputed_amount: string;
      refunds: components['schemas']['Refund'][];
      fee_receipt: components['schemas']['FeeReceipt'] | null;
      created_at: string;
      credited_at: string | null;
      returned_at: string | null;
    };
    NewRefund: {
      amount?: number | string | null;
      reason?: string | null;
    };
    RefundEstimate: {
      amount: string;
      currency: string;
      wallet_amount: string;
      wallet_currency: string;
      refundable_after: string;
    };
    Dispute: {
      id: string;
      received_payment_id: string;
      payment_link_id: string;
      /** @enum {string} */
      status: 'open' | 'lost' | 'won';
      amount: string;
      currency: string;
      wallet_amount: string;
      wallet_currency: string;
      reason: string | null;
      provider_reference: string;
      opened_at: string;
      resolved_at: string | null;
    };
    PaymentLinkCreator: {
      user_id: string;
      api_key_id: string | null;
    };
    PanelPaymentLink: {
      amount: string;
      /** @enum {string} */
      currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      currency_destiny: string;
      description: string;
      expires_at: string | null;
      /** @enum {integer} */
      max_uses: 1;
      current_uses: number;
      /** @enum {string} */
      status: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
      checkout_url: string;
      /** @enum {string|null} */
      payment_method:
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
      created_at: string;
      updated_at: string;
      id: string;
      amount_currency: string;
      reference: string | null;
      return_url: string | null;
      /** @enum {string} */
      amount_type: 'receive' | 'charge';
      customer_paid_fee: boolean;
      created_by: components['schemas']['PaymentLinkCreator'];
    };
    NewPanelPaymentLink: {
      amount: number | string;
      /** @enum {string} */
      currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      description: string;
      /** @enum {string|null} */
      amount_type?: 'receive' | 'charge' | null;
      customer_paid_fee?: boolean | null;
      webhook_url?: string | null;
      reference?: string | null;
      return_url?: string | null;
      currency_destiny: string;
    };
    PaymentEstimate: {
      payer_amount: string;
      payer_currency: string;
      exchange_rate: string | null;
      reference_rate: string | null;
      effective_rate: string | null;
      gross_amount: string;
      collection_fee: components['schemas']['CollectionFee'];
      conversion_fee: string;
      credited_amount: string;
      currency: string;
      /** @enum {string} */
      method:
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
    StoredIdentityDocument: {
      type: string;
      number: string;
    };
    MaskedBankFields: {
      name: string;
      code?: string;
      account_type?: string;
      account_number?: string;
      cbu?: string;
      clabe?: string;
      pix_key?: string;
      /** @enum {string} */
      pix_key_type?: 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp';
      routing_number?: string;
    };
    Beneficiary: {
      id: string;
      name: string;
      email: string;
      document: components['schemas']['StoredIdentityDocument'];
      country: string;
      /** @enum {string} */
      bank_country: 'AR' | 'BO' | 'BR' | 'CL' | 'CO' | 'MX' | 'US';
      currency: string;
      bank: components['schemas']['MaskedBankFields'];
      active: boolean;
      created_at: string;
      updated_at: string;
    };
    IdentityDocument: {
      type: string;
      number: string;
    };
    BankFields: {
      name: string;
      code?: string | null;
      account_type?: string | null;
      account_number?: string | null;
      cbu?: string | null;
      clabe?: string | null;
      pix_key?: string | null;
      routing_number?: string | null;
    };
    NewBeneficiary: {
      name: string;
      email: string;
      document: components['schemas']['IdentityDocument'];
      country: string;
      bank_country: string;
      bank: components['schemas']['BankFields'];
    };
    BeneficiaryChanges: {
      name?: string;
      email?: string;
      document?: components['schemas']['IdentityDocument'];
      country?: string;
      bank_country?: string;
      bank?: components['schemas']['BankFields'];
      active?: boolean;
    };
    BankAccount: {
      id: string;
      holder_name: string;
      document: components['schemas']['StoredIdentityDocument'];
      /** @enum {string} */
      country: 'AR' | 'BO' | 'BR' | 'CL' | 'CO' | 'MX' | 'US';
      currency: string;
      bank: components['schemas']['MaskedBankFields'];
      created_at: string;
    };
    NewBankAccount: {
      holder_name: string;
      document: components['schemas']['IdentityDocument'];
      country: string;
      currency: string;
      bank: components['schemas']['BankFields'];
    };
    PayoutFeeSetting: {
      percentage: string;
      fixed: string;
      minimum: string | null;
      maximum: string | null;
      currency: string | null;
    };
    PercentageFee: {
      percentage: string;
    };
    CollectionFeeSetting: {
      percentage: string;
      fixed_usd: string;
      minimum: string | null;
      maximum: string | null;
    };
    FeeConfiguration: {
      payout: components['schemas']['PayoutFeeSetting'];
      instant_payout: components['schemas']['PercentageFee'];
      outflow_tax: components['schemas']['PercentageFee'];
      collection: components['schemas']['CollectionFeeSetting'];
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
      methods: {
        [key: string]: components['schemas']['CollectionFeeSetting'];
      };
      usd_collection: components['schemas']['CollectionFeeSetting'] | null;
      cards: components['schemas']['CollectionFeeSetting'] | null;
      conversion: components['schemas']['PercentageFee'];
    };
    TransferMinimum: {
      amount: string;
      currency: string;
      usd_floor: string;
      route_minimum: string | null;
    };
    PayoutFee: {
      percentage_amount: string;
      fixed_amount: string;
      total: string;
      /** @enum {string|null} */
      bounded_by: 'minimum' | 'maximum' | null;
    };
    PayoutFees: {
      payout: components['schemas']['PayoutFee'];
      instant: string;
      tax: string;
      conversion: string;
    };
    PayoutDestination: {
      /** @enum {string} */
      type: 'bank_account' | 'beneficiary';
      id: string;
      name: string;
      country: string;
      bank: components['schemas']['MaskedBankFields'];
    };
    Payout: {
      amount: string;
      currency: string;
      fees: components['schemas']['PayoutFees'];
      net_amount: string;
      exchange_rate: string | null;
      reference_rate: string | null;
      effective_rate: string | null;
      destination_amount: string;
      destination_currency: string;
      id: string;
      /** @enum {string} */
      type: 'payout' | 'transfer';
      /** @enum {string} */
      status: 'requested' | 'processing' | 'completed' | 'failed';
      virtual_wallet_id: string;
      destination: components['schemas']['PayoutDestination'];
      instant: boolean;
      comment: string | null;
      lead_time: string;
      failure_reason: string | null;
      provider_reference: string | null;
      requested_by: string;
      created_at: string;
      updated_at: string;
      completed_at: string | null;
      failed_at: string | null;
      returned_at: string | null;
      returned_amount: string | null;
    };
    VerifyTransfer: {
      transfer_verification_id: string;
      otp_code: string;
    };
    ResentTransferVerification: {
      transfer_verification_id: string;
      expires_at: string;
      /** @enum {string} */
      status: 'pending_verification' | 'verified' | 'expired' | 'closed' | 'superseded';
      resends_left: number;
      attempts_left: number;
    };
    ResendTransferCode: {
      transfer_verification_id: string;
    };
    TransferVerification: {
      transfer_verification_id: string;
      expires_at: string;
      /** @enum {string} */
      status: 'pending_verification' | 'verified' | 'expired' | 'closed' | 'superseded';
    };
    NewOutflow: {
      /** @enum {string} */
      type: 'payout' | 'transfer';
      virtual_wallet_id: string;
      bank_account_id?: string | null;
      beneficiary_id?: string | null;
      amount: components['schemas']['WrittenAmount'] | number | string;
      instant?: boolean | null;
      comment?: string | null;
    };
    OutflowEstimate: {
      amount: string;
      currency: string;
      fees: components['schemas']['PayoutFees'];
      net_amount: string;
      exchange_rate: string | null;
      reference_rate: string | null;
      effective_rate: string | null;
      destination_amount: string;
      destination_currency: string;
      minimum: string;
      lead_time: string;
    };
    PayoutHistoryEntry: {
      /** @enum {string} */
      status: 'requested' | 'processing' | 'completed' | 'failed' | 'returned';
      at: string;
      reason: string | null;
    };
    PayoutDetail: {
      amount: string;
      currency: string;
      fees: components['schemas']['PayoutFees'];
      net_amount: string;
      exchange_rate: string | null;
      reference_rate: string | null;
      effective_rate: string | null;
      destination_amount: string;
      destination_currency: string;
      id: string;
      /** @enum {string} */
      type: 'payout' | 'transfer';
      /** @enum {string} */
      status: 'requested' | 'processing' | 'completed' | 'failed';
      virtual_wallet_id: string;
      destination: components['schemas']['PayoutDestination'];
      instant: boolean;
      comment: string | null;
      lead_time: string;
      failure_reason: string | null;
      provider_reference: string | null;
      requested_by: string;
      created_at: string;
      updated_at: string;
      completed_at: string | null;
      failed_at: string | null;
      returned_at: string | null;
      returned_amount: string | null;
      history: components['schemas']['PayoutHistoryEntry'][];
    };
    AcceptedTerms: {
      /** @enum {boolean} */
      accepted: true;
      version: string;
      accepted_at: string;
    };
    TermsToAccept: {
      version: string;
    };
    TermsStatus: {
      accepted: boolean;
      version: string | null;
      accepted_at: string | null;
      current_version: string;
      text: string;
    };
    NewPanelCardPaymentLink: {
      amount: number | string;
      /** @enum {string} */
      currency: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
      description: string;
      /** @enum {string|null} */
      amount_type?: 'receive' | 'charge' | null;
      customer_paid_fee?: boolean | null;
      webhook_url?: string | null;
      reference?: string | null;
      return_url?: string | null;
      currency_destiny?: string | null;
    };
    CardPaymentEstimate: {
      payer_amount: string;
      payer_currency: string;
      exchange_rate: string | null;
      reference_rate: string | null;
      effective_rate: string | null;
      gross_amount: string;
      collection_fee: components['schemas']['CollectionFee'];
      conversion_fee: string;
      credited_amount: string;
      currency: string;
      /** @enum {string} */
      method: 'card';
      maximum: string | null;
    };
    PaymentException: {
      id: string;
      reason: string;
      /** @enum {string} */
      state: 'open' | 'credited' | 'refunded' | 'matched' | 'returned';
      payment_link_id: string;
      amount: string;
      currency: string;
      expected_amount: string | null;
      expected_currency: string | null;
      provider: string;
      provider_reference: string;
      received_at: string;
      resolved_at: string | null;
    };
    WebhookDeliveryAttempt: {
      number: number;
      at: string;
      status_code: number | null;
      error: string | null;
      duration_ms: number | null;
      answer_excerpt: string | null;
    };
    WebhookDelivery: {
      id: string;
      endpoint_id: string | null;
      url: string;
      /** @enum {string} */
      event:
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed';
      event_id: string;
      payment_link_id: string | null;
      /** @enum {string} */
      status: 'pending' | 'delivered' | 'failed';
      attempts: components['schemas']['WebhookDeliveryAttempt'][];
      next_attempt_at: string | null;
      created_at: string;
      delivered_at: string | null;
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
      payload: {
        [key: string]: unknown;
      };
    };
    NewTestEvent: {
      /** @enum {string} */
      event?:
        | 'payment.completed'
        | 'payment.returned'
        | 'payment_link.cancelled'
        | 'payment_link.expired'
        | 'payout.completed'
        | 'payout.failed';
    };
    PageMeta: {
      per_page: number;
      next_cursor: string | null;
    };
    PageMetaWithTotals: {
      per_page: number;
      next_cursor: string | null;
      totals:
        | {
            currency: string;
            count: number;
            amount: string;
          }[]
        | null;
    };
  };
  responses: never;
  parameters: {
    /**
     * @description The id, a UUID.
     * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
     */
    id: string;
    /**
     * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
     * @example order-1001
     */
    idempotencyKey: string;
    /**
     * @description With `cookie`, the token is set as a cookie that no script can read, and is not in the response.
     * @example cookie
     */
    sessionKind: 'cookie';
    /**
     * @description With `background`, the request does not extend the session of a browser.
     * @example background
     */
    sessionActivity: 'background';
  };
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  signIn: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description With `cookie`, the token is set as a cookie that no script can read, and is not in the response.
         * @example cookie
         */
        'X-Session'?: components['parameters']['sessionKind'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Credentials'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Session'] | components['schemas']['BrowserSession'];
          };
        };
      };
    };
  };
  confirmSession: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['Confirmation'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['FreshSession'];
          };
        };
      };
    };
  };
  signOut: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['SignedOut'];
          };
        };
      };
    };
  };
  readUser: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['SignedInUser'];
          };
        };
      };
    };
  };
  readSession: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description With `background`, the request does not extend the session of a browser.
         * @example background
         */
        'X-Session-Activity'?: components['parameters']['sessionActivity'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['SessionState'];
          };
        };
      };
    };
  };
  listSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['ListedSession'][];
          };
        };
      };
    };
  };
  endOtherSessions: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['EndedSessions'];
          };
        };
      };
    };
  };
  endSession: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  forgotPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ForgottenPassword'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['LinkRequested'];
          };
        };
      };
    };
  };
  resetPassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordReset'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PasswordSet'];
          };
        };
      };
    };
  };
  changePassword: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PasswordChange'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PasswordSet'];
          };
        };
      };
    };
  };
  setUpSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FactorPassword'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['FactorSetUp'];
          };
        };
      };
    };
  };
  turnSecondFactorOff: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FactorOrRecoveryCode'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['FactorOff'];
          };
        };
      };
    };
  };
  confirmSecondFactor: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['FactorCode'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['RecoveryCodes'];
          };
        };
      };
    };
  };
  readAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  updateAccount: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountChanges'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Account'];
          };
        };
      };
    };
  };
  listApiKeys: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['ApiKey'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  createApiKey: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewApiKey'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['CreatedApiKey'];
          };
        };
      };
    };
  };
  deleteApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  updateApiKey: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ApiKeyChanges'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['ApiKey'];
          };
        };
      };
    };
  };
  listUsers: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['AccountUser'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  createUser: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewAccountUser'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['AccountUser'];
          };
        };
      };
    };
  };
  deleteUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  updateUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AccountUserChanges'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['AccountUser'];
          };
        };
      };
    };
  };
  inviteUser: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['AccountUser'];
          };
        };
      };
    };
  };
  listAuditEntries: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        action?: string;
        actor_id?: string;
        format?: 'json' | 'csv' | 'xlsx';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['AuditEntry'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  listVirtualWallets: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['VirtualWallet'][];
          };
        };
      };
    };
  };
  proveVirtualWallet: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WalletProof'];
          };
        };
      };
    };
  };
  readUsdWallet: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['UsdWallet'];
          };
        };
      };
    };
  };
  listBalanceMovements: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        virtual_wallet_id?: string;
        type?: 'payment' | 'return' | 'payout' | 'deposit' | 'refund' | 'adjustment';
        format?: 'json' | 'csv' | 'xlsx';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['BalanceMovement'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readBalanceMovementTotals: {
    parameters: {
      query?: {
        virtual_wallet_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['BalanceMovementTotals'];
          };
        };
      };
    };
  };
  readBalanceSeries: {
    parameters: {
      query?: {
        virtual_wallet_id?: string;
        start_date?: string;
        end_date?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['BalanceDay'][];
          };
        };
      };
    };
  };
  listReceivedPayments: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        status?: 'in_process' | 'credited' | 'returned' | 'refunded' | 'disputed';
        currency?:
          | 'BIF'
          | 'CLP'
          | 'DJF'
          | 'GNF'
          | 'ISK'
          | 'JPY'
          | 'KMF'
          | 'KRW'
          | 'PYG'
          | 'RWF'
          | 'UGX'
          | 'UYI'
          | 'VND'
          | 'VUV'
          | 'XAF'
          | 'XOF'
          | 'XPF'
          | 'AED'
          | 'AFN'
          | 'ALL'
          | 'AMD'
          | 'AOA'
          | 'ARS'
          | 'AUD'
          | 'AWG'
          | 'AZN'
          | 'BAM'
          | 'BBD'
          | 'BDT'
          | 'BGN'
          | 'BMD'
          | 'BND'
          | 'BOB'
          | 'BOV'
          | 'BRL'
          | 'BSD'
          | 'BTN'
          | 'BWP'
          | 'BYN'
          | 'BZD'
          | 'CAD'
          | 'CDF'
          | 'CHE'
          | 'CHF'
          | 'CHW'
          | 'CNY'
          | 'COP'
          | 'COU'
          | 'CRC'
          | 'CUP'
          | 'CVE'
          | 'CZK'
          | 'DKK'
          | 'DOP'
          | 'DZD'
          | 'EGP'
          | 'ERN'
          | 'ETB'
          | 'EUR'
          | 'FJD'
          | 'FKP'
          | 'GBP'
          | 'GEL'
          | 'GHS'
          | 'GIP'
          | 'GMD'
          | 'GTQ'
          | 'GYD'
          | 'HKD'
          | 'HNL'
          | 'HTG'
          | 'HUF'
          | 'IDR'
          | 'ILS'
          | 'INR'
          | 'IRR'
          | 'JMD'
          | 'KES'
          | 'KGS'
          | 'KHR'
          | 'KPW'
          | 'KYD'
          | 'KZT'
          | 'LAK'
          | 'LBP'
          | 'LKR'
          | 'LRD'
          | 'LSL'
          | 'MAD'
          | 'MDL'
          | 'MGA'
          | 'MKD'
          | 'MMK'
          | 'MNT'
          | 'MOP'
          | 'MRU'
          | 'MUR'
          | 'MVR'
          | 'MWK'
          | 'MXN'
          | 'MXV'
          | 'MYR'
          | 'MZN'
          | 'NAD'
          | 'NGN'
          | 'NIO'
          | 'NOK'
          | 'NPR'
          | 'NZD'
          | 'PAB'
          | 'PEN'
          | 'PGK'
          | 'PHP'
          | 'PKR'
          | 'PLN'
          | 'QAR'
          | 'RON'
          | 'RSD'
          | 'RUB'
          | 'SAR'
          | 'SBD'
          | 'SCR'
          | 'SDG'
          | 'SEK'
          | 'SGD'
          | 'SHP'
          | 'SLE'
          | 'SOS'
          | 'SRD'
          | 'SSP'
          | 'STN'
          | 'SVC'
          | 'SYP'
          | 'SZL'
          | 'THB'
          | 'TJS'
          | 'TMT'
          | 'TOP'
          | 'TRY'
          | 'TTD'
          | 'TWD'
          | 'TZS'
          | 'UAH'
          | 'USD'
          | 'USN'
          | 'UYU'
          | 'UZS'
          | 'VED'
          | 'VES'
          | 'WST'
          | 'XCD'
          | 'YER'
          | 'ZAR'
          | 'ZMW'
          | 'ZWG'
          | 'BHD'
          | 'IQD'
          | 'JOD'
          | 'KWD'
          | 'LYD'
          | 'OMR'
          | 'TND'
          | 'CLF'
          | 'UYW'
          | 'USDC'
          | 'USDT';
        method?:
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
        search?: string;
        payment_link_id?: string;
        format?: 'json' | 'csv' | 'xlsx';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['ReceivedPayment'][];
            meta: components['schemas']['PageMetaWithTotals'];
          };
        };
      };
    };
  };
  readReceivedPayment: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['ReceivedPayment'];
          };
        };
      };
    };
  };
  createRefund: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRefund'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Refund'];
          };
        };
      };
    };
  };
  estimateRefund: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewRefund'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['RefundEstimate'];
          };
        };
      };
    };
  };
  listRefunds: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        status?: 'requested' | 'processing' | 'completed' | 'failed';
        received_payment_id?: string;
        format?: 'json' | 'csv' | 'xlsx';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Refund'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readRefund: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Refund'];
          };
        };
      };
    };
  };
  listDisputes: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        status?: 'open' | 'lost' | 'won';
        received_payment_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Dispute'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readDispute: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Dispute'];
          };
        };
      };
    };
  };
  listPanelPaymentLinks: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        status?: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
        currency?: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
        search?: string;
        format?: 'json' | 'csv' | 'xlsx';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'][];
            meta: components['schemas']['PageMetaWithTotals'];
          };
        };
      };
    };
  };
  createPanelPaymentLink: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPanelPaymentLink'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  estimatePanelPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPanelPaymentLink'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PaymentEstimate'][];
          };
        };
      };
    };
  };
  readPanelPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  cancelPanelPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  listBeneficiaries: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Beneficiary'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  createBeneficiary: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewBeneficiary'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Beneficiary'];
          };
        };
      };
    };
  };
  readBeneficiary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Beneficiary'];
          };
        };
      };
    };
  };
  updateBeneficiary: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BeneficiaryChanges'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Beneficiary'];
          };
        };
      };
    };
  };
  listBankAccounts: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['BankAccount'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  createBankAccount: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewBankAccount'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['BankAccount'];
          };
        };
      };
    };
  };
  deleteBankAccount: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  readFeeConfiguration: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['FeeConfiguration'];
          };
        };
      };
    };
  };
  readTransferMinimum: {
    parameters: {
      query?: {
        origin_currency?: string;
        destination_currency?: string;
        destination_country?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['TransferMinimum'];
          };
        };
      };
    };
  };
  verifyTransfer: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerifyTransfer'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Payout'];
          };
        };
      };
    };
  };
  resendTransferCode: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResendTransferCode'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['ResentTransferVerification'];
          };
        };
      };
    };
  };
  listPayouts: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        type?: 'payout' | 'transfer';
        status?: 'requested' | 'processing' | 'completed' | 'failed';
        virtual_wallet_id?: string;
        format?: 'json' | 'csv' | 'xlsx';
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Payout'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  createPayout: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewOutflow'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Payout'] | components['schemas']['TransferVerification'];
          };
        };
      };
    };
  };
  estimatePayout: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewOutflow'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['OutflowEstimate'];
          };
        };
      };
    };
  };
  readPayout: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PayoutDetail'];
          };
        };
      };
    };
  };
  acceptTransferTerms: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['TermsToAccept'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['AcceptedTerms'];
          };
        };
      };
    };
  };
  readTransferTerms: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['TermsStatus'];
          };
        };
      };
    };
  };
  listPanelCardPaymentLinks: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        start_date?: string;
        end_date?: string;
        status?: 'active' | 'processing' | 'in_transit' | 'completed' | 'cancelled' | 'expired' | 'returned';
        currency?: 'ARS' | 'BRL' | 'COP' | 'CLP' | 'MXN' | 'BOB' | 'USD';
        search?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'][];
            meta: components['schemas']['PageMetaWithTotals'];
          };
        };
      };
    };
  };
  createPanelCardPaymentLink: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPanelCardPaymentLink'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  estimatePanelCardPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewPanelCardPaymentLink'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['CardPaymentEstimate'];
          };
        };
      };
    };
  };
  readPanelCardPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  cancelPanelCardPaymentLink: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PanelPaymentLink'];
          };
        };
      };
    };
  };
  listPaymentExceptions: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        payment_link_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['PaymentException'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  listPanelWebhookEndpoints: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookEndpoint'][];
          };
        };
      };
    };
  };
  createPanelWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewWebhookEndpoint'];
      };
    };
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['CreatedWebhookEndpoint'];
          };
        };
      };
    };
  };
  readPanelWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
    };
  };
  updatePanelWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookEndpointChanges'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookEndpoint'];
          };
        };
      };
    };
  };
  deletePanelWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['Deleted'];
          };
        };
      };
    };
  };
  rotatePanelWebhookSecret: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['RotatedSecret'];
          };
        };
      };
    };
  };
  testPanelWebhookEndpoint: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['NewTestEvent'];
      };
    };
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
  listWebhookDeliveries: {
    parameters: {
      query?: {
        per_page?: number;
        cursor?: string;
        status?: 'pending' | 'delivered' | 'failed';
        endpoint_id?: string;
        event?:
          | 'payment.completed'
          | 'payment.returned'
          | 'payment_link.cancelled'
          | 'payment_link.expired'
          | 'payout.completed'
          | 'payout.failed';
        payment_link_id?: string;
      };
      header?: never;
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookDelivery'][];
            meta: components['schemas']['PageMeta'];
          };
        };
      };
    };
  };
  readWebhookDelivery: {
    parameters: {
      query?: never;
      header?: never;
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
  resendWebhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /**
         * @description Makes it safe to send the call again: a key of your own for this one order, a UUID for example.
         * @example order-1001
         */
        'Idempotency-Key'?: components['parameters']['idempotencyKey'];
      };
      path: {
        /**
         * @description The id, a UUID.
         * @example 01a1fbac-f8bc-7375-8f4b-af78d4f56526
         */
        id: components['parameters']['id'];
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      201: {
        headers: {
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            success: true;
            message: string;
            data: components['schemas']['WebhookDelivery'];
          };
        };
      };
    };
  };
}
