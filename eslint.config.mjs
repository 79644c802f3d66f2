// @ts-check
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/** Tests, and what only tests use. */
const TESTS = ['**/*spec.ts', '**/*.section.ts', '**/testing/**/*.ts', 'test/**/*.ts'];
/** The libraries in which a binary float would be lost or invented money. */
const MONEY = 'libs/{kernel,ledger,fees,rates,rails,payment-links,transfers,providers}/src';

/** Spread, a literal escapes the compiler's check for excess properties. */
const SPREADS = [
  {
    selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
    message: 'Write the members out.',
  },
];

const rules = defineConfig({
  files: ['**/*.{ts,mts,tsx}'],
  extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
  languageOptions: { parserOptions: { projectService: true } },
  rules: {
    eqeqeq: 'error',
    'no-restricted-syntax': ['error', ...SPREADS],
    'no-else-return': 'error',
    'no-param-reassign': 'error',
    'object-shorthand': 'error',
    'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
    'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    // Knows from tsconfig.json that decorators need the classes that Nest injects, and leaves those imports alone.
    '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
    '@typescript-eslint/restrict-template-expressions': [
      'error',
      {
        allowNumber: true,
        allow: [
          { from: 'file', name: ['Money', 'DomainError'] },
          { from: 'lib', name: ['Error', 'URL'] },
        ],
      },
    ],
    // Nest's modules are classes without members.
    '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
    '@typescript-eslint/no-invalid-void-type': ['error', { allowAsThisParameter: true }],
    // Digits and identifiers are ASCII by the time they are spread.
    '@typescript-eslint/no-misused-spread': ['error', { allow: ['string'] }],
    // A constructor may exist only to narrow the parameters of its base class.
    '@typescript-eslint/no-useless-constructor': 'off',
    // Ports return promises; an adapter that does not need to wait is no mistake.
    '@typescript-eslint/require-await': 'off',
    // `if (gone) return respond();` and `async () => void (await step())` say in one line what they do.
    '@typescript-eslint/no-confusing-void-expression': 'off',
    '@typescript-eslint/no-meaningless-void-operator': 'off',
    // Treats every options object as a mistaken instance when the library declares its options as a class.
    '@typescript-eslint/no-unsafe-class-instance-assignment': 'off',
  },
});

const tests = defineConfig({
  files: TESTS,
  rules: {
    'max-lines': 'off',
    'max-lines-per-function': 'off',
    // Contract suites take adapters that return at once for ones that do not, and state what a type already promises.
    '@typescript-eslint/await-thenable': 'off',
    '@typescript-eslint/no-non-null-assertion': 'off',
    '@typescript-eslint/no-unnecessary-condition': 'off',
    '@typescript-eslint/no-unnecessary-type-assertion': 'off',
    // Jest's matchers and the bodies of responses are `any`.
    '@typescript-eslint/no-unsafe-argument': 'off',
    '@typescript-eslint/no-unsafe-assignment': 'off',
    '@typescript-eslint/no-unsafe-call': 'off',
    '@typescript-eslint/no-unsafe-member-access': 'off',
    '@typescript-eslint/no-unsafe-return': 'off',
    '@typescript-eslint/unbound-method': 'off',
    'no-restricted-syntax': [
      'error',
      ...SPREADS,
      {
        selector: 'MemberExpression[object.name=/^(describe|it|test)$/][property.name=/^(only|skip|todo|failing)$/]',
        message: 'Every test runs.',
      },
    ],
  },
});

/** Bans of single expressions. Lists are put together per folder, since a later entry replaces an earlier one whole. */
const FLOATS = [
  {
    selector: ':matches(CallExpression, MemberExpression) > Identifier[name=/^(parseFloat|toNumber)$/]',
    message: 'Money, rates and percentages are decimals.',
  },
  {
    selector: 'MemberExpression[object.name="Math"][property.name=/^(round|ceil|floor|trunc)$/]',
    message: 'Money is rounded by Money, in a way that has a name.',
  },
];
const NUMBERS = [
  {
    selector: ':matches(CallExpression, NewExpression)[callee.name="Number"], UnaryExpression[operator="+"]',
    message: 'Money, rates and percentages are decimals. For a count, name the file in eslint.config.mjs.',
  },
];
const CLOCKS = [
  {
    selector:
      'MemberExpression[object.name="Date"][property.name="now"], NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'The time comes from Clock.',
  },
];
const CHANCE = [
  {
    selector: 'MemberExpression[object.name="Math"][property.name="random"]',
    message: 'The caller of the domain passes the random value in.',
  },
];

const UNVALIDATED = [
  {
    selector: 'Decorator > CallExpression[callee.name=/^(Body|Query)$/][arguments.length=0]',
    message: 'A request is a validated DTO: @Body(RequestValidationPipe) body: SomeDto.',
  },
];

