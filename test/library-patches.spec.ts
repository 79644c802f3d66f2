import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const page = readFileSync(join(ROOT, 'docs/library-patches.md'), 'utf8');
const tried = [...page.matchAll(/tried on `([^`]+)` (\d+\.\d+\.\d+)/g)].map(([, name = '', version = '']) => [
  name,
  version,
]);

it('the page of library patches names the libraries that are patched', () => {
  expect(tried.map(([name]) => name)).toEqual(['typeorm', 'pg', 'express']);
});

it.each(tried)('%s is patched in the version %s that the patches were tried on', (name, version) => {
  const { version: installed } = JSON.parse(
    readFileSync(join(ROOT, 'node_modules', name as string, 'package.json'), 'utf8'),
  ) as { version: string };
  expect(installed).toBe(version);
});
