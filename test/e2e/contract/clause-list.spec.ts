import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditClauses } from './clause-audit';
import { waitingFor, type ClauseList } from './clauses/clause-list';

const LISTS = join(__dirname, 'clauses');

describe('the clauses of the specification', () => {
  const lists = readdirSync(LISTS)
    .filter((file) => file !== 'clause-list.ts')
    .flatMap((file) => jest.requireActual<{ CLAUSES: readonly ClauseList[] }>(join(LISTS, file)).CLAUSES);
  const filesOf = (kind: string) => readdirSync(__dirname).filter((file) => file.endsWith(kind));
  const textOf = (file: string) => readFileSync(join(__dirname, file), 'utf8');
  const sections = filesOf('.section.ts');

  it('each have a test or are in toCome, and every contract test belongs to a clause', () => {
    const sources = new Map(sections.map((file) => [file, textOf(file)]));

    expect(auditClauses(lists, sources)).toEqual([]);
  });

  it('are all run: each section is imported by one test file, and nothing else is', () => {
    const imported = filesOf('.e2e-spec.ts').flatMap((file) => textOf(file).trimEnd().split('\n'));

    expect(imported.sort()).toEqual(sections.map((file) => `import './${file.slice(0, -'.ts'.length)}';`).sort());
  });
});

describe('the audit of the clauses', () => {
  const list: ClauseList = { section: 'Wallet', file: 'wallet.section.ts', clauses: ['rule 1', 'field amount'] };
  const inDescribe = (...lines: string[]) => `describe('Wallet', () => {\n  ${lines.join('\n  ')}\n});\n`;
  const SOUND = inDescribe(`it('rule 1a: one', () => {});`, `it('field amount: a number', () => {});`);
  const audit = (source: string, ...lists: ClauseList[]) =>
    auditClauses(lists.length > 0 ? lists : [list], new Map([[list.file, source]]));

  it('reports nothing when the lists match the tests', () => {
    expect(audit(SOUND)).toEqual([]);
  });

  it.each([
    ['is not there', ''],
    ['has another number that begins alike', `it('rule 12: twelve', () => {});`],
    ['only mentions the clause', `it('as in rule 1: one', () => {});`],
    ['has a placeholder without such a value', `it.each(['rule 2'])('%s: two', () => {});`],
  ])('reports a clause whose test %s', (_what, test) => {
    const found = audit(inDescribe(test, `it('field amount: a number', () => {});`));

    expect(found).toContain('wallet.section.ts: "Wallet" has no test of rule 1');
  });

  it.each([
    [`it('field amount_type: a text', () => {});`],
    [`it.each([['amount_type', 1]])('field %s: a text', () => {});`],
  ])('does not confuse a field with one that has a longer name: %s', (test) => {
    expect(audit(inDescribe(`it('rule 1: one', () => {});`, test))).toContain(
      'wallet.section.ts: "Wallet" has no test of field amount',
    );
  });

  it.each([
    ['a list of rows', `it.each([\n    ['amount', 1],\n  ])('field %s: a number', () => {});`],
    ['typed rows', `it.each<[string, number]>([['amount', 1]])(\n    'field %s: a number',\n    () => {});`],
    ['rows with names', `it.each([{ name: 'amount' }])('field $name: a number', () => {});`],
    ['rows declared elsewhere', `const rows = ['amount'];\n  it.each(rows)('field %s: a number', () => {});`],
  ])('finds the clauses of %s', (_what, test) => {
    expect(audit(inDescribe(`it('rule 1: one', () => {});`, test))).toEqual([]);
  });

  it('looks for a clause in its own describe only', () => {
    const elsewhere = SOUND.replace("'Wallet'", "'Another'");

    expect(audit(elsewhere, list, { ...list, section: 'Another' })).toEqual([
      'wallet.section.ts: "Wallet" has no test of rule 1',
      'wallet.section.ts: "Wallet" has no test of field amount',
    ]);
  });

  it('requires no test for a clause in toCome', () => {
    const waiting = {
      ...list,
      clauses: ['rule 1', 'field amount', 'rule 2'],
      toCome: waitingFor('outflows', ['rule 2']),
    };

    expect(audit(SOUND, waiting)).toEqual([]);
  });

  it('requires no file when all clauses of a list are in toCome', () => {
    const toCome = waitingFor('outflows', list.clauses);

    expect(auditClauses([{ ...list, toCome }], new Map())).toEqual([]);
  });

  it('reports a clause that is in toCome and has a test', () => {
    expect(audit(SOUND, { ...list, toCome: waitingFor('outflows', ['rule 1']) })).toEqual([
      'wallet.section.ts: "Wallet" tests rule 1, which is said to come with outflows',
    ]);
  });

  it('reports an entry of toCome that is not a clause', () => {
    expect(audit(SOUND, { ...list, toCome: waitingFor('outflows', ['rule 3']) })).toEqual([
      'wallet.section.ts: "Wallet" expects rule 3, which is not one of its clauses',
    ]);
  });

  it('reports a file that no list names', () => {
    expect(auditClauses([], new Map([[list.file, SOUND]]))).toEqual(['wallet.section.ts is named by no list']);
  });

  it('reports a describe that no list names', () => {
    expect(audit(`${SOUND}describe('Balances', () => {});\n`)).toEqual([
      'wallet.section.ts: "Balances" is named by no list',
    ]);
  });

  it('reports a test of a rule that no list names', () => {
    expect(audit(SOUND.replace('rule 1a', "rule 1: one', () => {});\n  it('rule 7"))).toEqual([
      'wallet.section.ts: "Wallet" does not list rule 7',
    ]);
  });

  it('reports a clause that is listed twice', () => {
    expect(audit(SOUND, { ...list, clauses: [...list.clauses, 'rule 1'] }, list)).toEqual([
      'wallet.section.ts: "Wallet" lists rule 1 twice',
      'wallet.section.ts: "Wallet" is listed twice',
    ]);
  });
});
