import './payment-links.section';
import './card-payment-links.section';
import './payment-estimates.section';
import './payment-exceptions.section';
import './received-payments.section';
import './refunds.section';
