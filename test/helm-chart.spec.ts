import { loadConfig } from '@app/platform';
import { TEST_SECRETS } from '@app/platform/testing';
import Ajv from 'ajv';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { configurationVariables, secretVariables } from './support/configuration';
import { unknownMetrics } from './support/metrics';

const ROOT = join(__dirname, '..');
const CHART = 'deploy/helm/servicepay';
const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const ofChart = (file: string): unknown => parse(textOf(join(CHART, file)));

const TEMPLATES = readdirSync(join(ROOT, CHART, 'templates'))
  .map((file) => textOf(join(CHART, 'templates', file)))
  .join('\n');
const DOCKERFILE = textOf('Dockerfile');

/** What a pattern finds in a text: its first group. */
const found = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, group]) => group ?? '');

type Mapping = Readonly<Record<string, unknown>>;

interface Values {
  shutdownGraceSeconds: number;
  secrets: { variables: string[] };
  ingress: { paths: string[] };
}

interface Schema {
  properties: {
    configuration: { properties: Mapping };
    secrets: { properties: { variables: { items: { enum: string[] } } } };
  };
}

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all objects in a schema that list their members but accept others. */
function openObjects(schema: unknown, path = ''): string[] {
  if (!isMapping(schema)) return [];
  const open = schema['type'] === 'object' && schema['properties'] && schema['additionalProperties'] !== false;
  return [
    ...(open ? [path || '/'] : []),
    ...Object.entries(schema).flatMap(([name, member]) => openObjects(member, `${path}/${name}`)),
  ];
}

/** The values of a file over the defaults, as Helm merges them. */
function merged<T>(values: T, over: unknown): T;
function merged(values: unknown, over: unknown): unknown {
  if (!isMapping(values) || !isMapping(over)) return over;
  const names = new Set([...Object.keys(values), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? merged(values[name], over[name]) : values[name]]),
  );
}

const memberAt = (values: unknown, path: string): unknown =>
  path.split('.').reduce((node: unknown, name) => (isMapping(node) ? node[name] : undefined), values);

