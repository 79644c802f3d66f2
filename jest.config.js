'use strict';

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const bundledPackages = require('./test/support/bundled-packages');
const { jsc, module: moduleOptions, ...swc } = require('./tools/compiler').swcOptions({ testing: true });

// The web panel sees this file of the kernel, and loads the lists of banks apart.
const paths = {
  ...jsc.paths,
  '@app/currencies': ['libs/kernel/src/currency.ts'],
  '@app/banks': ['libs/banking/src/banks/index.ts'],
};

/**
 * Modules are loaded at their first use. Every test file loads the project's modules again, and most use a fraction of
 * what they import.
 */
const lazy = true;

/** It reads files next to its own, so it cannot be bundled. */
const ES_MODULE = '@seriousme/openapi-schema-validator/.+\\.js$';

/** swc's `true` leaves relative imports out, so the files from which the libraries export are listed for their indexes. */
const exported = readdirSync(join(__dirname, 'libs'))
  .flatMap((name) => ['index.ts', 'testing/index.ts'].map((index) => join(__dirname, 'libs', name, 'src', index)))
  .filter(existsSync)
  .flatMap((index) => [...readFileSync(index, 'utf8').matchAll(/ from '(.+)';/g)].map(([, file]) => file));

/**
 * `npm test`: what shows every rule of the product.
 *
 * @returns {Promise<import('jest').Config>}
 */
module.exports = async () => ({
  rootDir: __dirname,
  roots: ['apps', 'libs', 'migrations', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
    ...(await bundledPackages()),
    '^@app/currencies$': '<rootDir>/libs/kernel/src/currency.ts',
    '^@app/banks$': '<rootDir>/libs/banking/src/banks/index.ts',
    '^@app/([^/]+)$': '<rootDir>/libs/$1/src/index.ts',
    '^@app/([^/]+)/testing$': '<rootDir>/libs/$1/src/testing/index.ts',
    // A dynamic import names the compiled file.
    '^(\\.{1,2}/.+)\\.js$': '$1',
  },
  transform: {
    '/src/(testing/)?index\\.ts$': [
      '@swc/jest',
      { ...swc, module: { ...moduleOptions, lazy: exported }, jsc: { ...jsc, paths } },
    ],
    '\\.ts$': ['@swc/jest', { ...swc, module: { ...moduleOptions, lazy }, jsc: { ...jsc, paths } }],
    [ES_MODULE]: ['@swc/jest', { swcrc: false, module: { type: 'commonjs', importInterop: 'node' } }],
  },
  transformIgnorePatterns: [`/node_modules/(?!${ES_MODULE})`],
  setupFiles: ['<rootDir>/test/support/cheap-password-hashes.ts'],
  setupFilesAfterEnv: ['<rootDir>/test/support/module-count.ts'],
  testSequencer: '<rootDir>/test/support/test-sequencer.js',
  reporters: ['default', '<rootDir>/test/support/slowest-files.js'],
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 30_000,
  workerIdleMemoryLimit: '1GB',
  // A worker takes a second to free a heap of that size before it ends, and longer on a busy machine.
  workerGracefulExitTimeout: 15_000,
});
