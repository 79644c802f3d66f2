'use strict';

/**
 * `node test/stress/run.js <script> [arguments]` runs one of the scripts of this folder, which jest does not: they load
 * a whole service and print figures. TypeScript is compiled when it is loaded.
 */

const { readdirSync, readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { transformFileSync } = require('@swc/core');

const ROOT = resolve(__dirname, '../..');
const { $schema: _, jsc, ...options } = JSON.parse(readFileSync(resolve(ROOT, '.swcrc'), 'utf8'));
const libraries = readdirSync(resolve(ROOT, 'libs'));
const paths = Object.fromEntries(
  libraries.flatMap((name) => [
    [`@app/${name}`, [`libs/${name}/src/index.ts`]],
    [`@app/${name}/testing`, [`libs/${name}/src/testing/index.ts`]],
  ]),
);
const compiler = { ...options, jsc: { ...jsc, baseUrl: ROOT, paths }, cwd: ROOT, swcrc: false, sourceMaps: 'inline' };

require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, compiler).code, file);

const [script] = process.argv.splice(2, 1);
if (!script || !/^[a-z-]+$/.test(script)) throw new Error('usage: node test/stress/run.js <script> [arguments]');
require(resolve(__dirname, `${script}.ts`));
