'use strict';

const { createHash } = require('node:crypto');
const { existsSync, readFileSync, renameSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../..');
const CACHE = join(ROOT, 'node_modules/.cache/bundled-packages');
/** Packages of many modules, which test files load again and again, and those that only exist as ES modules. */
const PACKAGES = `@nestjs/bull @nestjs/common @nestjs/common/constants.js @nestjs/common/enums/route-paramtypes.enum.js
  @nestjs/core @nestjs/core/helpers/execution-context-host.js @nestjs/platform-express @nestjs/swagger @nestjs/testing
  @nestjs/throttler @nestjs/typeorm @opentelemetry/exporter-trace-otlp-http @opentelemetry/sdk-trace-node
  clabe-validator class-transformer class-transformer/cjs/storage.js class-validator express fast-check ioredis nodemailer pg pino prom-client rxjs stripe
  typeorm undici`.split(/\s+/);
/** Found by their place on disk, or loaded by the class that asks for them. */
const EXTERNAL = ['bull', /^class-/, 'reflect-metadata', /\.node$/];

/** Bundles the packages once for each lock file, and returns the `moduleNameMapper` that leads to the bundles. */
module.exports = async function bundledPackages() {
  const inputs = [__filename, join(ROOT, 'package-lock.json')].map((file) => readFileSync(file, 'utf8'));
  const folder = join(CACHE, createHash('sha256').update(inputs.join()).digest('hex').slice(0, 16));
  if (!existsSync(folder)) await bundle(folder);
  // Imports may leave out the extension.
  const pattern = (name) => `^${name.replace(/\.js$/, '').replaceAll('.', '\\.')}(\\.js)?$`;
  return Object.fromEntries(PACKAGES.map((name) => [pattern(name), join(folder, fileName(name))]));
};

async function bundle(folder) {
  const { rolldown } = await import('rolldown');
  const input = Object.fromEntries(PACKAGES.map((name) => [fileName(name), require.resolve(name)]));
  // Packages ask for optional ones that are not installed.
  const build = await rolldown({ input, cwd: ROOT, platform: 'node', external: EXTERNAL, logLevel: 'silent' });
  const names = { entryFileNames: '[name]', chunkFileNames: '[hash].cjs', keepNames: true };
  const draft = `${folder}.${process.pid}`;
  // Nest and TypeORM read the names of classes, and decorators need reflect-metadata first.
  await build.write({ dir: draft, format: 'cjs', dynamicImportInCjs: false, strictExecutionOrder: true, ...names });
  renameSync(draft, folder);
}

const fileName = (name) => `${name.replaceAll('/', '_')}.cjs`;
