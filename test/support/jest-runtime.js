'use strict';

const asyncHooks = require('node:async_hooks');
const { createRequire, isBuiltin } = require('node:module');
const { join } = require('node:path');
const vm = require('node:vm');
const { default: JestRuntime } = require('jest-runtime');

const requirePackage = createRequire(join(__dirname, '../../package.json'));
const { compileFunction } = vm;

/** The scripts of this worker, by file. */
const compiled = new Map();
/** The packages that test files of this worker loaded, by name. */
const packages = new Map();
/** The storages that the current test file created. */
const storages = new Set();

/** Jest compiles the modules of every test file again, of which there are hundreds even for a unit test. */
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext } = options;
  if (!parsingContext) return compileFunction(code, parameters, options);
  // A dynamic import is resolved by the runtime of the test file.
  if (code.includes('import(')) return compileFunction(code, parameters, { ...options, parsingContext: undefined });
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const opening = `(function (${parameters}) {`;
    const script = new vm.Script(`${opening}${code}\n})`, { filename, columnOffset: -opening.length });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInThisContext();
};

const isPackage = (name) => !/^(?:[./]|@app\/)/.test(name) && !isBuiltin(name);

function packageNamed(name) {
  if (!packages.has(name)) packages.set(name, requirePackage(name));
  return packages.get(name);
}

/** Once used, a storage slows down every promise of the process until it is disabled. */
class AsyncLocalStorage extends asyncHooks.AsyncLocalStorage {
  constructor(options) {
    super(options);
    storages.add(this);
  }
}

/**
 * Jest's runtime, except that a worker compiles each module once, and that the test files of a worker share the packages
 * of `node_modules`, as Node itself loads them. The project's own modules are run again for each test file. A package
 * that a test file mocks is replaced for the project's code only. The whole suite took 391 s without this, and 280 s with it.
 */
module.exports = class SharedPackagesRuntime extends JestRuntime {
  requireModule(from, name, options, isRequireActual) {
    if (name === 'node:async_hooks') return { ...asyncHooks, AsyncLocalStorage };
    if (name && isPackage(name) && !options?.isInternalModule) return packageNamed(name);
    return super.requireModule(from, name, options, isRequireActual);
  }

  teardown() {
    super.teardown();
    for (const storage of storages) storage.disable();
    storages.clear();
    // The other packages that register the classes of the project do so in a global, which ends with the test file.
    if (packages.has('class-transformer'))
      requirePackage('class-transformer/cjs/storage').defaultMetadataStorage.clear();
  }
};
