import { Metrics } from './metrics';

describe('metrics', () => {
  it('with the same name are the same metric', async () => {
    const metrics = new Metrics('api', false);
    metrics.counter('hits_total', 'Hits').inc();
    metrics.counter('hits_total', 'Hits').inc();
    await expect(metrics.registry.metrics()).resolves.toContain('hits_total{service="api"} 2');
  });

  it('that count by a label show its known values from the start, because Prometheus sees no increase to a first 1', async () => {
    const metrics = new Metrics('api', false);
    metrics.counter('mail_total', 'Mail', 'result', ['sent', 'failed']).inc({ result: 'sent' });
    const text = await metrics.registry.metrics();
    expect(text).toContain('mail_total{result="sent",service="api"} 1');
    expect(text).toContain('mail_total{result="failed",service="api"} 0');
  });

  it('carry the name of the process and their labels', async () => {
    const metrics = new Metrics('delivery-worker', false);
    metrics.histogram('seconds', 'Time', ['result'], [0.1, 1]).observe({ result: 'ok' }, 0.5);
    const text = await metrics.registry.metrics();
    expect(text).toContain('seconds_bucket{le="1",service="delivery-worker",result="ok"} 1');
    expect(text).toContain('seconds_bucket{le="0.1",service="delivery-worker",result="ok"} 0');
  });

  it('that are gauges are read at every scrape', async () => {
    const metrics = new Metrics('api', false);
    let waiting = 4;
    metrics.gauge('waiting', 'Waiting', async () => waiting);
    await metrics.registry.metrics();
    waiting = 5;
    await expect(metrics.registry.metrics()).resolves.toContain('waiting{service="api"} 5');
  });

  it('that are gauges have no value when the current one cannot be read', async () => {
    const metrics = new Metrics('api', false);
    let read: () => Promise<number> = async () => 4;
    metrics.gauge('waiting', 'Waiting', () => read());
    await metrics.registry.metrics();
    read = () => Promise.reject(new Error('down'));
    expect(await metrics.registry.metrics()).not.toMatch(/^waiting\{/m);
  });

  it('are absent when they cannot be read in time, so that a scrape never hangs', async () => {
    jest.useFakeTimers();
    const metrics = new Metrics('api', false);
    metrics.gauge('waiting', 'Waiting', () => new Promise(() => undefined));
    const scraped = metrics.registry.metrics();
    await jest.advanceTimersByTimeAsync(2_000);
    expect(await scraped).not.toMatch(/^waiting\{/m);
    jest.useRealTimers();
  });

  it('with a label have a value for each that was read, and for no other', async () => {
    const metrics = new Metrics('api', false);
    let ages = new Map([
      ['mail', 1],
      ['rates', 2],
    ]);
    metrics.gaugeByLabel('age', 'Age', 'loop', () => ages);
    expect(await metrics.registry.metrics()).toMatch(/^age\{loop="mail".* 1\nage\{loop="rates".* 2$/m);
    ages = new Map([['rates', 3]]);
    expect(await metrics.registry.metrics()).not.toContain('loop="mail"');
  });

  it.each([true, false])('of the Node.js process are included when requested: %s', async (wanted) => {
    const text = await new Metrics('api', wanted).registry.metrics();
    expect(text.includes('process_cpu_seconds_total')).toBe(wanted);
  });

  it('of two registries in one process are separate', async () => {
    const [one, other] = [new Metrics('api', false), new Metrics('delivery-worker', false)];
    one.counter('hits_total', 'Hits').inc();
    await expect(other.registry.metrics()).resolves.not.toContain('hits_total');
  });
});
