'use strict';

/** `node tools/run.js <command> [arguments]`: builds if needed, then runs the compiled command in this process. */

const fs = require('node:fs');
const path = require('node:path');
const { DIST, ensureBuilt } = require('./build');
const { ensurePanelBuilt } = require('./build-panel');
const { checkConfiguration } = require('./check-configuration');

const COMMANDS = {
  start: 'tools/start/main.js',
  demo: 'tools/demo/main.js',
  bench: 'tools/bench/main.js',
  migrate: 'tools/start/migrate.js',
  ops: 'tools/ops/main.js',
  openapi: 'tools/openapi/main.js',
  screenshots: 'tools/screenshots/main.js',
};

async function main() {
  const command = process.argv[2];
  if (!Object.hasOwn(COMMANDS, command)) throw new Error(`usage: node tools/run.js ${Object.keys(COMMANDS).join('|')}`);
  // Standard output is for the command only: `ops --json` prints exactly one JSON object there.
  const log = (line) => process.stderr.write(`${line}\n`);
  if (command === 'start') {
    await ensureBuilt({ log, beforeBuilding: checkConfiguration });
    await ensurePanelBuilt({ log, beforeBuilding: checkConfiguration });
  } else {
    await ensureBuilt({ log });
    if (command === 'screenshots') await ensurePanelBuilt({ log });
  }
  const entry = path.join(DIST, COMMANDS[command]);
  if (!fs.existsSync(entry)) throw new Error(`${path.relative(process.cwd(), entry)} is missing: run npm run build`);
  process.argv.splice(1, 2, entry);
  require(entry);
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
