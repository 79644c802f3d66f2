import { Module } from '@nestjs/common';
import { PostgresCasesRepository } from './adapters/postgres-cases.repository';
import { PostgresFactArchive } from './adapters/postgres-fact.archive';
import { PostgresFactsRepository } from './adapters/postgres-facts.repository';
import { PostgresStatusInquiriesRepository } from './adapters/postgres-status-inquiries.repository';
import { PostgresProviderObjects } from './adapters/postgres-provider.objects';
import { PostgresSettlementLinesRepository } from './adapters/postgres-settlement-lines.repository';
import { PostgresSettlementPullsRepository } from './adapters/postgres-settlement-pulls.repository';
import { Cases, CasesRepository } from './application/cases';
import { FactHandlers } from './application/fact-handlers';
import { FactInbox } from './application/fact-inbox';
import { FactRetention } from './application/fact-retention';
import { StatusInquiries } from './application/status-inquiries';
import {
  FactArchive,
  FactsRepository,
  StatusInquiriesRepository,
  ProviderObjects,
  SettlementLinesRepository,
  SettlementPullsRepository,
} from './application/ports';
import { ProviderMessages } from './application/provider-messages';
import { ProviderRoutes } from './application/provider-routes';
import { Providers } from './application/providers';
import { PulledLines } from './application/pulled-lines';
import { SettlementLines } from './application/settlement-lines';
import { SettlementPulls } from './application/settlement-pulls';

/** `ProvidersModule` registers the configured providers; each domain library registers its handlers. */
@Module({
  providers: [
    Cases,
    FactInbox,
    FactHandlers,
    FactRetention,
    StatusInquiries,
    ProviderMessages,
    ProviderRoutes,
    Providers,
    PulledLines,
    SettlementLines,
    SettlementPulls,
    { provide: CasesRepository, useClass: PostgresCasesRepository },
    { provide: FactArchive, useClass: PostgresFactArchive },
    { provide: FactsRepository, useClass: PostgresFactsRepository },
    { provide: StatusInquiriesRepository, useClass: PostgresStatusInquiriesRepository },
    { provide: ProviderObjects, useClass: PostgresProviderObjects },
    { provide: SettlementLinesRepository, useClass: PostgresSettlementLinesRepository },
    { provide: SettlementPullsRepository, useClass: PostgresSettlementPullsRepository },
  ],
  exports: [
    Cases,
    FactInbox,
    FactHandlers,
    FactRetention,
    StatusInquiries,
    ProviderMessages,
    ProviderObjects,
    ProviderRoutes,
    Providers,
    SettlementLines,
    SettlementPulls,
  ],
})
export class RailsModule {}
