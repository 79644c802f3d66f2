import './webhook-deliveries.section';
import './receiver-verification.section';
import './webhook-secrets.section';
import './per-link-address.section';
import './event-names.section';
import './email-notices.section';
