import './rates.module.section';
import './adapters/postgres-rate.repository.section';
import './application/rates.section';
import './application/rates-refresher.section';
