'use strict';

const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { jsc, module: moduleOptions, ...swc } = require('./tools/compiler').swcOptions({ testing: true });

// The web panel sees this file of the kernel, and loads the lists of banks apart.
const paths = {
  ...jsc.paths,
  '@app/currencies': ['libs/kernel/src/currency.ts'],
  '@app/banks': ['libs/banking/src/banks/index.ts'],
};

/** Packages that are published as ES modules, which Jest's loader cannot `require`. */
const esModules = [
  '@nestjs',
  '@seriousme',
  'clabe-validator',
  'file-type',
  '@tokenizer',
  'strtok3',
  'token-types',
  'uint8array-extras',
  'nodemailer',
  'fast-check',
  'pure-rand',
];

/**
 * Modules are loaded at their first use. Every test file loads the project's modules again, and most use a fraction of
 * what they import.
 */
const lazy = true;

/** swc's `true` leaves relative imports out, so the files from which the libraries export are listed for their indexes. */
const exported = readdirSync(join(__dirname, 'libs'))
  .flatMap((name) => ['index.ts', 'testing/index.ts'].map((index) => join(__dirname, 'libs', name, 'src', index)))
  .filter(existsSync)
  .flatMap((index) => [...readFileSync(index, 'utf8').matchAll(/ from '(.+)';/g)].map(([, file]) => file));

/** @type {import('jest').Config} */
module.exports = {
  rootDir: __dirname,
  roots: ['apps', 'libs', 'migrations', 'test', 'tools'].map((folder) => `<rootDir>/${folder}`),
  testEnvironment: 'node',
  testMatch: ['**/*.spec.ts', '**/*.int-spec.ts', '**/*.e2e-spec.ts'],
  moduleFileExtensions: ['ts', 'js', 'mjs', 'json', 'node'],
  moduleNameMapper: {
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
    '\\.m?js$': [
      '@swc/jest',
      {
        swcrc: false,
        module: { type: 'commonjs', importInterop: 'node', lazy },
        jsc: { target: 'es2023', parser: { syntax: 'ecmascript' } },
      },
    ],
  },
  transformIgnorePatterns: [`/node_modules/(?!(?:${esModules.join('|')})/)`],
  setupFiles: ['<rootDir>/test/support/cheap-password-hashes.ts'],
  testSequencer: '<rootDir>/test/support/test-sequencer.js',
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
  maxWorkers: 2,
  testTimeout: 30_000,
  workerIdleMemoryLimit: '1GB',
};
