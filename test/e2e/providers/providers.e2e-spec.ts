import './dlocal.section';
import './dlocal-payouts.section';
import './stripe.section';
import './stripe-usd.section';
import './woovi.section';
import './money-back.section';
