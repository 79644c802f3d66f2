import './main-job.section';
import './payouts.section';
import './transfers.section';
import './usd-debit.section';
import './webhook-deliveries.section';
