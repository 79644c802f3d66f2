'use strict';

const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');

/** Where TypeORM and class-validator keep the classes that the current test file registered. */
const REGISTRIES = ['typeormMetadataArgsStorage', 'classValidatorMetadataStorage'];
/** Enough for a failure inside helpers. Each `expect` creates an error, and Jest's default of 100 slows that down. */
const STACK_FRAMES = 25;

/**
 * Runs all test files of a worker in Node's own context, so that they can share the packages which `jest-runtime.js`
 * loads once. Jest's environment gives each file a context of its own, in which every read of a global is intercepted.
 * Changes that a file makes to globals and to `process.env` are undone when it ends.
 */
module.exports = class SharedContextEnvironment {
  global = globalThis;
  /** Jest's runtime requires a context, but its compiled code is bound to none (`jest-runtime.js`). */
  context = {};
  fakeTimers = null;

  constructor({ projectConfig: config }) {
    // In a run of one process, the global set-up has registered classes already.
    for (const registry of REGISTRIES) delete globalThis[registry];
    this.globals = Object.getOwnPropertyDescriptors(globalThis);
    this.variables = { ...process.env };
    this.exit = process.exit;
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup() {
    Error.stackTraceLimit = STACK_FRAMES;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    process.exit = this.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
    Object.assign(process.env, this.variables);
    for (const key of Reflect.ownKeys(globalThis)) {
      const original = this.globals[key];
      if (!original) Reflect.deleteProperty(globalThis, key);
      else if (original.configurable) Object.defineProperty(globalThis, key, original);
    }
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return this.context;
  }
};
