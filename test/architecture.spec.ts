import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const ROOT = join(__dirname, '..');
const { ARROWS, FEATURE_ARROWS } = jest.requireActual<{
  ARROWS: Record<string, string[]>;
  FEATURE_ARROWS: Record<string, Record<string, string[]>>;
}>('../architecture.cjs');
const CONFIGS = [
  '.dependency-cruiser.cjs',
  '.dependency-cruiser.folders.cjs',
  '.dependency-cruiser.panel.cjs',
] as const;
const forbidden = CONFIGS.flatMap(
  (config) => jest.requireActual<{ forbidden: { name: string }[] }>(`../${config}`).forbidden,
);

const NOTHING = 'nothing';

/**
 * The content of one file, and the rule that must reject it. A path that ends in a slash means any file in that folder.
 * `nothing` rows are dependencies that must be allowed, so that a rule cannot pass by rejecting everything.
 */
const CASES: readonly (readonly [rule: string, path: string, code: string])[] = [
  // Dependencies between libraries
  ['arrows-of-kernel', 'libs/kernel/src/', `import '@app/platform';`],
  ['arrows-of-platform', 'libs/platform/src/', `import '@app/accounts';`],
  ['arrows-of-banking', 'libs/banking/src/', `import '@app/kernel';`],
  ['arrows-of-accounts', 'libs/accounts/src/application/', `import '@app/fees';`],
  [NOTHING, 'libs/accounts/src/application/', `import '@app/ledger'; import '@app/mail';`],
  ['arrows-of-ledger', 'libs/ledger/src/adapters/', `import '@app/accounts';`],
  ['arrows-of-books', 'libs/books/src/adapters/', `import '@app/transfers';`],
  ['arrows-of-transfers', 'libs/transfers/src/adapters/', `import '@app/books';`],
  [NOTHING, 'libs/fees/src/domain/books.spec.ts', `import '@app/books/testing';`],
  ['arrows-of-fees', 'libs/fees/src/application/', `import '@app/rates';`],
  ['arrows-of-rates', 'libs/rates/src/application/', `import '@app/fees';`],
  ['arrows-of-webhooks', 'libs/webhooks/src/application/', `import '@app/mail';`],
  [NOTHING, 'libs/webhooks/src/application/', `import '@app/accounts';`],
  ['arrows-of-mail', 'libs/mail/src/application/', `import '@app/webhooks';`],
  ['arrows-of-rails', 'libs/rails/src/adapters/', `import '@app/payment-links';`],
  ['arrows-of-providers', 'libs/providers/src/sandbox/', `import '@app/ledger';`],
  [NOTHING, 'libs/providers/src/sandbox/', `import '@app/payment-links'; import '@app/rails';`],
  ['arrows-of-payment-links', 'libs/payment-links/src/application/', `import '@app/transfers';`],
  ['arrows-of-transfers', 'libs/transfers/src/application/', `import '@app/payment-links';`],
  ['arrows-of-sdk', 'libs/sdk/src/', `import '@app/kernel';`],
  ['arrows-of-fees', 'libs/fees/src/domain/some.spec.ts', `import '@app/ledger';`],
  [NOTHING, 'libs/transfers/src/application/', `import '@app/ledger'; import '@app/mail'; import '@app/kernel';`],
  [NOTHING, 'libs/platform/src/', `import '@app/kernel';`],

  // Only index.ts of another library may be imported
  ['every-library-has-its-arrows', 'libs/shared/src/', `import '@app/kernel';`],
  ['library-by-its-index', 'libs/transfers/src/adapters/', `import '../../../ledger/src/domain/some';`],
  ['library-by-its-alias', 'libs/transfers/src/adapters/', `import '../../../ledger/src/index';`],
  ['library-by-its-index-from-outside', 'apps/api/src/', `import '../../../libs/ledger/src/domain/some';`],
  ['library-by-its-alias-from-outside', 'tools/start/', `import '../../libs/ledger/src/index';`],
  ['own-files-by-path', 'libs/fees/src/adapters/', `import '@app/fees';`],
  [NOTHING, 'apps/api/src/', `import '@app/ledger'; import './some';`],
  [NOTHING, 'libs/ledger/src/ledger.module.ts', `import './adapters/some'; import './application/some';`],

  // Layers of a library
  ['kernel-stands-alone', 'libs/kernel/src/', `import '@nestjs/common';`],
  ['kernel-stands-alone', 'libs/kernel/src/', `import 'node:fs';`],
  ['banking-runs-in-a-browser', 'libs/banking/src/', `import 'node:crypto';`],
  ['banking-runs-in-a-browser', 'libs/banking/src/', `import 'big.js';`],
  ['domain-sees-only-domain', 'libs/fees/src/domain/', `import '../application/some';`],
  ['domain-sees-only-domain', 'libs/transfers/src/domain/', `import type { Some } from '@app/ledger';`],
  ['domain-without-packages', 'libs/fees/src/domain/', `import { Injectable } from '@nestjs/common';`],
  ['domain-without-packages', 'libs/fees/src/domain/', `import type { DataSource } from 'typeorm';`],
  ['domain-without-io', 'libs/fees/src/domain/', `import 'node:crypto';`],
  ['application-sees-no-adapter', 'libs/fees/src/application/', `import '../adapters/some';`],
  ['application-without-drivers', 'libs/fees/src/application/', `import 'typeorm';`],
  ['application-without-io', 'libs/fees/src/application/', `import 'node:http';`],
  ['adapters-are-wired-by-the-module', 'libs/fees/src/adapters/', `import '../fees.module';`],
  [NOTHING, 'libs/kernel/src/', `import 'big.js'; import 'node:crypto'; import './some';`],
  [NOTHING, 'libs/banking/src/', `import 'rut.js';`],
  [NOTHING, 'libs/fees/src/domain/', `import './some'; import '@app/kernel';`],
  [NOTHING, 'libs/transfers/src/domain/', `import '@app/banking';`],
  [NOTHING, 'libs/fees/src/application/', `import '../domain/some'; import './some'; import '@nestjs/common';`],
  [NOTHING, 'libs/fees/src/adapters/', `import '../application/some'; import '@app/platform'; import 'typeorm';`],

  // The same layers in the feature folders of a large library
  ['domain-sees-only-domain', 'libs/payment-links/src/checkout/domain/', `import '../../links/application/some';`],
  [
    'domain-without-packages',
    'libs/payment-links/src/checkout/domain/',
    `import { Injectable } from '@nestjs/common';`,
  ],
  ['domain-without-io', 'libs/payment-links/src/checkout/domain/', `import 'node:crypto';`],
  ['application-sees-no-adapter', 'libs/payment-links/src/checkout/application/', `import '../adapters/some';`],
  [
    'application-sees-no-adapter',
    'libs/payment-links/src/checkout/application/',
    `import '../../links/adapters/some';`,
  ],
  ['application-without-drivers', 'libs/payment-links/src/checkout/application/', `import 'typeorm';`],
  ['application-without-io', 'libs/payment-links/src/checkout/application/', `import 'node:http';`],
  [
    'adapters-are-wired-by-the-module',
    'libs/payment-links/src/checkout/adapters/',
    `import '../../payment-links.module';`,
  ],
  [NOTHING, 'libs/payment-links/src/checkout/domain/', `import '../../links/domain/some'; import '@app/kernel';`],
  [
    NOTHING,
    'libs/payment-links/src/checkout/application/',
    `import '../domain/some'; import '../../links/domain/some'; import '../../links/application/some';`,
  ],
  [
    NOTHING,
    'libs/payment-links/src/checkout/adapters/',
    `import '../application/some'; import '../../links/adapters/some'; import '@app/platform'; import 'typeorm';`,
  ],

  // Arrows between the features of a large library
  ['arrows-of-payment-links/links', 'libs/payment-links/src/links/domain/', `import '../../checkout/domain/some';`],
  [
    'arrows-of-payment-links/checkout',
    'libs/payment-links/src/checkout/application/',
    `import '../../settlement/domain/some';`,
  ],
  ['arrows-of-payment-links/cards', 'libs/payment-links/src/cards/domain/', `import '../../settlement/domain/some';`],
  [
    'arrows-of-payment-links/settlement',
    'libs/payment-links/src/settlement/adapters/',
    `import '../../exceptions/adapters/some';`,
  ],
  [
    'arrows-of-payment-links/refunds',
    'libs/payment-links/src/refunds/application/',
    `import '../../exceptions/application/some';`,
  ],
  [
    'arrows-of-payment-links/disputes',
    'libs/payment-links/src/disputes/application/',
    `import '../../checkout/application/some';`,
  ],
  [
    'arrows-of-payment-links/exceptions',
    'libs/payment-links/src/exceptions/application/',
    `import '../../cards/domain/some';`,
  ],
  [
    NOTHING,
    'libs/payment-links/src/exceptions/application/',
    `import '../../settlement/domain/some'; import '../../checkout/application/some'; import '../../links/domain/some';`,
  ],

  ['arrows-of-transfers/payouts', 'libs/transfers/src/payouts/application/', `import '../../routes/domain/some';`],
  [
    'arrows-of-payment-links/deposits',
    'libs/payment-links/src/deposits/application/',
    `import '../../checkout/domain/some';`,
  ],
  ['arrows-of-transfers/terms', 'libs/transfers/src/terms/application/', `import '../../payouts/domain/some';`],
  [
    'arrows-of-transfers/beneficiaries',
    'libs/transfers/src/beneficiaries/adapters/',
    `import '../../routes/adapters/some';`,
  ],
  ['arrows-of-transfers/routes', 'libs/transfers/src/routes/domain/', `import '../../verifications/domain/some';`],
  [
    'arrows-of-transfers/verifications',
    'libs/transfers/src/verifications/application/',
    `import '../../routes/application/some';`,
  ],
  [
    NOTHING,
    'libs/transfers/src/verifications/application/',
    `import '../../beneficiaries/application/some'; import '../../payouts/domain/some';`,
  ],

  // Folders besides the libraries
  ['no-library-sees-an-app', 'libs/fees/src/adapters/', `import '../../../../apps/api/src/some';`],
  ['apps-do-not-meet', 'apps/api/src/', `import '../../delivery-worker/src/some';`],
  ['providers-are-behind-their-ports', 'apps/api/src/checkout/', `import '@app/providers';`],
  [NOTHING, 'apps/api/src/sandbox/', `import '@app/providers';`],
  ['one-provider-knows-no-other', 'libs/providers/src/sandbox/', `import '../other/some';`],
  ['tools-start-apps', 'tools/start/', `import '../../apps/api/src/some';`],
  ['tools-are-on-top', 'apps/api/src/', `import '../../../tools/start/some';`],
  ['tools-are-on-top', 'libs/platform/src/', `import '../../../tools/start/some';`],
  ['migrations-are-frozen', 'migrations/', `import '@app/kernel';`],
  ['nobody-imports-migrations', 'tools/start/', `import '../../migrations/some';`],
  [NOTHING, 'tools/start/', `import '../../apps/ops/src/seed-demo'; import '@app/kernel';`],
  [NOTHING, 'tools/ops/', `import '../../apps/ops/src/run-command'; import '../start/some';`],
  [NOTHING, 'tools/openapi/', `import '../../apps/api/src/openapi';`],
  [NOTHING, 'migrations/', `export type { Some } from 'typeorm';`],

  // Tests
  ['no-tests-in-production', 'libs/fees/src/application/', `import '@app/ledger/testing';`],
  ['no-tests-in-production', 'libs/fees/src/index.ts', `import './testing';`],
  ['no-tests-in-production', 'apps/api/src/', `import '../../../test/support/some';`],
  ['no-tests-in-production', 'libs/fees/src/application/', `import './some.section';`],
  ['no-test-imports-a-test', 'libs/fees/src/domain/other.spec.ts', `import './some.spec';`],
  [NOTHING, 'libs/fees/src/application/fees.int-spec.ts', `import './some.section';`],
  [NOTHING, 'libs/transfers/src/application/a.spec.ts', `import '@app/ledger/testing'; import '../adapters/some';`],
  [NOTHING, 'libs/fees/src/adapters/b.int-spec.ts', `import '../testing'; import '../../../../test/support/some';`],
  [NOTHING, 'test/e2e/c.e2e-spec.ts', `import '@app/ledger/testing'; import '../../apps/api/src/some';`],

  // The graph as a whole
  ['no-build-output', 'tools/start/', `import '../../dist/apps/some';`],
  ['no-circles', 'libs/fees/src/adapters/circle.ts', `import './circle-back';`],
  ['no-circles-in-the-panel', 'apps/panel/src/circle.ts', `import './circle-back';`],
  ['no-circles-between-folders', 'apps/api/src/circle/', `import '../circle-back/deep/some';`],
  [NOTHING, 'apps/api/src/straight/', `import '../circle/forth'; import './within/some';`],
  ['no-dead-files', 'libs/fees/src/adapters/', `export const response = 42;`],
  // What npm pack leaves behind.
  [NOTHING, 'libs/sdk/dist/index.d.ts', `export declare const response: 42;`],
  ['no-unresolvable', 'apps/api/src/', `import './nowhere';`],
  ['no-dev-dependencies', 'apps/api/src/', `import 'fast-check';`],
  ['no-undeclared-dependencies', 'apps/api/src/', `import 'left-pad';`],
  [NOTHING, 'libs/fees/src/domain/some.property.spec.ts', `import 'fast-check';`],

  // Money, time, randomness and the environment
  ['no-restricted-syntax', 'libs/fees/src/domain/', `export const fee = (text: string): number => parseFloat(text);`],
  ['no-restricted-syntax', 'libs/kernel/src/', `export const fee = (text: string): number => Number(text);`],
  ['no-restricted-syntax', 'libs/rates/src/application/', `export const rate = (text: string): number => +text;`],
  ['no-restricted-syntax', 'libs/ledger/src/adapters/', `export const sum = (all: number): number => Math.round(all);`],
  ['no-restricted-syntax', 'libs/webhooks/src/domain/', `export const now = (): number => Date.now();`],
  ['no-restricted-syntax', 'libs/accounts/src/application/', `export const now = (): Date => new Date();`],
  ['no-restricted-syntax', 'libs/mail/src/domain/', `export const chance = (): number => Math.random();`],
  ['@typescript-eslint/no-restricted-imports', 'libs/fees/src/domain/', `export { newId } from '@app/kernel';`],
  [
    '@typescript-eslint/no-restricted-imports',
    'libs/fees/src/application/',
    `export { Database } from '@app/platform';`,
  ],
  [
    'no-restricted-syntax',
    'libs/payment-links/src/links/domain/',
    `export const fee = (text: string): number => Number(text);`,
  ],
  [
    'no-restricted-syntax',
    'libs/payment-links/src/links/domain/',
    `export const chance = (): number => Math.random();`,
  ],
  ['no-restricted-syntax', 'libs/webhooks/src/some/application/', `export const now = (): number => Date.now();`],
  [
    '@typescript-eslint/no-restricted-imports',
    'libs/payment-links/src/links/domain/',
    `export { newId } from '@app/kernel';`,
  ],
  [
    '@typescript-eslint/no-restricted-imports',
    'libs/payment-links/src/links/application/',
    `export { Database } from '@app/platform';`,
  ],
  ['no-restricted-properties', 'libs/mail/src/adapters/', `export const { env } = process;`],
  ['no-restricted-syntax', 'libs/ledger/src/adapters/', `export const some = { ...{ a: 1 } };`],
  ['no-restricted-syntax', 'apps/api/src/', `export const some = [...[1]];`],
  ['no-restricted-syntax', 'apps/panel/src/', `export const some = { ...{ a: 1 } };`],
  ['no-restricted-syntax', 'libs/fees/src/domain/spread.spec.ts', `export const some = Math.max(...[1]);`],
  [NOTHING, 'libs/ledger/src/adapters/', `export const count = (text: string): number => Number(text);`],
  [NOTHING, 'libs/fees/src/application/', `export { CONFIG, Log } from '@app/platform';`],
  [NOTHING, 'apps/api/src/main.ts', `declare const process: { env: unknown }; export const { env } = process;`],

  // Requests
  [
    'no-restricted-syntax',
    'apps/api/src/external/',
    `declare const Body: () => ParameterDecorator; export class Some { create(@Body() body: object) { return body; } }`,
  ],
  [
    'no-restricted-syntax',
    'apps/api/src/panel/',
    `declare const Query: () => ParameterDecorator; export class Some { list(@Query() query: object) { return query; } }`,
  ],
  [
    'no-restricted-syntax',
    'apps/api/src/sandbox/',
    `declare const Body: () => ParameterDecorator; export class Some { create(@Body() body: object) { return body; } }`,
  ],

  // Promises, types and sizes
  ['@typescript-eslint/no-floating-promises', 'apps/api/src/', `Promise.resolve(1);`],
  ['@typescript-eslint/no-misused-promises', 'apps/api/src/', `[1].forEach(async () => Promise.resolve());`],
  ['@typescript-eslint/no-explicit-any', 'apps/api/src/', `export const some: any = 1;`],
  ['@typescript-eslint/consistent-type-imports', 'apps/api/src/', `import { T } from './some'; export let x: T;`],
  [
    '@typescript-eslint/switch-exhaustiveness-check',
    'apps/api/src/',
    `export function f(x: 'a' | 'b'): number { switch (x) { case 'a': return 1; } return 2; }`,
  ],
  ['no-console', 'apps/api/src/', `console.log(1);`],
  ['max-lines', 'apps/api/src/', 'export {};\n'.repeat(301)],
  ['max-lines-per-function', 'apps/api/src/', `export function f(): void {${'\nf();'.repeat(61)}\n}`],
  [NOTHING, 'libs/fees/src/domain/long.spec.ts', `export function f(): void {${'\nf();'.repeat(400)}\n}`],
  [NOTHING, 'libs/fees/src/domain/long.section.ts', `export function f(): void {${'\nf();'.repeat(400)}\n}`],
  [
    NOTHING,
    'apps/api/src/',
    `import { Log } from '@app/platform'; declare const Injectable: () => ClassDecorator;
    @Injectable() export class Some { constructor(readonly log: Log) {} }`,
  ],
];

