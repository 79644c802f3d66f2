'use strict';

const { ARROWS, FEATURE_ARROWS } = require('./architecture.cjs');

/** Tests, and what only tests use. */
const TESTS = ['(spec|\\.section)\\.ts$', '/testing/', '^test/'];
const NPM = ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-bundled', 'npm-no-pkg', 'npm-unknown'];
/** A layer is a folder of its library, or of one of its features. */
const LAYER = (name) => `^libs/([^/]+)/(?:src|src/.+)/${name}/`;
/** The same layers in the library that the rule is about. */
const OWN = (...names) => `^libs/$1/(?:src|src/.+)/(?:${names.join('|')})/`;

const forbidden = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const arrows = Object.entries(ARROWS).map(([library, visible]) =>
  forbidden(
    `arrows-of-${library}`,
    visible.length > 0 ? `${library} sees ${visible.join(', ')} and no other library.` : `${library} sees no library.`,
    { path: `^libs/${library}/` },
    // Tests of every library prove that the books balance; `no-tests-in-production` keeps others from it.
    { path: '^libs/', pathNot: [...[library, ...visible].map((name) => `^libs/${name}/`), '^libs/books/src/testing/'] },
  ),
);

const featureArrows = Object.entries(FEATURE_ARROWS).flatMap(([library, features]) =>
  Object.entries(features).map(([feature, visible]) =>
    forbidden(
      `arrows-of-${library}/${feature}`,
      `${feature} sees ${visible.length > 0 ? visible.join(', ') : 'no feature'} of ${library} and no other feature.`,
      { path: `^libs/${library}/src/${feature}/`, pathNot: TESTS },
      {
        path: `^libs/${library}/src/(${Object.keys(features).join('|')})/`,
        pathNot: [feature, ...visible].map((name) => `^libs/${library}/src/${name}/`),
      },
    ),
  ),
);

const surfaces = [
  forbidden(
    'every-library-has-its-arrows',
    'A new library gets its line in architecture.cjs before anything else.',
    { path: '^libs/', pathNot: `^libs/(${Object.keys(ARROWS).join('|')})/` },
    {},
  ),
  forbidden(
    'library-by-its-index',
    'Another library is what its index.ts exports; tests may also use its testing/index.ts.',
    { path: '^libs/([^/]+)/' },
    { path: '^libs/', pathNot: ['^libs/$1/', '^libs/[^/]+/src/(testing/)?index\\.ts$'] },
  ),
  forbidden(
    'library-by-its-index-from-outside',
    'Apps, tools and tests see of a library what its index.ts exports; tests may also use its testing/index.ts.',
    { pathNot: '^libs/' },
    { path: '^libs/', pathNot: '^libs/[^/]+/src/(testing/)?index\\.ts$' },
  ),
  forbidden(
    'library-by-its-alias',
    'Another library is imported as @app/x.',
    { path: '^libs/([^/]+)/' },
    { path: '^libs/', pathNot: '^libs/$1/', dependencyTypesNot: ['aliased'] },
  ),
  forbidden(
    'library-by-its-alias-from-outside',
    'A library is imported as @app/x.',
    { pathNot: '^libs/' },
    { path: '^libs/', dependencyTypesNot: ['aliased'] },
  ),
  forbidden(
    'own-files-by-path',
    'Inside a library its files are imported by relative path, never through its own index.ts.',
    { path: '^libs/([^/]+)/', pathNot: TESTS },
    { path: '^libs/$1/', dependencyTypes: ['aliased'] },
  ),
];

const layers = [
  forbidden(
    'kernel-stands-alone',
    'The kernel has exact decimals from big.js and randomness from node:crypto, and needs nothing else.',
    { path: '^libs/kernel/', pathNot: TESTS },
    { pathNot: ['^libs/kernel/', 'node_modules/(@types/)?big\\.js/', '^(node:)?crypto$'] },
  ),
  forbidden(
    'banking-runs-in-a-browser',
    'The panel bundles the bank identifiers, so they use nothing of Node and no package but the three validators.',
    { path: '^libs/banking/', pathNot: TESTS },
    { pathNot: ['^libs/banking/', 'node_modules/(clabe-validator|cpf-cnpj-validator|rut\\.js)/'] },
  ),
  forbidden(
    'domain-sees-only-domain',
    'A domain imports itself, the kernel and the bank identifiers, which are pure functions too.',
    { path: LAYER('domain'), pathNot: TESTS },
    { path: '^(libs|apps|migrations|tools)/', pathNot: [OWN('domain'), '^libs/(kernel|banking)/'] },
  ),
  forbidden(
    'domain-without-packages',
    'A domain is plain TypeScript: no framework, no driver, no package at all.',
    { path: LAYER('domain'), pathNot: TESTS },
    { dependencyTypes: NPM },
  ),
  forbidden(
    'domain-without-io',
    'A domain uses nothing of Node.',
    { path: LAYER('domain'), pathNot: TESTS },
    { dependencyTypes: ['core'] },
  ),
  forbidden(
    'application-sees-no-adapter',
    'Use cases know ports; the module provides the adapters.',
    { path: LAYER('application'), pathNot: TESTS },
    { path: '^libs/$1/src/', pathNot: OWN('domain', 'application') },
  ),
  forbidden(
    'application-without-drivers',
    "Of the packages, use cases may use only Nest's decorators.",
    { path: LAYER('application'), pathNot: TESTS },
    { dependencyTypes: NPM, pathNot: 'node_modules/@nestjs/common/' },
  ),
  forbidden(
    'application-without-io',
    'Files, sockets and processes are the business of adapters.',
    { path: LAYER('application'), pathNot: TESTS },
    { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|events|os|timers|timers/promises|util)$' },
  ),
  forbidden(
    'adapters-are-wired-by-the-module',
    'An adapter serves ports: it knows neither the module nor the index above it.',
    { path: LAYER('adapters'), pathNot: TESTS },
    { path: '^libs/$1/src/', pathNot: OWN('domain', 'application', 'adapters') },
  ),
];

