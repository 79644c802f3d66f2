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

/** The names of all metrics that the code registers. */
function registeredMetrics(): Set<string> {
  const sources = ['apps', 'libs'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/spec\.ts$|\.d\.ts$|node_modules|testing/.test(file))
      .map((file) => textOf(join(folder, file))),
  );
  const registrations = sources.flatMap((source) => [
    ...source.matchAll(/\.(?:gauge|gaugeByLabel|counter|histogram)\(\s*'([a-z0-9_]+)'/g),
  ]);
  return new Set(registrations.map(([, name]) => name as string));
}

/** The metrics in an expression: its words that are neither functions nor labels. A histogram has three series. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/\b([a-z][a-z0-9_]*)\b(?! *\()/g)].map(([, word]) => word as string);
  return words.map((word) => word.replace(/_(bucket|sum|count)$/, ''));
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

  it.each(RULES)(
    '$name has a severity, and a paragraph of the runbook under its name',
    ({ name, runbook: link, text }) => {
      expect(text).toMatch(/severity: (critical|warning) \}/);
      expect(link).toBe(name.toLowerCase());
      expect(runbook).toMatch(new RegExp(`^#### ${name}$`, 'm'));
    },
  );
});