const LAYERS = ['domain', 'application', 'adapters'];

/** The files that the cases import; each is valid itself. */
const SCENERY: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.keys(ARROWS).flatMap((name) => [
      [`libs/${name}/src/index.ts`, ''],
      [`libs/${name}/src/testing/index.ts`, ''],
      ...LAYERS.map((layer) => [`libs/${name}/src/${layer}/some.ts`, '']),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(FEATURE_ARROWS).flatMap(([library, features]) =>
      Object.keys(features).flatMap((feature) =>
        LAYERS.map((layer) => [`libs/${library}/src/${feature}/${layer}/some.ts`, '']),
      ),
    ),
  ),
  'libs/payment-links/src/payment-links.module.ts': '',
  'libs/providers/src/other/some.ts': '',
  'libs/platform/src/index.ts': `export class Log { readonly level = 1; } export class Database {} export const CONFIG = 1;`,
  'libs/kernel/src/index.ts': `export const newId = (): string => '';`,
  'libs/kernel/src/some.ts': '',
  'libs/fees/src/fees.module.ts': '',
  'libs/fees/src/domain/some.spec.ts': '',
  'libs/fees/src/application/some.section.ts': '',
  'libs/fees/src/adapters/circle-back.ts': `import './circle';`,
  'apps/api/src/some.ts': 'export type T = 1;',
  'apps/panel/src/circle-back.ts': `import './circle';`,
  'apps/api/src/circle/forth.ts': '',
  'apps/api/src/circle-back/deep/some.ts': `import '../../circle/forth';`,
  'apps/api/src/straight/within/some.ts': `import '../own';`,
  'apps/api/src/straight/own.ts': '',
  'apps/delivery-worker/src/some.ts': '',
  'apps/ops/src/run-command.ts': '',
  'apps/ops/src/seed-demo.ts': '',
  'apps/api/src/openapi.ts': '',
  'tools/start/some.ts': '',
  'migrations/some.ts': '',
  'test/support/some.ts': '',
  'dist/apps/some.js': '',
  ...Object.fromEntries(
    ['@nestjs/common', 'typeorm', 'big.js', 'rut.js', 'fast-check', 'left-pad'].flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' })],
      [`node_modules/${name}/index.js`, ''],
      [`node_modules/${name}/index.d.ts`, 'export type Some = 1;'],
    ]),
  ),
};

