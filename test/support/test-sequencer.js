'use strict';

const { readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/** What a test needs, which its suffix says, takes longer to start than most tests take to run. */
const COSTLIEST_FIRST = [/\.(long|e2e)-spec\.ts$/, /\.int-spec\.ts$/, /\.spec\.ts$/];

/**
 * A slow file that starts last leaves the other worker idle. Without timings of an earlier run, as in CI, Jest starts the
 * largest files first, but those that start services are small: their tests are in sections.
 */
module.exports = class TestSequencer extends Sequencer {
  sort(tests) {
    if (tests.every(({ duration }) => duration !== undefined)) return super.sort(tests);
    const places = new Map(tests.map(({ path }) => [path, { kind: kindOf(path), size: sizeOf(path) }]));
    const placeOf = ({ path }) => places.get(path);
    return [...tests].sort(
      (one, other) => placeOf(one).kind - placeOf(other).kind || placeOf(other).size - placeOf(one).size,
    );
  }
};

function kindOf(path) {
  return COSTLIEST_FIRST.findIndex((suffix) => suffix.test(path));
}

/** In characters, with the sections that the file imports. */
function sizeOf(path) {
  const content = readFileSync(path, 'utf8');
  const sections = [...content.matchAll(/^import .*'(\.[^']*\.section)';$/gm)].map(([, name]) =>
    join(dirname(path), `${name}.ts`),
  );
  return sections.reduce((size, section) => size + readFileSync(section, 'utf8').length, content.length);
}
