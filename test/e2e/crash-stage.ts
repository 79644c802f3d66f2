import { newId } from '@app/kernel';
import { DELIVERIES } from '@app/webhooks/testing';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { ensureBuilt, ServiceProcess } from '../support/processes';
import { TestRail } from '../support/rail';
import { Receiver } from '../support/receiver';
import { TestService, type Merchant } from '../support/service';
import { createScratchDatabase } from '../support/test-database';

interface DeliveryRow {
  readonly id: string;
  readonly status: string;
  readonly attempt: number;
  readonly lease_until: Date | null;
  readonly due: boolean;
}

/**
 * A process ends at the worst moment, and its pending work is done exactly once. Only that process is a real one: the
 * service in this process continues its work. The database is its own, since other workers would do the work before.
 */
export class CrashStage {
  /** The path of the test's receiver: a worker may also send pending deliveries of an earlier test. */
  hook = '';
  private current: Merchant | undefined;
  private readonly started: ServiceProcess[] = [];

  private constructor(
    private readonly database: Awaited<ReturnType<typeof createScratchDatabase>>,
    readonly service: TestService,
    readonly receiver: Receiver,
  ) {}

  static async open(): Promise<CrashStage> {
    await ensureBuilt();
    const database = await createScratchDatabase();
    const service = await TestService.start({ env: { DATABASE_URL: database.url } });
    return new CrashStage(database, service, await Receiver.start());
  }

  async close(): Promise<void> {
    await this.service.stop();
    await this.receiver.stop();
    await this.database.drop();
  }

  /** A test begins, with a merchant of its own. */
  async begin(): Promise<void> {
    this.hook = `/hook/${newId()}`;
    this.receiver.requests.length = 0;
    this.receiver.response = () => 200;
    this.current = await this.service.merchant();
  }

  async end(): Promise<void> {
    await this.service.stopWorker();
    await Promise.all(this.started.splice(0).map((process) => process.end('SIGKILL')));
    await expectBooksBalanced(this.service);
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  get merchant(): Merchant {
    return this.current!;
  }

  async start(app: 'api' | 'delivery-worker', env: Record<string, string> = {}): Promise<ServiceProcess> {
    const process = await ServiceProcess.start(app, { DATABASE_URL: this.databaseUrl, ...env });
    this.started.push(process);
    return process;
  }

  async railOf(api: ServiceProcess): Promise<TestRail> {
    return new TestRail(this.service.config, await api.url());
  }

  balance(): Promise<string | undefined> {
    return this.service.balance(this.merchant.local!.id);
  }

  /** The only delivery of the merchant. */
  async delivery(): Promise<DeliveryRow> {
    const rows = await this.service.sql<DeliveryRow>(
      `SELECT id, status, attempt, lease_until, greatest(next_attempt_at, lease_until) <= now() AS due
         FROM ${DELIVERIES}
        WHERE account_id = $1`,
      [this.merchant.account.id],
    );
    expect(rows).toHaveLength(1);
    return rows[0]!;
  }

  /** Pays a link, so that one delivery to the receiver is pending. */
  async createPendingDelivery(): Promise<void> {
    await this.merchant.api.post('/v1/webhooks', { url: this.receiver.url(this.hook) });
    await this.service.simulate(await this.service.createLink(this.merchant), { event: 'pay' });
  }

  /** The lease of a killed worker would expire after half a minute; this expires it now. */
  async expireLease(): Promise<void> {
    const { id } = this.merchant.account;
    await this.service.sql('UPDATE webhook_queue SET lease_until = now() WHERE account_id = $1', [id]);
  }

  async expectSecondAttempt(): Promise<void> {
    const [first, second] = await this.receiver.received(2, this.hook);
    expect(second!.headers['x-webhook-retry']).toBe('2');
    expect(second!.headers['x-webhook-id']).toBe(first!.headers['x-webhook-id']);
    expect(second!.body.equals(first!.body)).toBe(true);
    await until('the delivery is done', async () => (await this.delivery()).status === 'delivered');
    expect((await this.delivery()).attempt).toBe(2);
  }
}
