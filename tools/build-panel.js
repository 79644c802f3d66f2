'use strict';

/**
 * Builds the web panel to dist/apps/panel with Vite and compresses its files, so that the API only sends them. Built is
 * what the manifest names: it is written last, and remembers the sources, so that an unchanged panel is not built again.
 */

const { spawnSync } = require('node:child_process');
const crypto = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { setTimeout } = require('node:timers/promises');
const zlib = require('node:zlib');
const { DIST } = require('./build');
const { swcOptions } = require('./compiler');

const ROOT = path.resolve(__dirname, '..');
const TARGET = path.join(DIST, 'apps/panel');
const MANIFEST = 'manifest.json';
/** Exists while a process builds, and holds its id. */
const LOCK = `${TARGET}.lock`;
const LOCK_POLL_MS = 100;
/** A lock without a living owner may be one that is just being written. */
const LOCK_WITHOUT_OWNER_MS = 1_000;
/** Longer than any build: by then another process may have the id of the owner that was killed. */
const LOCK_LASTS_MS = 120_000;
/** The panel, and what it imports from the libraries. */
const SOURCES = [
  'apps/panel',
  'libs/banking/src',
  'libs/kernel/src/currency.ts',
  'package-lock.json',
  'tools/build-panel.js',
];
/** Smaller files fit one packet as they are. */
const COMPRESS_FROM_BYTES = 1_024;

/** Every file below `folder`, by its path from there, in a fixed order. */
function filesBelow(folder) {
  if (fs.statSync(folder).isFile()) return [''];
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

function fingerprint() {
  const hash = crypto.createHash('sha256');
  for (const source of SOURCES) {
    for (const file of filesBelow(path.join(ROOT, source))) {
      if (file.endsWith('.spec.ts') || file.endsWith('.md')) continue;
      hash.update(`${source}/${file}\n`).update(fs.readFileSync(path.join(ROOT, source, file)));
    }
  }
  return hash.digest('hex');
}

function builtFrom() {
  try {
    return JSON.parse(fs.readFileSync(path.join(TARGET, MANIFEST), 'utf8')).sources;
  } catch {
    return undefined;
  }
}

/** Writes each file's compressed forms beside it, and returns the files with the encodings that they exist in. */
function compressAll(folder) {
  return Object.fromEntries(
    filesBelow(folder).map((name) => {
      const file = path.join(folder, name);
      const content = fs.readFileSync(file);
      // The page gets a nonce with each response.
      if (content.length < COMPRESS_FROM_BYTES || name === 'index.html') return [name, []];
      fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(content));
      fs.writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }));
      return [name, ['br', 'gzip']];
    }),
  );
}

/** Two that wait for a lock whose owner died may both build: then one of them finds the panel of the other. */
function replaceTarget(draft, sources) {
  const old = `${draft}.old`;
  try {
    if (fs.existsSync(TARGET)) fs.renameSync(TARGET, old);
    fs.renameSync(draft, TARGET);
  } catch (error) {
    if (builtFrom() !== sources) throw error;
  } finally {
    fs.rmSync(old, { recursive: true, force: true });
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Whether this process may build now; false while another one builds. What a dead process left does not count. */
function takeLock() {
  try {
    fs.mkdirSync(path.dirname(LOCK), { recursive: true });
    fs.writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const { mtimeMs } = fs.statSync(LOCK, { throwIfNoEntry: false }) ?? {};
  if (mtimeMs === undefined) return false;
  const ageMs = Date.now() - mtimeMs;
  const isHeld = ageMs < LOCK_WITHOUT_OWNER_MS || (ageMs < LOCK_LASTS_MS && isRunning(ownerOfLock()));
  if (!isHeld) fs.rmSync(LOCK, { force: true });
  return false;
}

/** NaN when the lock is gone, or not yet written. */
function ownerOfLock() {
  try {
    return Number.parseInt(fs.readFileSync(LOCK, 'utf8'), 10);
  } catch {
    return NaN;
  }
}

/**
 * Builds the panel if its sources changed. Of several processes that want it, one builds and the others wait for it. An
 * image that ships dist/ without the sources is left as it is.
 */
async function ensurePanelBuilt({ log = () => {}, beforeBuilding = () => {} } = {}) {
  if (!fs.existsSync(path.join(ROOT, 'apps/panel'))) return;
  const sources = fingerprint();
  if (builtFrom() === sources) return;
  if (!fs.existsSync(path.join(ROOT, 'node_modules/vite'))) {
    throw new Error('the panel is out of date and Vite is not installed: run npm ci --include=dev first');
  }
  beforeBuilding(swcOptions());
  while (!takeLock()) await setTimeout(LOCK_POLL_MS);
  try {
    if (builtFrom() !== sources) await build(sources, log);
  } finally {
    fs.rmSync(LOCK, { force: true });
  }
}

async function build(sources, log) {
  log('building the web panel');
  const startedAt = Date.now();
  const draft = `${TARGET}.${process.pid}~`;
  try {
    runVite(draft);
    fs.writeFileSync(path.join(draft, MANIFEST), JSON.stringify({ sources, files: compressAll(draft) }));
    replaceTarget(draft, sources);
  } finally {
    fs.rmSync(draft, { recursive: true, force: true });
  }
  log(`built the web panel in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
}

/** A process of its own: Vite holds about 800 MB, which the launcher would keep for as long as it runs. */
function runVite(outDir) {
  const vite = path.join(ROOT, 'node_modules/vite/bin/vite.js');
  const config = path.join(ROOT, 'apps/panel/vite.config.mts');
  const options = ['--config', config, '--outDir', outDir, '--logLevel', 'warn'];
  // Standard output is for the command that needs the panel.
  const { status } = spawnSync(process.execPath, [vite, 'build', ...options], { stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('the panel could not be built');
}

module.exports = { ensurePanelBuilt };

if (require.main === module) {
  ensurePanelBuilt({ log: console.error }).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
