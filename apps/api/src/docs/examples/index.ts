import type { SchemaName } from '../schemas';
import { COLLECTION_EXAMPLES } from './collection';
import { CONVERSIONS_EXAMPLES } from './conversions';
import { EVENTS_EXAMPLES } from './events';
import { PANEL_EXAMPLES } from './panel';
import { PANEL_MONEY_EXAMPLES } from './panel-money';
import { WEBHOOKS_EXAMPLES } from './webhooks';

/** One value for each schema. A schema without one does not compile. */
export const EXAMPLES: Readonly<Record<SchemaName, unknown>> = {
  ...COLLECTION_EXAMPLES,
  ...CONVERSIONS_EXAMPLES,
  ...WEBHOOKS_EXAMPLES,
  ...EVENTS_EXAMPLES,
  ...PANEL_EXAMPLES,
  ...PANEL_MONEY_EXAMPLES,
  PageMeta: { per_page: 20, next_cursor: null },
};

/** Where the answers of two operations have one schema, and the example of the schema would be odd for one of them. */
export const VARIANTS = {
  PaidByCard: { ...COLLECTION_EXAMPLES.PaymentLink, payment_method: 'card', expires_at: null },
  CancelledInPanel: {
    ...PANEL_MONEY_EXAMPLES.PanelPaymentLink,
    current_uses: 0,
    expires_at: null,
    payment_method: null,
    status: 'cancelled',
  },
  InactiveEndpoint: { ...WEBHOOKS_EXAMPLES.WebhookEndpoint, is_active: false },
};

export type VariantName = keyof typeof VARIANTS;