describe('the Helm chart', () => {
  const values = ofChart('values.yaml') as Values;
  const complete = merged(values, ofChart('ci/values.yaml'));
  const schema = ofChart('values.schema.json') as Schema & object;
  const { configuration, secrets } = schema.properties;
  const validate = new Ajv({ strict: false, allErrors: true }).compile(schema);
  const problemsOf = (given: unknown): string[] => {
    validate(given);
    return (validate.errors ?? []).map(({ instancePath }) => instancePath);
  };
  const config = loadConfig({}, () => TEST_SECRETS);

  it('takes each variable that may hold a secret from a file of a Secret (rule 16.20)', () => {
    expect([...secrets.properties.variables.items.enum].sort()).toEqual(secretVariables().sort());
  });

  it('takes every other variable as text, but for those that it sets itself (rule 16.20)', () => {
    const own = ['DATA_DIR', 'OPS_PORT', 'PORT', 'SHUTDOWN_GRACE', 'WORKER_OPS_PORT'];
    const asText = configurationVariables().filter((name) => !secretVariables().includes(name));

    expect([...Object.keys(configuration.properties), ...own].sort()).toEqual(asText.sort());
  });

  it('has no secret, image or address by default (rule 16.20)', () => {
    expect(problemsOf(values).sort()).toEqual([
      '/configuration/PUBLIC_URL',
      '/image/repository',
      '/secrets/existingSecret',
    ]);
  });

  it('accepts the values with which its templates are checked', () => {
    expect(problemsOf(complete)).toEqual([]);
  });

  it('accepts the values that the documentation shows', () => {
    const [example = ''] = found(textOf('docs/operators.md'), /```yaml\n( +# production\.yaml[^]*?)```/g);

    expect(problemsOf(merged(values, parse(example)))).toEqual([]);
    expect(parse(example)).toHaveProperty('secrets.variables');
  });

  it('rejects unknown values in every part (rule 16.20)', () => {
    expect(openObjects(schema)).toEqual([]);
  });

  it('needs a key of the Secret for each variable that production requires', () => {
    const variables = complete.secrets.variables.filter((name) => name !== 'API_KEY_PEPPER');

    expect(problemsOf(merged(complete, { secrets: { variables } }))).toContain('/secrets/variables');
  });

  it('uses in its templates only values that exist', () => {
    const used = found(TEMPLATES, /\.Values\.([A-Za-z_.]+)/g);
    const missing = used.filter((path) => memberAt(complete, path) === undefined);

    expect(used).not.toEqual([]);
    expect(missing).toEqual([]);
  });

  it('has the version of the service', () => {
    const { version } = parse(textOf('package.json')) as { version: string };

    expect(ofChart('Chart.yaml')).toMatchObject({ appVersion: version });
  });

  it.each([
    ['the API', /"http" (\d+)/g, /\bPORT=(\d+)/g],
    ['the health checks of the API', /"http" \d+ "operations" (\d+)/g, /\bOPS_PORT=(\d+)/g],
    ['the health checks of the worker', /\(dict "operations" (\d+)\)/g, /\bWORKER_OPS_PORT=(\d+)/g],
  ])('finds %s at the port of the image', (_name, inChart, inImage) => {
    expect(found(TEMPLATES, inChart)).toEqual(found(DOCKERFILE, new RegExp(`(?<!_)${inImage.source}`, 'g')));
  });

  it('asks for paths that the operations port serves', () => {
    const server = textOf('libs/platform/src/ops-server/ops-server.ts');
    const paths = [...new Set(found(TEMPLATES, /httpGet: \{ path: (\S+),/g))];

    expect(paths.sort()).toEqual(['/health/live', '/health/ready']);
    expect(paths.filter((path) => !server.includes(`'${path}'`))).toEqual([]);
  });

  it('runs as the user of the image', () => {
    expect(found(TEMPLATES, /runAsUser: (\d+)/g)).toEqual(found(DOCKERFILE, /^USER (\d+):/gm));
  });

  it('starts files that the build makes', () => {
    const components = found(TEMPLATES, /"component" "(api|delivery-worker)"/g);
    const others = found(TEMPLATES, /"dist\/(\S+)\.js"/g);
    const sources = [...components.map((name) => `apps/${name}/src/main`), ...others].map((file) => `${file}.ts`);

    expect(sources.length).toBeGreaterThan(3);
    expect(sources.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('gives the API the default time to stop, and kills no process before that of docker-compose.yml', () => {
    const spare = Number(found(TEMPLATES, /shutdownGraceSeconds (\d+) \}\}/g)[0]);
    const compose = parse(textOf('docker-compose.yml'), { merge: true }) as unknown;

    expect(values.shutdownGraceSeconds * 1_000).toBe(config.shutdownGraceMs);
    expect(memberAt(compose, 'x-long-running.stop_grace_period')).toBe(`${values.shutdownGraceSeconds + spare}s`);
  });

  it('publishes the paths that the documentation names, without the sandbox', () => {
    const section = /^## What to publish$[^]*?^## /m.exec(textOf('docs/operators.md'))?.[0] ?? '';
    const published = found(section, /^\| `(\/[^`{]*[^`{/])/gm).filter((path) => path !== '/docs/panel');

    expect([...values.ingress.paths, '/sandbox'].sort()).toEqual(published.sort());
  });

  it('scales workers by a metric that the service has (rule 16.21)', () => {
    const metrics = found(TEMPLATES, /metric:\n +name: (\S+)/g);

    expect(metrics).not.toEqual([]);
    expect(unknownMetrics(metrics)).toEqual([]);
  });

  it.each([
    ['alerts.yml', 'deploy/prometheus/alerts.yml'],
    ['dashboard.json', 'deploy/grafana/servicepay.json'],
  ])('includes %s itself, not a copy', (name, file) => {
    expect(realpathSync(join(ROOT, CHART, 'files', name))).toBe(realpathSync(join(ROOT, file)));
    expect(TEMPLATES).toContain(`"files/${name}"`);
  });
});
