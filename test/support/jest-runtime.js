'use strict';

const vm = require('node:vm');

const { compileFunction } = vm;
const compiled = new Map();

/**
 * Jest's runtime, except that a worker compiles each module once. Jest compiles all modules of every test file again, of
 * which there are hundreds even for a unit test: that was a quarter of the CPU time of 50 such files. A script is bound to
 * no context, so the modules and globals of test files stay apart.
 */
vm.compileFunction = (code, parameters, options) => {
  const { filename, parsingContext } = options;
  // A dynamic import is resolved by the runtime of the test file.
  if (!parsingContext || code.includes('import(')) return compileFunction(code, parameters, options);
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const opening = `(function (${parameters}) {`;
    const script = new vm.Script(`${opening}${code}\n})`, { filename, columnOffset: -opening.length });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};

module.exports = require('jest-runtime');