const fileOf = ([, path]: (typeof CASES)[number], index: number): string =>
  path.endsWith('/') ? `${path}case-${index}.ts` : path;

describe('The checks of the architecture', () => {
  const house = realpathSync(mkdtempSync(join(tmpdir(), 'servicepay-house-')));
  let objections: Map<string, string[]>;

  beforeAll(async () => {
    for (const name of ['package.json', 'tsconfig.json']) copyFileSync(join(ROOT, name), join(house, name));
    const cases = Object.fromEntries(CASES.map((row, index) => [fileOf(row, index), row[2]]));
    const isDead = ([rule, path]: (typeof CASES)[number]) => rule === 'no-dead-files' || path.includes('/dist/');
    const loaded = CASES.flatMap((row, index) => (isDead(row) ? [] : [fileOf(row, index)]));
    const loader = { 'test/loader.spec.ts': loaded.map((path) => `import '../${path}';`).join('\n') };
    for (const [path, code] of Object.entries({ ...SCENERY, ...cases, ...loader })) {
      mkdirSync(join(house, dirname(path)), { recursive: true });
      writeFileSync(join(house, path), path.endsWith('.ts') ? `${code}\nexport {};\n` : code);
    }
    const cruises = CONFIGS.map((config) => cruise(house, config));
    const found = await Promise.all([...cruises, lint(house)]);
    objections = new Map();
    for (const [path, rule] of found.flat()) objections.set(path, [...(objections.get(path) ?? []), rule]);
  }, 60_000);

  afterAll(() => rmSync(house, { recursive: true }));

  it.each(
    CASES.map((row, index) => ({
      rule: row[0],
      file: fileOf(row, index),
      code: row[2].slice(0, 90).split('\n', 1)[0],
    })),
  )('$rule: $file: $code', ({ rule, file }) => {
    const rules = objections.get(file) ?? [];
    if (rule === NOTHING) expect(rules).toEqual([]);
    else expect(rules).toContain(rule);
  });

  it('have a case for every rule of the dependency graph', () => {
    const proven = CASES.map(([rule]) => rule);
    expect(proven).toEqual(expect.arrayContaining(forbidden.map(({ name }) => name)));
  });
});

