'use strict';

/**
 * Compiles apps, libs, migrations and tools to dist/ with swc and copies the files that they need. Plain JavaScript,
 * since it has to run before anything is compiled. dist/.built remembers every source with its size and time, so that
 * the next build writes only what changed and removes the output of deleted sources.
 */

const fs = require('node:fs');
const path = require('node:path');
const { swcOptions } = require('./compiler');

const ROOT = path.resolve(__dirname, '..');
const DIST = path.join(ROOT, 'dist');
const MANIFEST = path.join(DIST, '.built');
const SOURCES = ['apps', 'libs', 'migrations', 'tools'];
const PARALLEL = 16;
/** With NODE_ENV=production, plain `npm ci` leaves the compilers out. */
const INSTALL = 'dist/ is out of date and the compilers are not installed: run npm ci --include=dev first';

/** The fakes of providers, which demos run against. */
const IS_FAKE =
  /^libs[\\/]providers[\\/]src[\\/](testing[\\/](index|fake-server)|\w+[\\/]testing[\\/]fake-[\w-]+)\.ts$/;

/** Files that are not built: tests and their helpers, documentation, and the plain scripts in tools/. */
function isShipped(file) {
  if (IS_FAKE.test(file)) return true;
  return (
    !/spec\.ts$|\.section\.ts$|\.d\.ts$|\.md$|[\\/]testing[\\/]/.test(file) && !/^tools[\\/][^\\/]+\.js$/.test(file)
  );
}

function fingerprint({ size, mtimeMs }) {
  return `${size}:${mtimeMs}`;
}

function scan() {
  const found = new Map();
  const visit = (folder) => {
    for (const entry of fs.readdirSync(path.join(ROOT, folder), {
      withFileTypes: true,
    })) {
      const file = path.join(folder, entry.name);
      if (entry.name.startsWith('.') || entry.name === 'node_modules' || entry.name === 'dist') continue;
      // Vite builds the panel (build-panel.js).
      if (file === path.join('apps', 'panel')) continue;
      if (entry.isDirectory()) visit(file);
      else if (entry.isFile() && isShipped(file)) {
        found.set(file, fingerprint(fs.statSync(path.join(ROOT, file))));
      }
    }
  };
  SOURCES.filter((folder) => fs.existsSync(path.join(ROOT, folder))).forEach(visit);
  return found;
}

/** A change of the compiler, its settings or the set of libraries makes every output stale. */
function toolchain() {
  const self = fs.readFileSync(__filename, 'utf8');
  const parts = [JSON.stringify(swcOptions()), self, swcVersion()];
  return require('node:crypto').createHash('sha256').update(parts.join('\n')).digest('hex');
}

function swcVersion() {
  try {
    return JSON.parse(fs.readFileSync(path.join(ROOT, 'node_modules/@swc/core/package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

function readManifest() {
  try {
    const { compiler, files } = JSON.parse(fs.readFileSync(MANIFEST, 'utf8'));
    return { compiler, files: new Map(Object.entries(files)) };
  } catch {
    return { compiler: undefined, files: new Map() };
  }
}

/** Written under another name and renamed, so that a process that starts during a build never loads a partial file. */
function writeWhole(target, content) {
  const draft = `${target}.${process.pid}~`;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  fs.writeFileSync(draft, content);
  fs.renameSync(draft, target);
}

function outputsOf(file) {
  if (!file.endsWith('.ts')) return [path.join(DIST, file)];
  const compiled = path.join(DIST, file.replace(/\.ts$/, '.js'));
  return [compiled, `${compiled}.map`];
}

async function compile(swc, options, file) {
  const [target, map] = outputsOf(file);
  const source = path.join(ROOT, file);
  if (!map) return writeWhole(target, fs.readFileSync(source));
  const sourceFileName = path.relative(path.dirname(target), source);
  const output = await swc.transformFile(source, {
    ...options,
    sourceFileName,
    outputPath: undefined,
  });
  writeWhole(map, output.map);
  writeWhole(target, `${output.code.trimEnd()}\n//# sourceMappingURL=${path.basename(map)}\n`);
}

async function compileAll(files) {
  if (files.length === 0) return;
  const swc = require('@swc/core');
  const options = swcOptions();
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.pop(); file !== undefined; file = queue.pop()) await compile(swc, options, file);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
}

function removeOutputs(file) {
  for (const output of outputsOf(file)) fs.rmSync(output, { force: true });
}

/**
 * Builds what is out of date and returns how many files that were. An image that ships dist/ without the sources is
 * left as it is. Throws with one clear line when something must be compiled and the compiler is not installed, and
 * whatever `beforeBuilding` throws, which gets the compiler's options and runs only when something must be built.
 */
async function ensureBuilt({ log = () => {}, beforeBuilding = () => {} } = {}) {
  const sourcesPresent = fs.existsSync(path.join(ROOT, 'libs')) && fs.existsSync(path.join(ROOT, 'apps'));
  if (!sourcesPresent && fs.existsSync(DIST)) return 0;
  const before = readManifest();
  const files = scan();
  const installed = swcVersion() !== undefined;
  const compiler = installed ? toolchain() : before.compiler;
  const known = compiler === before.compiler ? before.files : new Map();
  const stale = [...files.keys()].filter((file) => known.get(file) !== files.get(file));
  const gone = [...before.files.keys()].filter((file) => !files.has(file));
  if (stale.length === 0 && gone.length === 0) return 0;
  if (!installed) throw new Error(INSTALL);

  beforeBuilding(swcOptions());
  log(`compiling ${stale.length} files`);
  const startedAt = Date.now();
  gone.forEach(removeOutputs);
  await compileAll(stale);
  writeWhole(MANIFEST, JSON.stringify({ compiler, files: Object.fromEntries(files) }));
  log(`compiled ${stale.length} files in ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`);
  return stale.length;
}

module.exports = { ensureBuilt, DIST };

if (require.main === module) {
  ensureBuilt({ log: console.error }).then(
    (count) => count === 0 && console.error('dist/ is up to date'),
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
