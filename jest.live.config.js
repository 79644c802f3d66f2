'use strict';

const { globalSetup: _setup, globalTeardown: _teardown, ...config } = require('./jest.config');

/**
 * `npm run test:live`: the suites of a provider's capabilities against its test environment. No PostgreSQL is started.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  testMatch: ['**/*.live-spec.ts'],
  testTimeout: 60_000,
  maxWorkers: 1,
  reporters: ['<rootDir>/tools/live-report.js'],
};
