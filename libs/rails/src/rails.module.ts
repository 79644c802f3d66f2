import { Module } from '@nestjs/common';
import { PostgresFactArchive } from './adapters/postgres-fact.archive';
import { PostgresFactsRepository } from './adapters/postgres-facts.repository';
import { FactHandlers } from './application/fact-handlers';
import { FactInbox } from './application/fact-inbox';
import { FactRetention } from './application/fact-retention';
import { NotificationSources } from './application/notification-sources';
import { FactArchive, FactsRepository } from './application/ports';

/** Providers register their sources, domain libraries their handlers, each in the constructor of its module. */
@Module({
  providers: [
    FactInbox,
    FactHandlers,
    NotificationSources,
    FactRetention,
    { provide: FactArchive, useClass: PostgresFactArchive },
    { provide: FactsRepository, useClass: PostgresFactsRepository },
  ],
  exports: [FactInbox, FactHandlers, NotificationSources, FactRetention],
})
export class RailsModule {}
