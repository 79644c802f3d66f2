import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const CHAPTERS = join(ROOT, 'docs/rules');
const NUMBER = /\b[Rr]ules? (\d+\.\d+)(?: (?:and|to) (\d+\.\d+))?/g;
const TITLE = /(['"`])(?:(?!\1)[^\\\n]|\\.)*\(rule (\d+\.\d+)\)\1/g;

const rules = readdirSync(CHAPTERS)
  .filter((file) => file !== 'README.md')
  .flatMap((file) => [...readFileSync(join(CHAPTERS, file), 'utf8').matchAll(/^- \*\*(\d+\.\d+)\*\* /gm)])
  .map(([, number]) => number as string);

/** The texts of all files that git tracks or would, by path. */
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.md'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((path) => path !== '' && !path.startsWith('docs/rules/') && path !== 'test/rules.spec.ts')
  .flatMap((path) => {
    try {
      return [[path, readFileSync(join(ROOT, path), 'utf8')] as const];
    } catch {
      return []; // Deleted, and not committed yet.
    }
  });

describe('the rules of docs/rules', () => {
  it('have numbers that follow each other in each chapter', () => {
    const chapters = [...new Set(rules.map((rule) => rule.split('.')[0]))];
    const expected = chapters.flatMap((chapter) =>
      rules.filter((rule) => rule.startsWith(`${chapter}.`)).map((_, at) => `${chapter}.${at + 1}`),
    );
    expect(rules).toEqual(expected);
  });

  it('exist under each number that is cited', () => {
    const cited = sources.flatMap(([path, text]) =>
      [...text.matchAll(NUMBER)].flatMap(([, one, other]) => [one, other]).map((number) => [number, path] as const),
    );
    expect(cited.filter(([number]) => number !== undefined && !rules.includes(number))).toEqual([]);
  });

  it('are each cited by the title of a test', () => {
    const tests = sources.filter(([path]) => /^(apps|libs|test|tools)\/.*\.ts$/.test(path));
    const titled = new Set(tests.flatMap(([, text]) => [...text.matchAll(TITLE)].map(([, , number]) => number)));
    expect(rules.filter((rule) => !titled.has(rule))).toEqual([]);
  });
});
