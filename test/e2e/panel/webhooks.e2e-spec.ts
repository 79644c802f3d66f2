import './webhooks.section';
import './webhook-deliveries.section';
