import './commands.section';
import './audit.section';
import './books.section';
import './exceptions.section';
import './payouts.section';
import './routes.section';
import './secrets.section';
import './webhooks.section';
