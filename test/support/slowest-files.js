'use strict';

const { relative } = require('node:path');

const SHOWN = 15;

/**
 * Ends the report of a run with the slowest files. The time of a file is split into its tests and the rest: loading its modules,
 * starting services, hooks.
 */
module.exports = class SlowestFiles {
  constructor({ rootDir }) {
    this.rootDir = rootDir;
  }

  onRunComplete(_contexts, { testResults }) {
    if (testResults.length <= 1) return;
    const rows = testResults
      .map((file) => this.row(file))
      .sort((one, other) => other.total - one.total)
      .slice(0, SHOWN);
    const lines = rows.map(({ name, total, tests }) =>
      [total, total - tests, tests]
        .map((ms) => (ms / 1_000).toFixed(1).padStart(8))
        .concat(`  ${name}`)
        .join(''),
    );
    process.stderr.write(`\nThe slowest files, in seconds:\n   whole    load   tests\n${lines.join('\n')}\n`);
  }

  row({ testFilePath, perfStats, testResults }) {
    const total = perfStats.end - perfStats.start;
    const tests = testResults.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
    return { name: relative(this.rootDir, testFilePath), total, tests: Math.min(tests, total) };
  }
};
