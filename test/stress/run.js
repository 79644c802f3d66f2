'use strict';

/**
 * `node test/stress/run.js <script> [arguments]` runs one of the scripts of this folder, which jest does not: they load
 * a whole service and print figures. TypeScript is compiled when it is loaded.
 */

const { resolve } = require('node:path');
const { transformFileSync } = require('@swc/core');
const { swcOptions } = require('../../tools/compiler');

const compiler = { ...swcOptions({ testing: true }), sourceMaps: 'inline' };

require.extensions['.ts'] = (module, file) => module._compile(transformFileSync(file, compiler).code, file);

const [script] = process.argv.splice(2, 1);
if (!script || !/^[a-z-]+$/.test(script)) throw new Error('usage: node test/stress/run.js <script> [arguments]');
const { main } = require(resolve(__dirname, `${script}.ts`));
main(process.argv.slice(2)).then(
  () => process.exit(0),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