const houses = [
  forbidden(
    'no-library-sees-an-app',
    'Dependencies go from apps to libraries.',
    { path: '^libs/' },
    { path: '^apps/' },
  ),
  forbidden(
    'apps-do-not-meet',
    'Processes share libraries and the database, never code of another app.',
    { path: '^apps/([^/]+)/' },
    { path: '^apps/', pathNot: '^apps/$1/' },
  ),
  forbidden(
    'providers-are-behind-their-ports',
    'Everything reaches a provider through the registry; only modules list them, and the sandbox surface plays its sandbox.',
    {
      path: '^(apps|libs)/',
      pathNot: [...TESTS, '^libs/providers/', '^apps/[^/]+/src/[a-z]+\\.module\\.ts$', '^apps/api/src/sandbox/'],
    },
    { path: '^libs/providers/' },
  ),
  forbidden(
    'one-provider-knows-no-other',
    'A provider is one folder, which can be deleted.',
    { path: '^libs/providers/src/([^/]+)/', pathNot: '^libs/providers/src/testing/index\\.ts$' },
    { path: '^libs/providers/src/[^/]+/', pathNot: '^libs/providers/src/($1|testing)/' },
  ),
  forbidden(
    'tools-start-apps',
    "The tools start apps as processes; of their code they use the staff's tool and the OpenAPI document.",
    { path: '^tools/', pathNot: TESTS },
    { path: '^apps/', pathNot: '^apps/(ops/src/(context|run-command|seed-demo)|api/src/openapi)\\.ts$' },
  ),
  forbidden(
    'tools-are-on-top',
    'Nothing that ships to production runs a tool.',
    { path: '^(apps|libs|migrations)/', pathNot: TESTS },
    { path: '^tools/' },
  ),
  forbidden(
    'migrations-are-frozen',
    'A migration must do the same in years, so it uses no code that keeps changing.',
    { path: '^migrations/', pathNot: TESTS },
    { pathNot: 'node_modules/typeorm/' },
  ),
  forbidden('nobody-imports-migrations', 'The data source loads them.', { pathNot: TESTS }, { path: '^migrations/' }),
  forbidden(
    'no-tests-in-production',
    'Production code knows no test, factory or test harness; demos run against the fakes of providers.',
    { path: '^(apps|libs|migrations|tools)/', pathNot: TESTS },
    { path: TESTS, pathNot: '^libs/providers/src/testing/index\\.ts$' },
  ),
  forbidden(
    'no-test-imports-a-test',
    'What tests share lives in testing/ or test/support.',
    {},
    { path: 'spec\\.ts$' },
  ),
  forbidden('no-build-output', 'Sources never import what was compiled from them.', {}, { path: '^dist[^/]*/' }),
];

const hygiene = [
  forbidden('no-circles', 'A cycle has no first file to read or to load.', {}, { circular: true }),
  forbidden(
    'no-dead-files',
    'No process and no test ever loads this file.',
    { path: ['^apps/[^/]+/src/main\\.ts$', '^tools/', 'spec\\.ts$'] },
    { path: '^(apps|libs)/.*\\.ts$', pathNot: ['/main\\.ts$', '/testing/index\\.ts$', 'spec\\.ts$'], reachable: false },
  ),
  forbidden('no-unresolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
  forbidden(
    'no-dev-dependencies',
    'The image has production dependencies only. The scripts that compile and generate run where the others are.',
    {
      path: '^(apps|libs|migrations|tools)/',
      pathNot: [...TESTS, '^tools/(build|build-panel|check-configuration|api-types)\\.js$', '^tools/screenshots/'],
    },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm'], pathNot: 'node_modules/@types/' },
  ),
  forbidden(
    'no-undeclared-dependencies',
    'A package that package.json does not name is there by chance.',
    {},
    { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  ),
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [...arrows, ...featureArrows, ...surfaces, ...layers, ...houses, ...hygiene],
  options: {
    doNotFollow: { path: 'node_modules' },
    // What `npm pack` compiles for the SDK; and the web panel, whose imports eslint.config.mjs limits.
    exclude: { path: ['^libs/[^/]+/dist/', '^apps/panel/'] },
    tsConfig: { fileName: 'tsconfig.json' },
    webpackConfig: { fileName: require.resolve('./architecture.cjs') },
    // Type-only imports are dependencies too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
  },
};
