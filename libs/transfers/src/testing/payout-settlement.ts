import { Clock } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { MailOutbox } from '@app/mail';
import { CONFIG, Database, type Config } from '@app/platform';
import { NotificationHandlers } from '@app/rails';
import { EventPublisher } from '@app/webhooks';
import type { INestApplicationContext } from '@nestjs/common';
import { PostgresPayoutsRepository } from '../payouts/adapters/postgres-payouts.repository';
import { PayoutBooks } from '../payouts/application/payout-books';
import { PayoutSettlement } from '../payouts/application/payout-settlement';

/** Lets an application settle notifications about payouts, unless it does so by itself. */
export function settlePayouts(app: INestApplicationContext): void {
  const get = <T>(token: abstract new (...args: never[]) => T) => app.get<T>(token as never, { strict: false });
  const handlers = get(NotificationHandlers);
  if (handlers.kinds().includes('payout')) return;
  const payouts = new PostgresPayoutsRepository(get(Database), app.get<Config>(CONFIG, { strict: false }));
  const books = new PayoutBooks(payouts, get(LedgerService), get(EventPublisher), get(MailOutbox), get(Clock));
  handlers.register(new PayoutSettlement(payouts, books));
}
