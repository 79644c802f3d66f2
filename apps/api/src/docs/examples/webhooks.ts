const ID = '01a1fbac-f89a-74bc-981b-88a43cea204a';
const SECRET = '102d0b4cb2ef22fe8dbe053ba24f55f3a1c7d9e64b8f20356e9b1d4c7a80f2e5';

const sent = {
  url: 'https://shop.example/hook',
  description: 'My shop',
  events: ['payment.completed', 'payment_link.expired'],
};
const endpoint = {
  id: ID,
  ...sent,
  is_active: true,
  created_at: '2026-11-21T01:16:19.482Z',
  last_triggered_at: '2026-11-21T01:16:19.603Z',
};

export const WEBHOOKS_EXAMPLES = {
  NewWebhookEndpoint: sent,
  WebhookEndpointChanges: { is_active: false },
  CreatedWebhookEndpoint: { id: ID, ...sent, secret: SECRET, is_active: true, created_at: endpoint.created_at },
  WebhookEndpoint: endpoint,
  WebhookEndpoints: [endpoint],
  RotatedSecret: { id: ID, secret: SECRET },
  Deleted: { id: ID, deleted: true },
};
