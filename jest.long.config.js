'use strict';

const config = require('./jest.config');

/**
 * `npm run test:long`: trials that take long, such as processes that are killed, and random input at full length.
 *
 * @returns {Promise<import('jest').Config>}
 */
module.exports = async () => ({ ...(await config()), testMatch: ['**/*.long-spec.ts'], testTimeout: 60_000 });
