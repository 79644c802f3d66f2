'use strict';

/**
 * Rejects a configuration that cannot start before anything is built for it. Plain JavaScript that compiles the sources
 * of the configuration in memory: the compiled ones are what is missing.
 */

const { randomBytes } = require('node:crypto');
const path = require('node:path');

const CONFIG = path.resolve(__dirname, '../libs/platform/src/config/config.ts');

/** A sandbox generates its secrets when it starts; here they only have to be well-formed. */
function generated() {
  const key = () => randomBytes(32).toString('base64');
  return { SECRETS_KEY: key(), API_KEY_PEPPER: key(), PLATFORM_WEBHOOK_SECRET: key() };
}

/** Throws one error with a line for each problem. */
function checkConfiguration(options) {
  const { transformFileSync } = require('@swc/core');
  const hooks = require.extensions;
  hooks['.ts'] = (module, file) => module._compile(transformFileSync(file, options).code, file);
  try {
    require(CONFIG).loadConfig(process.env, generated);
  } catch (error) {
    throw error.lines === undefined ? error : new Error(error.lines);
  } finally {
    delete hooks['.ts'];
  }
}

module.exports = { checkConfiguration };
