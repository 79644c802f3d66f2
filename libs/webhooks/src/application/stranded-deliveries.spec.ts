import { newId } from '@app/kernel';
import { NoUnitOfWork, StandingClock } from '@app/kernel/testing';
import { Metrics } from '@app/platform';
import { RecordedLog } from '@app/platform/testing';
import type { DeliveryName } from '../domain/delivery';
import { StrandedDeliveryRepository, type StrandedPage } from './ports';
import { StrandedDeliveries } from './stranded-deliveries';

const HOUR_MS = 3_600_000;
const END: StrandedPage = { stranded: [], last: undefined };

/** Gives out the pages of the test, and records what was asked for. */
class ScriptedPages extends StrandedDeliveryRepository {
  readonly asked: { after: string | undefined; hours: number }[] = [];
  readonly pages: (StrandedPage | Error)[] = [];
  queued: DeliveryName[] = [];

  async find(after: string | undefined, createdWithinMs: number): Promise<StrandedPage> {
    this.asked.push({ after, hours: createdWithinMs / HOUR_MS });
    const page = this.pages.shift() ?? END;
    if (page instanceof Error) throw page;
    return page;
  }

  async queue(): Promise<DeliveryName[]> {
    return this.queued;
  }
}

describe('StrandedDeliveries', () => {
  let pages: ScriptedPages;
  let clock: StandingClock;
  let log: RecordedLog;
  let metrics: Metrics;
  let stranded: StrandedDeliveries;
  beforeEach(() => {
    pages = new ScriptedPages();
    clock = new StandingClock();
    log = new RecordedLog();
    metrics = new Metrics('test', false);
    stranded = new StrandedDeliveries(pages, new NoUnitOfWork(), clock, log, metrics);
  });
  const hours = () => pages.asked.map((asked) => asked.hours);
  const aDelivery = (): DeliveryName => ({
    deliveryId: newId(),
    accountId: newId(),
    endpointId: newId(),
    paymentLinkId: newId(),
    requestId: 'request-1',
  });

  it('reads the last week first, page after page', async () => {
    pages.pages.push({ stranded: [], last: 'one' }, { stranded: [], last: 'two' });
    await expect(stranded.queueAgain()).resolves.toBe(true);
    await expect(stranded.queueAgain()).resolves.toBe(true);
    await expect(stranded.queueAgain()).resolves.toBe(false);
    expect(pages.asked).toEqual([undefined, 'one', 'two'].map((after) => ({ after, hours: 7 * 24 })));
  });

  it('reads the last hours again ten minutes later', async () => {
    await stranded.queueAgain();
    clock.advance(600_000);
    await stranded.queueAgain();
    expect(hours()).toEqual([7 * 24, 3]);
  });

  it('reads nothing between two passes', async () => {
    await stranded.queueAgain();
    clock.advance(599_000);
    await expect(stranded.queueAgain()).resolves.toBe(false);
    expect(hours()).toHaveLength(1);
  });

  it('continues with the same page after a failure', async () => {
    pages.pages.push({ stranded: [], last: 'one' }, new Error('away'));
    await stranded.queueAgain();
    await expect(stranded.queueAgain()).rejects.toThrow('away');
    await stranded.queueAgain();
    expect(pages.asked.map(({ after }) => after)).toEqual([undefined, 'one', 'one']);
  });

  it('logs each delivery that it queued, with what it belongs to', async () => {
    const delivery = aDelivery();
    pages.pages.push({ stranded: [delivery.deliveryId], last: undefined });
    pages.queued = [delivery];
    await stranded.queueAgain();
    expect(log.lines).toEqual([
      {
        level: 'error',
        fields: {
          delivery_id: delivery.deliveryId,
          account_id: delivery.accountId,
          endpoint_id: delivery.endpointId,
          payment_link_id: delivery.paymentLinkId,
          request_id: delivery.requestId,
        },
        message: 'delivery was not in the queue; the worker queued it again',
      },
    ]);
  });

  it('counts what it queued, and not what it only found', async () => {
    pages.pages.push({ stranded: [newId(), newId(), newId()], last: undefined });
    pages.queued = [aDelivery(), aDelivery()];
    await stranded.queueAgain();
    await expect(metrics.registry.metrics()).resolves.toMatch(/^webhook_deliveries_stranded_total\{.*\} 2$/m);
  });

  it('shows that it has queued none', async () => {
    await expect(metrics.registry.metrics()).resolves.toMatch(/^webhook_deliveries_stranded_total\{.*\} 0$/m);
  });
});
