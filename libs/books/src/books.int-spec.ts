import './adapters/postgres-books.auditor.section';
import './adapters/outflow-rules.section';
import './adapters/postgres-wallet.digests.section';
import './application/continuous-proof.section';
