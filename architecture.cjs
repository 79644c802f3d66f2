'use strict';

const { resolve } = require('node:path');

/**
 * Which of our libraries each library may see: the arrows of the architecture as data, which dependency-cruiser
 * checks.
 */

const FOUNDATION = ['kernel', 'platform'];
const JOURNEY = [...FOUNDATION, 'banking', 'ledger', 'fees', 'rates', 'accounts', 'webhooks', 'mail', 'rails'];

const ARROWS = {
  kernel: [],
  platform: ['kernel'],
  // The panel checks user input with the same code, in the browser.
  banking: [],
  // Links to choose another password are mailed; codes of the second factor are read as bank numbers are.
  accounts: [...FOUNDATION, 'banking', 'ledger', 'mail'],
  ledger: FOUNDATION,
  fees: FOUNDATION,
  rates: FOUNDATION,
  // Changes of endpoints are in the audit log.
  webhooks: [...FOUNDATION, 'accounts'],
  mail: FOUNDATION,
  rails: FOUNDATION,
  'payment-links': JOURNEY,
  transfers: JOURNEY,
  providers: [...FOUNDATION, 'rails', 'payment-links', 'transfers'],
  // What integrators install: published separately, so it may import nothing of ours.
  sdk: [],
};

/** Which features of its library each feature folder may import. */
const FEATURE_ARROWS = {
  'payment-links': {
    links: [],
    checkout: ['links'],
    cards: ['links', 'checkout'],
    settlement: ['links', 'checkout'],
    exceptions: ['links', 'checkout', 'settlement'],
  },
  transfers: {
    payouts: [],
    deposits: [],
    terms: [],
    beneficiaries: ['payouts'],
    routes: ['payouts', 'beneficiaries'],
    verifications: ['payouts', 'beneficiaries'],
  },
};

/**
 * The files whose SQL may name tables of other libraries, for which all others ask the owner's services: the auditor of
 * the books, which proves them from the tables alone, and the look for the demo account, for which a start should not
 * load the application.
 */
const READERS_OF_ANY_TABLE = [
  ...['account', 'collection', 'figure', 'outflow', 'record'].map(
    (name) => `libs/ledger/src/adapters/${name}-rules.ts`,
  ),
  'libs/ledger/src/adapters/business-records.ts',
  'apps/ops/src/seed-demo.ts',
];

module.exports = {
  ARROWS,
  READERS_OF_ANY_TABLE,
  FEATURE_ARROWS,
  // For dependency-cruiser, which takes aliases as webpack does; it misreads the same line in tsconfig.json.
  resolve: { alias: { '@app/*/testing': resolve('libs/*/src/testing/index.ts') } },
};
