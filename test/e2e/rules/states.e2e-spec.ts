import './payment-link-states.section';
import './api-key-state.section';
import './payout-states.section';
import './transfer-verification-states.section';
