import './wallets.section';
import './movements.section';
import './csv.section';
import './destinations.section';
import './fee-configuration.section';
