import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsIn, REGISTERED_METRICS, shownValues, unknownMetrics } from './support/metrics';

const ROOT = join(__dirname, '..');
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

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

/** The counters in an expression whose increase matters, with the values of their label. */
function increasesIn(expression: string): { counter: string; values: string[] }[] {
  const increases = expression.matchAll(/increase\((\w+)\{\w+=~?"([^"]+)"\}/g);
  return [...increases].map(([, counter = '', values = '']) => ({ counter, values: values.split('|') }));
}

describe('the alert rules for Prometheus', () => {
  const runbook = textOf('docs/operators.md');

  it('are found', () => {
    expect(RULES.length).toBeGreaterThan(10);
    expect(REGISTERED_METRICS).toContain('webhook_lag_seconds');
  });

  it.each(RULES)('$name uses only metrics that the service has (rule 16.21)', ({ expression }) => {
    const metrics = metricsIn(expression);

    expect(metrics).not.toEqual([]);
    expect(unknownMetrics(metrics)).toEqual([]);
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

  it.each([...REGISTERED_METRICS].map((name) => ({ name })))('has a row for $name', ({ name }) => {
    expect(table).toContain(`\n| \`${name}\` `);
  });
});
