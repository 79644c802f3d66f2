import './adapters/postgres-cases.repository.section';
import './adapters/postgres-facts.repository.section';
import './adapters/postgres-fact.archive.section';
import './adapters/postgres-provider.objects.section';
import './adapters/notification-months.section';
import './application/fact-inbox.section';
import './application/settlement-lines.section';
import './application/status-inquiries.section';