const syntax = (files, ...bans) =>
  defineConfig({ files, ignores: TESTS, rules: { 'no-restricted-syntax': ['error', ...SPREADS, ...bans.flat()] } });

const expressions = [
  ...syntax(['apps/api/src/{external,panel,sandbox}/**/*.ts'], UNVALIDATED),
  ...syntax([`${MONEY}/**/*.ts`], FLOATS),
  ...syntax(['libs/*/src/**/application/**/*.ts'], CLOCKS),
  ...syntax(['libs/*/src/**/domain/**/*.ts'], CLOCKS, CHANCE),
  ...syntax(['libs/kernel/src/**/*.ts'], FLOATS, NUMBERS),
  ...syntax([`${MONEY}/**/application/**/*.ts`], FLOATS, NUMBERS, CLOCKS),
  ...syntax([`${MONEY}/**/domain/**/*.ts`], FLOATS, NUMBERS, CLOCKS, CHANCE),
  // A page's position is a time and a wallet's version, both whole numbers.
  ...syntax(['libs/ledger/src/application/movement-cursor.ts'], FLOATS, CLOCKS),
];

const ENVIRONMENT = { name: 'node:process', importNames: ['env'], message: 'Take Config.' };

const names = (files, ...paths) =>
  defineConfig({
    files,
    ignores: TESTS,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { paths: [ENVIRONMENT, ...paths] }] },
  });

const production = [
  ...defineConfig({
    files: ['apps/**/*.ts', 'libs/**/*.ts', 'migrations/**/*.ts'],
    ignores: TESTS,
    rules: {
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Take Config.' },
        { object: 'URL', property: 'canParse', message: 'Use parseUrl, which says why.' },
      ],
    },
  }),
  ...names(['apps/**/*.ts', 'libs/**/*.ts']),
  ...names(['libs/*/src/**/application/**/*.ts'], {
    name: '@app/platform',
    allowImportNames: [
      'CONFIG',
      'Config',
      'ConfigError',
      'ConfigProblem',
      'ExpiringCache',
      'Log',
      'Loop',
      'Metrics',
      'RouteList',
      'Encrypter',
      'EncryptionKeys',
      'traced',
    ],
    message:
      'Use cases read and judge the configuration, cache, log, count, trace and encrypt. Everything else in the platform is for adapters.',
  }),
  ...names(['libs/*/src/**/domain/**/*.ts'], {
    name: '@app/kernel',
    importNames: ['newId', 'randomText', 'SystemClock'],
    message: 'The caller of the domain passes ids, random text and the time in.',
  }),
  ...defineConfig({
    // The configuration itself, the processes' entry points that hand the environment to it, and what is not run by Node.
    files: ['**/main.ts', 'libs/platform/src/config/**/*.ts', 'apps/panel/vite.config.mts', 'apps/panel/src/**/*.ts'],
    rules: { 'no-restricted-properties': 'off' },
  }),
  ...defineConfig({
    // Migrations are found by listing their folder.
    files: ['tools/start/apply-migrations.ts'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  }),
];

/** The web panel knows the service by the panel API alone. */
const panel = defineConfig({
  files: ['apps/panel/**/*.{ts,mts,tsx}'],
  ignores: ['**/*.spec.ts'],
  extends: [reactHooks.configs.flat.recommended],
  rules: {
    '@typescript-eslint/no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: '^@app/(?!banking$|banks$|currencies$)|/libs/',
            message: 'Of our libraries, the panel sees bank identifiers, lists of banks and the table of currencies.',
          },
        ],
      },
    ],
    // A component is often one long expression.
    'max-lines-per-function': ['error', { max: 90, skipBlankLines: true, skipComments: true }],
  },
});

const scripts = defineConfig(
  {
    files: ['**/*.{js,cjs,mjs}'],
    extends: [js.configs.recommended],
    languageOptions: { globals: { process: 'readonly', console: 'readonly' } },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }] },
  },
  {
    files: ['**/*.{js,cjs}'],
    languageOptions: { sourceType: 'commonjs', globals: { __dirname: 'readonly', __filename: 'readonly' } },
  },
  // Runs in browsers, whose globals are too many to name.
  { files: ['apps/*/src/**/*.js'], languageOptions: { sourceType: 'script' }, rules: { 'no-undef': 'off' } },
  { files: ['apps/*/src/**/*.mjs'], rules: { 'no-undef': 'off' } },
);

export default defineConfig(
  { ignores: ['**/node_modules/', '**/dist*/', 'coverage/', '.data/', 'apps/panel/src/api/panel-api.ts'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  rules,
  expressions,
  production,
  tests,
  panel,
  scripts,
);
