import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsIn, REGISTERED_METRICS, unknownMetrics } from './support/metrics';

interface Sourced {
  datasource: { uid: string };
}

interface Panel extends Sourced {
  title: string;
  type: string;
  targets: (Sourced & { expr: string })[];
}

interface Dashboard {
  panels: Panel[];
  templating: { list: { name: string; type: string; definition?: string }[] };
}

const FILE = join(__dirname, '..', 'deploy', 'grafana', 'servicepay.json');

describe('the dashboard', () => {
  const dashboard = JSON.parse(readFileSync(FILE, 'utf8')) as Dashboard;
  const panels = dashboard.panels.filter(({ type }) => type !== 'row');
  const metricsOf = ({ targets }: Panel): string[] => targets.flatMap(({ expr }) => metricsIn(expr));
  const variables = dashboard.templating.list;

  it.each(panels)('$title shows only metrics that the service has (rule 16.21)', (panel) => {
    expect(metricsOf(panel)).not.toEqual([]);
    expect(unknownMetrics(metricsOf(panel))).toEqual([]);
  });

  it('shows every metric of the service', () => {
    const shown = new Set(panels.flatMap(metricsOf));

    expect([...REGISTERED_METRICS].filter((name) => !shown.has(name))).toEqual([]);
  });

  it('has variables for the data source and the job, and every query uses both', () => {
    const sources = panels
      .flatMap((panel): Sourced[] => [panel, ...panel.targets])
      .map(({ datasource }) => datasource.uid);
    const withoutJob = panels.flatMap(({ targets }) => targets).filter(({ expr }) => !expr.includes('job="$job"'));

    expect(variables.map(({ name, type }) => [name, type])).toEqual([
      ['datasource', 'datasource'],
      ['job', 'query'],
    ]);
    expect(new Set(sources)).toEqual(new Set(['${datasource}']));
    expect(withoutJob).toEqual([]);
  });

  it('finds jobs by a metric that the service has (rule 16.21)', () => {
    const metrics = variables.flatMap(({ definition = '' }) => /label_values\((\w+),/.exec(definition)?.[1] ?? []);

    expect(metrics).not.toEqual([]);
    expect(unknownMetrics(metrics)).toEqual([]);
  });
});
