import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEAP_FLAGS } from './heap-flags';

it.each(['Dockerfile', 'docs/operators.md'])('%s runs the processes with the heap of npm start', (path) => {
  const text = readFileSync(join(__dirname, '../..', path), 'utf8');
  expect(text).toContain(`NODE_OPTIONS=${HEAP_FLAGS.join(' ')}`);
});
