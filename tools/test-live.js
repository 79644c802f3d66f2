'use strict';

/**
 * `npm run test:live -- <provider>`: runs the suites of the provider's capabilities against its test environment, with
 * the credentials of the environment. It rejects live keys and live hosts. It creates orders and payouts there.
 */

const { spawnSync } = require('node:child_process');
const path = require('node:path');

const PROVIDERS = ['stripe', 'dlocal', 'woovi'];
const ROOT = path.resolve(__dirname, '..');

const [name, ...others] = process.argv.slice(2);
if (!PROVIDERS.includes(name) || others.length > 0) {
  process.stderr.write(`usage: npm run test:live -- ${PROVIDERS.join('|')}\n`);
  process.exit(2);
}
if (process.env.SERVICE_ENVIRONMENT === 'production') {
  process.stderr.write('test:live runs against test environments only, and SERVICE_ENVIRONMENT is production\n');
  process.exit(2);
}

const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
const { status } = spawnSync(process.execPath, [jest, '--config', path.join(ROOT, 'jest.live.config.js')], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, LIVE_PROVIDER: name },
});
process.exit(status ?? 1);
