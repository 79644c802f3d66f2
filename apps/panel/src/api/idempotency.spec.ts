import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keyFor, newAttempt } from './idempotency';

const ORDER = { type: 'payout', amount: '100.00', comment: 'Ñandú' };

describe('the key of a request', () => {
  it('is the same for each request with the same body, also after another body', () => {
    const first = keyFor('attempt', ORDER);
    keyFor('attempt', { ...ORDER, amount: '200.00' });
    expect(keyFor('attempt', { ...ORDER })).toEqual(first);
  });

  it.each([
    ['another body', 'attempt', { ...ORDER, amount: '200.00' }],
    ['another attempt', 'next', ORDER],
  ])('differs for %s', (_, attempt, body) => {
    expect(keyFor(attempt, body)).not.toEqual(keyFor('attempt', ORDER));
  });

  it('has the form that the API accepts', () => {
    expect(keyFor(newAttempt(), ORDER)['Idempotency-Key']).toMatch(/^[0-9a-f]{32}-[0-9a-f]{16}$/);
  });

  it('works where the browser has neither randomUUID nor subtle, as over http', () => {
    const { crypto: whole } = globalThis;
    const insecure = { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => whole.getRandomValues(bytes) };
    Object.defineProperty(globalThis, 'crypto', { value: insecure, configurable: true });
    try {
      expect(keyFor(newAttempt(), ORDER)).not.toEqual(keyFor(newAttempt(), ORDER));
    } finally {
      Object.defineProperty(globalThis, 'crypto', { value: whole, configurable: true });
    }
  });
});

describe('the panel', () => {
  const SOURCES = join(__dirname, '..');
  const operations = readFileSync(join(__dirname, 'panel-api.ts'), 'utf8');

  /** The paths that can be posted to under a key. */
  function keyedPaths(): Set<string> {
    const keyed = new Set<string>();
    for (const [, path = '', operation = ''] of operations.matchAll(
      /^ {2}'(\/[^']+)': \{(?:\n {4}.*)*?\n {4}post: operations\['(\w+)'\]/gm,
    )) {
      const declared = new RegExp(`^  ${operation}: \\{(?:\\n    .*)*`, 'm').exec(operations)?.[0] ?? '';
      if (declared.includes("'Idempotency-Key'")) keyed.add(path);
    }
    return keyed;
  }

  it('sends a key wherever the API takes one (rule 11.18)', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    const calls = files
      .filter((name) => !name.includes('.spec.'))
      .flatMap((name) => readFileSync(join(SOURCES, name), 'utf8').split('api.POST(').slice(1))
      .map((call) => ({ path: /^\s*'([^']+)'/.exec(call)?.[1] ?? '', options: call.slice(0, 200) }));
    const keyed = keyedPaths();
    const posted = calls.filter(({ path }) => keyed.has(path));
    expect(new Set(posted.map(({ path }) => path))).toEqual(keyed);
    expect(posted.filter(({ options }) => !/\bheaders\b|, options\)/.test(options))).toEqual([]);
  });
});
