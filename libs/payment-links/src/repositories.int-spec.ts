import './testing/postgres-repositories.section';
import './testing/order-limits-migration.section';
import './checkout/adapters/postgres-link.admin.section';
import './settlement/adapters/postgres-collections.reader.section';
