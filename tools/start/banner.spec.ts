import type { Config } from '@app/platform';
import { banner, type RunningService } from './banner';

const SERVICE: RunningService = {
  config: { environment: 'sandbox', publicUrl: 'https://pay.example.com' } as Config,
  port: 3200,
  opsPort: 9290,
  workerOpsPort: 9291,
  database: 'embedded PostgreSQL',
  demo: { accountSlug: 'demostore', apiKey: 'pay_demostore_live_x', email: 'demo@example.com', password: 'secret' },
};

describe('banner', () => {
  it.each([
    ['API', 'http://localhost:3200/v1'],
    ['Web panel', 'http://localhost:3200/panel'],
    ['Panel API', 'http://localhost:3200/api/v1/clients'],
    ['Documentation', 'http://localhost:3200/docs'],
    ['Checkout', 'https://pay.example.com/checkout/{link id}'],
    ['Health, metrics', 'http://localhost:9290 (api), http://localhost:9291 (worker)'],
    ['API key', 'pay_demostore_live_x'],
    ['Panel sign-in', 'demo@example.com / secret'],
  ])('has a row %s: %s', (label, value) => {
    expect(banner(SERVICE).split('\n')).toContainEqual(`  ${label.padEnd('Health, metrics'.length)}  ${value}`);
  });

  it('has neither a key nor an example request when there is no demo account', () => {
    const text = banner({ ...SERVICE, demo: undefined });

    expect(text).not.toMatch(/API key|curl/);
    expect(text).toContain('/docs');
  });
});
