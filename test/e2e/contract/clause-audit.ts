import type { ClauseList } from './clauses/clause-list';

/** A test as found in the source. A title with a placeholder represents one title for each value of its table. */
interface TitledTest {
  readonly title: string;
  readonly values: readonly string[];
}

interface Describe {
  readonly title: string;
  readonly tests: readonly TitledTest[];
}

const LITERAL = /(['"`])((?:\\.|(?!\1).)*)\1/gs;
const DESCRIBE = /^describe\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm;
const TEST =
  /\bit(?:\.each(?:<[^(]*>)?\((?<table>[^]*?)\))?\(\s*(?<quote>['"`])(?<title>(?:\\.|(?!\k<quote>).)*)\k<quote>/g;
/** The first value of a row, as Jest writes it into a title. */
const PLACEHOLDER = /%[a-z]|\$\w+/;
/** A beginning that looks like a clause and must therefore be one. */
const CLAUSE_LIKE = /^(?:rule|field|row|state|invariant|example|header|limit|step|name) [^:]+(?=:)/;

/** The differences between the lists and the test files, whose texts are given by file name; empty if there are none. */
export function auditClauses(lists: readonly ClauseList[], sources: ReadonlyMap<string, string>): string[] {
  const describes = new Map([...sources].map(([file, text]) => [file, describesIn(text)]));
  return [
    ...lists.flatMap((list) => auditList(list, testsOf(list, describes))),
    ...[...describes].flatMap(([file, found]) => auditFile(file, found, lists)),
    ...repeated(lists.map(({ file, section }) => `${file}: "${section}"`)).map((list) => `${list} is listed twice`),
  ];
}

function auditList({ file, section, clauses, toCome = {} }: ClauseList, tests: readonly TitledTest[]): string[] {
  const where = `${file}: "${section}"`;
  const untested = clauses.filter((clause) => !isProved(clause, tests));
  return [
    ...untested.filter((clause) => !(clause in toCome)).map((clause) => `${where} has no test of ${clause}`),
    ...clauses
      .filter((clause) => clause in toCome && !untested.includes(clause))
      .map((clause) => `${where} tests ${clause}, which is said to come with ${toCome[clause]}`),
    ...Object.keys(toCome)
      .filter((clause) => !clauses.includes(clause))
      .map((clause) => `${where} expects ${clause}, which is not one of its clauses`),
    ...repeated(clauses).map((clause) => `${where} lists ${clause} twice`),
    ...tests.flatMap(({ title }) => {
      const named = PLACEHOLDER.test(title) ? undefined : CLAUSE_LIKE.exec(title)?.[0];
      return named && !clauses.some((clause) => begins(title, clause)) ? [`${where} does not list ${named}`] : [];
    }),
  ];
}

function auditFile(file: string, describes: readonly Describe[], lists: readonly ClauseList[]): string[] {
  const sections = lists.filter((list) => list.file === file).map(({ section }) => section);
  if (sections.length === 0) return [`${file} is named by no list`];
  return describes
    .filter(({ title }) => !sections.includes(title))
    .map(({ title }) => `${file}: "${title}" is named by no list`);
}

function testsOf({ file, section }: ClauseList, describes: ReadonlyMap<string, readonly Describe[]>): TitledTest[] {
  return (describes.get(file) ?? []).filter(({ title }) => title === section).flatMap(({ tests }) => tests);
}

function isProved(clause: string, tests: readonly TitledTest[]): boolean {
  return tests.some(({ title, values }) =>
    PLACEHOLDER.test(title)
      ? values.some((value) =>
          begins(
            title.replace(PLACEHOLDER, () => value),
            clause,
          ),
        )
      : begins(title, clause),
  );
}

/** `rule 9` begins `rule 9: …` and `rule 9a: …`, and not `rule 90: …`. */
function begins(title: string, clause: string): boolean {
  if (!title.startsWith(clause)) return false;
  const rest = title.slice(clause.length);
  return /\d$/.test(clause) ? /^[a-z]?(?![\w/])/.test(rest) : /^(?![\w/])/.test(rest);
}

/** The outermost describes with all tests inside them; the code is formatted, so they start at the beginning of a line. */
function describesIn(text: string): Describe[] {
  const starts = [...text.matchAll(DESCRIBE)];
  return starts.map((start, at) => ({
    title: start[2] ?? '',
    tests: testsIn(text.slice(start.index, starts[at + 1]?.index), text),
  }));
}

/** A table that is declared elsewhere may have its values anywhere in the file. */
function testsIn(block: string, file: string): TitledTest[] {
  return [...block.matchAll(TEST)].map(({ groups: { table = '', title = '' } = {} }) => {
    const own = literalsIn(table);
    return { title, values: own.length > 0 ? own : literalsIn(file) };
  });
}

function literalsIn(text: string): string[] {
  return [...text.matchAll(LITERAL)].map(([, , value]) => value ?? '');
}

function repeated(names: readonly string[]): string[] {
  return names.filter((name, at) => names.indexOf(name) < at);
}
