import './collections.section';
import './deposits.section';
import './payouts.section';
