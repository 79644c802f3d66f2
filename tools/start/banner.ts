import type { Config } from '@app/platform';
import type { DemoCredentials } from '../../apps/ops/src/seed-demo';

export interface RunningService {
  config: Config;
  port: number;
  opsPort: number;
  workerOpsPort: number;
  database: string;
  /** Absent in production, where nothing is seeded. */
  demo: DemoCredentials | undefined;
}

/** What a person who has just started the service needs to know. */
export function banner({ config, port, opsPort, workerOpsPort, database, demo }: RunningService): string {
  const base = `http://localhost:${port}`;
  const rows: [string, string][] = [
    ['API', `${base}/v1`],
    ['Web panel', `${base}/panel`],
    ['Panel API', `${base}/api/v1/clients`],
    ['Documentation', `${base}/docs`],
    ['Checkout', `${config.publicUrl}/checkout/{link id}`],
    ['Health, metrics', `http://localhost:${opsPort} (api), http://localhost:${workerOpsPort} (worker)`],
    ['Database', database],
  ];
  if (demo) {
    rows.push(['Demo account', demo.accountSlug], ['API key', demo.apiKey]);
    rows.push(['Panel sign-in', `${demo.email} / ${demo.password}`]);
  }
  const width = Math.max(...rows.map(([label]) => label.length));
  const table = rows.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`);
  const request = demo ? ['', '  Create a payment link:', '', firstRequest(base, demo.apiKey)] : [];
  return [
    '',
    `  The service runs (${config.environment}).`,
    '',
    ...table,
    ...request,
    '',
    '  Ctrl-C stops it.',
    '',
    '',
  ].join('\n');
}

function firstRequest(base: string, apiKey: string): string {
  const body = JSON.stringify({
    amount: 15_000,
    currency: 'ARS',
    description: 'Order 1001',
  });
  return [
    `curl -s -X POST ${base}/v1/payment-links`,
    `-H 'Authorization: Bearer ${apiKey}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${body}'`,
  ].join(' ');
}
