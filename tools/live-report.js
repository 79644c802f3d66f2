'use strict';

const fs = require('node:fs');
const path = require('node:path');

const MAX_REASON = 200;

/** The report of `npm run test:live`: a table of what passed, and where the transcript is. */
class LiveReport {
  onRunComplete(_contexts, { testResults }) {
    const [result] = testResults;
    if (!result || result.testExecError || result.testResults.length === 0) {
      print(
        `test:live cannot run:\n${result?.testExecError?.message ?? result?.failureMessage ?? 'no tests were found'}`,
      );
      return;
    }
    const { provider, addresses, notRun, transcript } = lastRun();
    print(`${provider}, at ${addresses.join(' and ')}\n`);
    const suites = bySuite(result.testResults);
    const width = Math.max(...suites.map(([name]) => name.length));
    print(`${'suite'.padEnd(width)}  passed  failed`);
    for (const [name, tests] of suites) {
      const failed = tests.filter(({ status }) => status === 'failed');
      print(`${name.padEnd(width)}  ${pad(tests.length - failed.length)}  ${pad(failed.length)}`);
      for (const test of failed)
        print(`  ✗ ${[...test.ancestorTitles.slice(1), test.title].join(', ')}\n    ${reasonOf(test)}`);
    }
    for (const each of notRun) print(`not run: ${each}`);
    print(`\ntranscript, without secrets and personal data: ${transcript}`);
  }
}

function lastRun() {
  const folder = process.env.LIVE_FOLDER ?? path.resolve(__dirname, '../live-transcripts');
  return JSON.parse(fs.readFileSync(path.join(folder, 'last-run.json'), 'utf8'));
}

/** The tests of each suite, in the order in which they ran. */
function bySuite(tests) {
  const suites = new Map();
  for (const test of tests) {
    const [name = 'other'] = test.ancestorTitles;
    suites.set(name, [...(suites.get(name) ?? []), test]);
  }
  return [...suites];
}

/** The first line of the failure and what was received, without colours. */
function reasonOf({ failureMessages: [message = ''] }) {
  // eslint-disable-next-line no-control-regex
  const [first, ...others] = message.replaceAll(/\u001b\[[0-9;]*m/g, '').split('\n');
  const received = others.find((line) => /^(Received|Rejected|Resolved)/.test(line));
  return [first, ...(received ? [received] : [])].join(' ').slice(0, MAX_REASON);
}

function pad(count) {
  return String(count).padStart(6);
}

function print(line) {
  process.stdout.write(`${line}\n`);
}

module.exports = LiveReport;
