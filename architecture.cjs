'use strict';

/**
 * Which of our libraries each library may see: the arrows of the architecture as data. ESLint and dependency-cruiser
 * both read them from here, so that an arrow is drawn, or taken away, in one place.
 */

const FOUNDATION = ['kernel', 'platform'];
const JOURNEY = [...FOUNDATION, 'ledger', 'fees', 'rates', 'accounts', 'webhooks', 'mail'];

const ARROWS = {
  kernel: [],
  platform: ['kernel'],
  accounts: FOUNDATION,
  ledger: FOUNDATION,
  fees: FOUNDATION,
  rates: FOUNDATION,
  webhooks: FOUNDATION,
  mail: FOUNDATION,
  'payment-links': JOURNEY,
  transfers: JOURNEY,
};

module.exports = { ARROWS };
