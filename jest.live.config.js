'use strict';

const config = require('./jest.config');

/**
 * `npm run test:live`: the suites of a provider's capabilities against its test environment. No PostgreSQL is started.
 *
 * @returns {Promise<import('jest').Config>}
 */
module.exports = async () => {
  const { globalSetup: _setup, globalTeardown: _teardown, ...shared } = await config();
  return {
    ...shared,
    testMatch: ['**/*.live-spec.ts'],
    testTimeout: 60_000,
    maxWorkers: 1,
    reporters: ['<rootDir>/tools/live-report.js'],
  };
};
