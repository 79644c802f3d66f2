'use strict';

const config = require('./jest.config');

/**
 * `npm run test:fast`: the tests that need no service, as their suffix says. No PostgreSQL is started.
 *
 * @returns {Promise<import('jest').Config>}
 */
module.exports = async () => {
  const { globalSetup: _setup, globalTeardown: _teardown, ...shared } = await config();
  return { ...shared, testMatch: ['**/*.spec.ts'] };
};
