import { Log, Metrics, MonthsAhead, type MonthlyTable } from '@app/platform';
import { NOTIFICATION_BODIES } from '@app/rails';
import { WEBHOOK_TABLES } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { BacklogLoop } from './backlog.loop';

const MONTHLY_TABLES: readonly MonthlyTable[] = [...WEBHOOK_TABLES, NOTIFICATION_BODIES];

/** Creates the partitions of coming months. */
@Injectable()
export class MonthsLoop extends BacklogLoop {
  constructor(months: MonthsAhead, log: Log, metrics: Metrics) {
    super('months', () => months.create(MONTHLY_TABLES).then(() => false), log);
    metrics.gaugeByLabel(
      'partition_days_ahead',
      'For how many days from now on the rows of a table have a partition of their own',
      'table',
      () => months.daysAhead(MONTHLY_TABLES),
    );
  }
}
