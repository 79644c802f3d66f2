import './application/mail.section';
import './adapters/postgres-mail.queue.section';
import './adapters/postgres-mail.archive.section';
