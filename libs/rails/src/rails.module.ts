import { Module } from '@nestjs/common';
import { PostgresNotificationArchive } from './adapters/postgres-notification.archive';
import { PostgresNotificationsRepository } from './adapters/postgres-notifications.repository';
import { NotificationHandlers } from './application/notification-handlers';
import { NotificationInbox } from './application/notification-inbox';
import { NotificationRetention } from './application/notification-retention';
import { NotificationSources } from './application/notification-sources';
import { NotificationArchive, NotificationsRepository } from './application/ports';

/** Providers register their sources, domain libraries their handlers, each in the constructor of its module. */
@Module({
  providers: [
    NotificationInbox,
    NotificationHandlers,
    NotificationSources,
    NotificationRetention,
    { provide: NotificationArchive, useClass: PostgresNotificationArchive },
    { provide: NotificationsRepository, useClass: PostgresNotificationsRepository },
  ],
  exports: [NotificationInbox, NotificationHandlers, NotificationSources, NotificationRetention],
})
export class RailsModule {}
