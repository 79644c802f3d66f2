import type { MonthlyTable } from '@app/platform';

/** The texts of notifications, partitioned by the month in which they were received. */
export const NOTIFICATION_BODIES: MonthlyTable = {
  name: 'provider_notification_bodies',
  key: 'received_at',
  keyType: 'timestamptz',
};
