import { paymentIdOf, payNewLink } from '../support/paid-links';
import { adjust } from '../support/panel-money';
import { crashTrial } from './crash-trial';

/** Together they take a payment of 15000 ARS. */
const REFUNDS = 300;

describe('kill -9 of the API, the worker and PostgreSQL while one payment is refunded in parts', () => {
  crashTrial({
    name: 'refunds',
    count: REFUNDS,
    prepare: async (service, merchant) => {
      const payment = await paymentIdOf(service, await payNewLink(service, merchant));
      // The fee of the payment, which refunds take too.
      await adjust(service, merchant, '735.00');
      return { path: `/received-payments/${payment}/refunds`, body: { amount: '50.00' } };
    },
  });
});
