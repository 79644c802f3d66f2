import type { MonthlyTable } from '@app/platform';

/** Partitioned by the month in their ids. */
export const WEBHOOK_TABLES: readonly MonthlyTable[] = [
  { name: 'webhook_events', key: 'id', keyType: 'uuid' },
  { name: 'webhook_deliveries', key: 'id', keyType: 'uuid' },
  { name: 'webhook_delivery_attempts', key: 'delivery_id', keyType: 'uuid' },
];
