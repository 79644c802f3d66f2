import './two-envelopes.section';
import './codes.section';
import './exchange-rate-unavailable.section';
import './shapes-of-errors.section';
import './details-429.section';
import './details-500.section';
import './inputs-not-served.section';
