'use strict';

const { tsConfig: _ofTheService, ...options } = require('./.dependency-cruiser.cjs').options;

/**
 * The web panel, which is compiled by its own configuration.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles-in-the-panel',
      comment: 'A cycle has no first file to read or to load.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    includeOnly: { path: '^apps/panel/' },
    exclude: { path: ['spec\\.ts$'] },
  },
};
