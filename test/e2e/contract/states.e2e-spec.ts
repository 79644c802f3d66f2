import './payment-link-states.section';
import './api-key-state.section';
