import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..', '..');

/** What Prometheus and prom-client provide by themselves. */
const PROVIDED = /^(up$|process_|nodejs_)/;

const SOURCES = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/spec\.ts$|\.d\.ts$|node_modules|testing/.test(file))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
);

/** The names of all metrics that the code registers. */
export const REGISTERED_METRICS: ReadonlySet<string> = new Set(
  SOURCES.flatMap((source) => [
    ...source.matchAll(/\.(?:gauge|gaugeByLabel|counter|histogram)\(\s*'([a-z0-9_]+)'/g),
  ]).map(([, name]) => name as string),
);

/** The values of its label that a counter shows from the start. */
export function shownValues(counter: string): string[] {
  const registration = new RegExp(`\\.counter\\(\\s*'${counter}',[^;]*?\\[([^\\]]*)\\]`);
  const [, values = ''] = SOURCES.map((source) => registration.exec(source)).find((found) => found !== null) ?? [];
  return [...values.matchAll(/'([^']+)'/g)].map(([, value]) => value as string);
}

const OPERATORS = ['and', 'or', 'unless', 'offset'];

/** The metrics in an expression: its words that are neither functions, operators nor labels. A histogram has three series. */
export function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/\b([a-z][a-z0-9_]*)\b(?! *\()/g)].map(([, word]) => word as string);
  return words.filter((word) => !OPERATORS.includes(word)).map((word) => word.replace(/_(bucket|sum|count)$/, ''));
}

/** Those of the metrics that no process has. */
export function unknownMetrics(metrics: readonly string[]): string[] {
  return metrics.filter((name) => !REGISTERED_METRICS.has(name) && !PROVIDED.test(name));
}
