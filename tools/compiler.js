'use strict';

/**
 * The settings of tsconfig.json as options of swc, which compiles for `npm run build`, the tests and the scripts in
 * test/stress. `nest build` gives the same file to TypeScript. Plain JavaScript, since it has to run before anything is
 * compiled.
 */

const fs = require('node:fs');
const path = require('node:path');

const ROOT = path.resolve(__dirname, '..');

/**
 * @param {{ testing?: boolean }} [scope] `testing`: with the aliases that only tests use; demos use the fakes of providers.
 * @returns {import('@swc/core').Options}
 */
function swcOptions({ testing = false } = {}) {
  const { compilerOptions } = JSON.parse(fs.readFileSync(path.join(ROOT, 'tsconfig.json'), 'utf8'));
  return {
    swcrc: false,
    configFile: false,
    cwd: ROOT,
    sourceMaps: compilerOptions.sourceMap,
    module: { type: 'commonjs', strictMode: true, importInterop: 'node' },
    jsc: {
      target: compilerOptions.target.toLowerCase(),
      parser: { syntax: 'typescript', decorators: true },
      transform: {
        legacyDecorator: compilerOptions.experimentalDecorators,
        decoratorMetadata: compilerOptions.emitDecoratorMetadata,
        useDefineForClassFields: true,
      },
      baseUrl: ROOT,
      paths: aliases(testing),
    },
  };
}

/** One exact alias per library: given the wildcards of tsconfig.json, swc confuses `@app/x` with `@app/x/testing`. */
function aliases(testing) {
  const entries = fs
    .readdirSync(path.join(ROOT, 'libs'))
    .flatMap((name) => [
      [`@app/${name}`, [`libs/${name}/src/index.ts`]],
      ...(testing || name === 'providers' ? [[`@app/${name}/testing`, [`libs/${name}/src/testing/index.ts`]]] : []),
    ]);
  return Object.fromEntries(entries);
}

module.exports = { swcOptions };
