'use strict';

const { existsSync } = require('node:fs');
const { join } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

const ROOT = join(__dirname, '../..');

/**
 * The slowest files, the slowest first. Without timings of an earlier run, as in CI, Jest starts the largest files
 * first; a slow one that starts last leaves the other worker idle.
 */
const SLOW = [
  'test/browser/panel.e2e-spec.ts',
  'test/e2e/rules/money.e2e-spec.ts',
  'test/e2e/api.e2e-spec.ts',
  'test/e2e/rules/requests.e2e-spec.ts',
  'test/e2e/panel/money.e2e-spec.ts',
  'test/stress/woovi-crashes.e2e-spec.ts',
  'test/stress/dlocal-crashes.e2e-spec.ts',
  'test/stress/stripe-order-crashes.e2e-spec.ts',
  'test/stress/stripe-crashes.e2e-spec.ts',
  'test/stress/sandbox-crashes.e2e-spec.ts',
  'test/e2e/panel/access.e2e-spec.ts',
  'test/live-command.e2e-spec.ts',
  'test/e2e/start.e2e-spec.ts',
  'test/e2e/journeys.e2e-spec.ts',
  'test/e2e/crash.e2e-spec.ts',
  'test/stress/random-interleavings.e2e-spec.ts',
  'test/e2e/rules/events.e2e-spec.ts',
  'test/e2e/hostile-input.e2e-spec.ts',
  'test/e2e/ops-process.e2e-spec.ts',
  'test/e2e/external/external.e2e-spec.ts',
  'test/e2e/ops/ops.e2e-spec.ts',
  'test/e2e/hostile-input-transport.e2e-spec.ts',
  'apps/delivery-worker/src/webhooks.loop.int-spec.ts',
  'libs/ledger/src/ledger.int-spec.ts',
  'test/e2e/hostile-input-requests.e2e-spec.ts',
  'test/stress/crashes.e2e-spec.ts',
  'test/stress/deadlocks.e2e-spec.ts',
  'libs/payment-links/src/repositories.int-spec.ts',
].map((path) => join(ROOT, path));

module.exports = class TestSequencer extends Sequencer {
  sort(tests) {
    const missing = SLOW.filter((path) => !existsSync(path));
    if (missing.length > 0)
      throw new Error(`test/support/test-sequencer.js names files that are not there: ${missing}`);
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
};

/** Files that an earlier run has timed keep Jest's own order, after those named here. */
function placeOf({ path, duration }) {
  const place = duration === undefined ? SLOW.indexOf(path) : -1;
  return place < 0 ? SLOW.length : place;
}
