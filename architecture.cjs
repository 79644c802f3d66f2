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
  // The auditor, who reads the tables of all. Only apps, tools and tests use it. What is not reconciled is a case.
  books: [...FOUNDATION, 'ledger', 'rails'],
  // What integrators install: published separately, so it may import nothing of ours.
  sdk: [],
};

/** Which features of its library each feature folder may import. */
const FEATURE_ARROWS = {
  'payment-links': {
    links: [],
    deposits: ['links'],
    checkout: ['links'],
    cards: ['links', 'checkout'],
    settlement: ['links', 'checkout'],
    exceptions: ['links', 'checkout', 'settlement'],
    refunds: ['links', 'settlement'],
    disputes: ['links', 'settlement', 'exceptions', 'refunds'],
  },
  transfers: {
    payouts: [],
    terms: [],
    beneficiaries: ['payouts'],
    routes: ['payouts', 'beneficiaries'],
    verifications: ['payouts', 'beneficiaries'],
  },
};

module.exports = {
  ARROWS,
  FEATURE_ARROWS,
  // For dependency-cruiser, which takes aliases as webpack does; it misreads the same line in tsconfig.json.
  resolve: { alias: { '@app/*/testing': resolve('libs/*/src/testing/index.ts') } },
};