type Objection = readonly [path: string, rule: string];

interface Rules {
  rules?: { name: string }[];
}

async function cruise(house: string, config: string): Promise<Objection[]> {
  const folders = config === CONFIGS[0] ? ['apps', 'libs', 'migrations', 'test', 'tools'] : ['apps'];
  const args = [...folders, '--config', join(ROOT, config), '--output-type', 'json'];
  const output = await run(house, 'dependency-cruiser/bin/dependency-cruise.mjs', args);
  const { modules, folders: cruised = [] } = JSON.parse(output) as {
    modules: (Rules & { source: string; dependencies: Rules[] })[];
    folders?: (Rules & { name: string; dependencies?: Rules[] })[];
  };
  const ofFiles = modules.flatMap(({ source, dependencies, ...module }) =>
    [module, ...dependencies].flatMap(({ rules = [] }) => rules.map(({ name }) => [source, name] as const)),
  );
  // A violation by a folder counts for each of its files.
  const ofFolders = cruised.flatMap(({ name: folder, dependencies = [] }) =>
    modules
      .filter(({ source }) => dirname(source) === folder)
      .flatMap(({ source }) =>
        dependencies.flatMap(({ rules = [] }) => rules.map(({ name }) => [source, name] as const)),
      ),
  );
  return [...ofFiles, ...ofFolders];
}

async function lint(house: string): Promise<Objection[]> {
  const config = join(ROOT, 'eslint.config.mjs');
  const output = await run(house, 'eslint/bin/eslint.js', ['.', '--config', config, '--format', 'json']);
  const files = JSON.parse(output) as { filePath: string; messages: { ruleId: string | null; message: string }[] }[];
  return files.flatMap(({ filePath, messages }) =>
    messages.map(({ ruleId, message }) => [filePath.slice(house.length + 1), ruleId ?? message] as const),
  );
}

/** Both tools exit with an error code when they find something, which is expected here. */
async function run(cwd: string, program: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return text(child.stdout);
}
