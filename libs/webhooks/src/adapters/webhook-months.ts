import type { MonthlyTable } from '@app/platform';

const monthly = (name: string, key: string): MonthlyTable => ({ name, key, keyType: 'uuid' });

/** Partitioned by the month in their ids. */
export const WEBHOOK_TABLES: readonly MonthlyTable[] = [
  monthly('webhook_events', 'id'),
  monthly('webhook_deliveries', 'id'),
  monthly('webhook_delivery_attempts', 'delivery_id'),
];
