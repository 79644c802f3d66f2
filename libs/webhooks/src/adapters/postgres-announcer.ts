import { Database, statement } from '@app/platform';
import { Injectable } from '@nestjs/common';
import { DeliveryAnnouncer } from '../application/ports';

/** The channel on which workers listen. */
export const DELIVERIES_CHANNEL = 'webhook_deliveries';

/** Most announcing transactions end within this time. */
const DELAY_MS = 15;

const NOTIFY = statement('webhook-deliveries.notify', `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`);

/**
 * Announces with NOTIFY, after a short delay and outside of the announcing transaction: a transaction that notifies locks
 * the server's notification queue while it commits, so that payments would commit one after another. A notification that
 * is too early, or lost, costs the worker's poll interval.
 */
@Injectable()
export class PostgresDeliveryAnnouncer extends DeliveryAnnouncer {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly db: Database) {
    super();
  }

  announce(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.db.read(NOTIFY).catch(() => undefined);
    }, DELAY_MS).unref();
  }
}
