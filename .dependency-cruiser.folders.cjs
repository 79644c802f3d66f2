'use strict';

const { options } = require('./.dependency-cruiser.cjs');

/**
 * The folders of the apps, whose production code is a graph of its own: through the tests, which see everything, every
 * folder reaches every other.
 *
 * @type {import('dependency-cruiser').IConfiguration}
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circles-between-folders',
      comment: 'The folders of an app have an order: what surfaces share, access, the surfaces, their documentation.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(apps/[^/]+/src/[^/]+)' },
      to: { circular: true, pathNot: '^$1(/|$)' },
    },
  ],
  options: {
    ...options,
    includeOnly: { path: '^apps/' },
    exclude: { path: ['(spec|\\.section)\\.ts$', '/testing/', '^apps/panel/'] },
  },
};
