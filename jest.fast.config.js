'use strict';

const { globalSetup: _setup, globalTeardown: _teardown, ...config } = require('./jest.config');

/**
 * `npm run test:fast`: the tests that need no service, as their suffix says. No PostgreSQL is started.
 *
 * @type {import('jest').Config}
 */
module.exports = { ...config, testMatch: ['**/*.spec.ts'] };
