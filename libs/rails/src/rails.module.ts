import { Module } from '@nestjs/common';
import { PostgresNotificationsRepository } from './adapters/postgres-notifications.repository';
import { NotificationHandlers } from './application/notification-handlers';
import { NotificationInbox } from './application/notification-inbox';
import { NotificationSources } from './application/notification-sources';
import { NotificationsRepository } from './application/ports';

/** Providers register their sources, domain libraries their handlers, each in the constructor of its module. */
@Module({
  providers: [
    NotificationInbox,
    NotificationHandlers,
    NotificationSources,
    { provide: NotificationsRepository, useClass: PostgresNotificationsRepository },
  ],
  exports: [NotificationInbox, NotificationHandlers, NotificationSources],
})
export class RailsModule {}
