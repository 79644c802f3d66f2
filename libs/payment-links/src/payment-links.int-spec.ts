// Each section makes merchants of its own, and all share one system: starting it takes longer than most sections.
import './payment-links.module.section';
import './checkout/application/order-openings.section';
import './settlement/application/settlement.section';
import './settlement/application/order-retention.section';
import './exceptions/application/payment-exceptions.section';
import './refunds/application/refunds.section';
import './refunds/application/refund-admin.section';
import './refunds/application/random-refunds.section';
import './disputes/application/reversals.section';
import './disputes/application/found-money.section';
import './disputes/application/random-takings.section';
import './silent-database.section';
