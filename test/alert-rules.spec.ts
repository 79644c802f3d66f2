import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** What Prometheus and prom-client provide by themselves. */
const PROVIDED = /^(up$|process_|nodejs_)/;

/** One rule of the file, which has one rule for each `- alert:`. */
const RULES = textOf('deploy/prometheus/alerts.yml')
  .split(/^ {6}- alert: /m)
  .slice(1)
  .map((text) => ({
    name: /^\S+/.exec(text)?.[0] ?? '',
    expression: /expr: (?:>-\n)?((?:.|\n)+?)\n {8}\w+:/.exec(text)?.[1] ?? '',
    runbook: /runbook_url: docs\/operators\.md#(\S+)/.exec(text)?.[1],
    text,
  }));

const SOURCES = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/spec\.ts$|\.d\.ts$|node_modules|testing/.test(file))
    .map((file) => textOf(join(folder, file))),
);

/** The names of all metrics that the code registers. */
function registeredMetrics(): Set<string> {
  const registrations = SOURCES.flatMap((source) => [
    ...source.matchAll(/\.(?:gauge|gaugeByLabel|counter|histogram)\(\s*'([a-z0-9_]+)'/g),
  ]);
  return new Set(registrations.map(([, name]) => name as string));
}

/** The values of its label that a counter shows from the start. */
function shownValues(counter: string): string[] {
  const registration = new RegExp(`\\.counter\\(\\s*'${counter}',[^;]*?\\[([^\\]]*)\\]`);
  const [, values = ''] = SOURCES.map((source) => registration.exec(source)).find((found) => found !== null) ?? [];
  return [...values.matchAll(/'([^']+)'/g)].map(([, value]) => value as string);
}

/** The counters in an expression whose increase matters, with the values of their label. */
function increasesIn(expression: string): { counter: string; values: string[] }[] {
  const increases = expression.matchAll(/increase\((\w+)\{\w+=~?"([^"]+)"\}/g);
  return [...increases].map(([, counter = '', values = '']) => ({ counter, values: values.split('|') }));
}

const OPERATORS = ['and', 'or', 'unless', 'offset'];

/** The metrics in an expression: its words that are neither functions, operators nor labels. A histogram has three series. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/\b([a-z][a-z0-9_]*)\b(?! *\()/g)].map(([, word]) => word as string);
  return words.filter((word) => !OPERATORS.includes(word)).map((word) => word.replace(/_(bucket|sum|count)$/, ''));
}

describe('the alert rules for Prometheus', () => {
  const registered = registeredMetrics();
  const runbook = textOf('docs/operators.md');

  it('are found', () => {
    expect(RULES.length).toBeGreaterThan(10);
    expect(registered).toContain('webhook_lag_seconds');
  });

  it.each(RULES)('$name uses only metrics that the service has', ({ expression }) => {
    const metrics = metricsIn(expression);

    expect(metrics).not.toEqual([]);
    expect(metrics.filter((name) => !registered.has(name) && !PROVIDED.test(name))).toEqual([]);
  });

  it.each(RULES.flatMap(({ name, expression }) => increasesIn(expression).map((increase) => ({ name, ...increase }))))(
    '$name sees the first increase of $counter, which shows $values from the start',
    ({ counter, values }) => {
      expect(shownValues(counter)).toEqual(expect.arrayContaining(values));
    },
  );

  it.each(RULES)(
    '$name has a severity, and a paragraph of the runbook under its name',
    ({ name, runbook: link, text }) => {
      expect(text).toMatch(/severity: (critical|warning) \}/);
      expect(link).toBe(name.toLowerCase());
      expect(runbook).toMatch(new RegExp(`^#### ${name}$`, 'm'));
    },
  );
});

describe('the table of metrics', () => {
  const table = textOf('docs/operators.md');

  it.each([...registeredMetrics()].map((name) => ({ name })))('has a row for $name', ({ name }) => {
    expect(table).toContain(`\n| \`${name}\` `);
  });
});
