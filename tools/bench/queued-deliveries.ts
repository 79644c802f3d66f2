import { newId, UnitOfWork } from '@app/kernel';
import { DELIVERIES_CHANNEL, EventPublisher, WebhookEndpoints, type WebhookEvent } from '@app/webhooks';
import type { INestApplicationContext } from '@nestjs/common';
import type { Client } from 'pg';

const ACCOUNTS = 20;
const ENDPOINTS = 5;
const EVENTS_AT_ONCE = 500;

/** What a sender needs of a delivery. */
export interface Payload {
  id: string;
  url: string;
  body: string;
  secret: string;
}

/** The queue of deliveries to the bench's receiver: 20 accounts with 5 endpoints each. */
export class QueuedDeliveries {
  private readonly secrets = new Map<string, string>();
  private readonly accounts: string[] = [];

  private constructor(
    private readonly app: INestApplicationContext,
    private readonly database: Client,
    private readonly receiver: string,
  ) {}

  static async create(app: INestApplicationContext, database: Client, receiver: string): Promise<QueuedDeliveries> {
    const queued = new QueuedDeliveries(app, database, receiver);
    await queued.register();
    return queued;
  }

  /** Empties the queue. No worker may be running. */
  async clear(): Promise<void> {
    await this.database.query('TRUNCATE webhook_queue, webhook_delivery_attempts, webhook_deliveries, webhook_events');
  }

  /** Queues about `count` deliveries in one transaction and returns their number; the clock may start now. */
  async fill(count: number): Promise<number> {
    const events = Math.max(1, Math.round(count / ENDPOINTS));
    const publisher = this.app.get(EventPublisher);
    await this.app.get(UnitOfWork).run(async (tx) => {
      for (let start = 0; start < events; start += EVENTS_AT_ONCE) {
        const size = Math.min(EVENTS_AT_ONCE, events - start);
        await publisher.publish(
          tx,
          Array.from({ length: size }, (_, index) => this.event(start + index)),
        );
      }
    });
    await this.database.query('ANALYZE webhook_events, webhook_deliveries, webhook_queue');
    return events * ENDPOINTS;
  }

  /** Publishes one event for one endpoint of its own. */
  async publishOne(): Promise<void> {
    const [accountId = ''] = this.accounts;
    const event = { ...this.event(0), accountId, type: 'payout.failed' } as const;
    await this.app.get(UnitOfWork).run((tx) => this.app.get(EventPublisher).publish(tx, [event]));
  }

  async announce(): Promise<void> {
    await this.database.query(`SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`);
  }

  /** The queued deliveries, for a sender without the service. */
  async payloads(): Promise<Payload[]> {
    const { rows } = await this.database.query<{ id: string; url: string; body: string; endpoint_id: string }>(
      `SELECT d.id, d.url, e.body, d.endpoint_id FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id
       ORDER BY d.id`,
    );
    return rows.map(({ endpoint_id, ...row }) => ({ ...row, secret: this.secrets.get(endpoint_id) ?? '' }));
  }

  /** The id of the PostgreSQL server's process. */
  async serverProcess(): Promise<number> {
    const { rows } = await this.database.query<{ pid: number }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int AS pid`,
    );
    return rows[0]?.pid ?? NaN;
  }

  /** Makes one endpoint in a hundred silent, or lets all respond. */
  async silence(silent: boolean): Promise<void> {
    await this.database.query(
      `UPDATE webhook_endpoints SET url = replace(url, $1, $2) WHERE id = (SELECT min(id::text)::uuid FROM webhook_endpoints)`,
      silent ? ['/hook/', '/silent/'] : ['/silent/', '/hook/'],
    );
  }

  /** Deliveries to receivers that respond which are not recorded yet. Reads the table only while nearly nothing is left. */
  async left(): Promise<boolean> {
    const { rows } = await this.database.query(
      `SELECT FROM webhook_queue q JOIN webhook_deliveries d ON d.id = q.delivery_id WHERE d.url NOT LIKE '%/silent/%' LIMIT 1`,
    );
    return rows.length > 0;
  }

  /** Throws unless each delivery to a receiver that responds is recorded as delivered by its first attempt. */
  async verify(expected: number): Promise<void> {
    const { rows } = await this.database.query<{ delivered: number; attempts: number }>(
      `SELECT count(*)::int AS delivered, coalesce(sum(attempts), 0)::int AS attempts
       FROM (SELECT count(*) AS attempts FROM webhook_delivery_attempts GROUP BY delivery_id HAVING bool_or(error IS NULL)) d`,
    );
    const { delivered = 0, attempts = 0 } = rows[0] ?? {};
    if (delivered !== expected || attempts !== expected) {
      throw new Error(`${expected} deliveries expected, ${delivered} delivered with ${attempts} attempts`);
    }
  }

  private async register(): Promise<void> {
    for (let number = 0; number < ACCOUNTS; number++) {
      const accountId = newId();
      this.accounts.push(accountId);
      await this.database.query(`INSERT INTO accounts (id, slug, name, country) VALUES ($1, $2, 'Bench', 'AR')`, [
        accountId,
        `deliver${number}`,
      ]);
      for (let index = 0; index < ENDPOINTS; index++) {
        const { endpoint, secret } = await this.app.get(WebhookEndpoints).create(
          { accountId, apiKeyId: null },
          { type: 'system', name: 'bench' },
          {
            url: `${this.receiver}/hook/${number}-${index}`,
            events: index === 0 ? ['payment.completed', 'payout.failed'] : ['payment.completed'],
          },
        );
        this.secrets.set(endpoint.id, secret);
      }
    }
  }

  private event(number: number): WebhookEvent {
    return {
      accountId: this.accounts[number % ACCOUNTS] ?? '',
      type: 'payment.completed',
      createdAt: new Date(),
      data: {
        payment_link_id: newId(),
        payment_id: newId(),
        status: 'completed',
        amount: '15000.00',
        currency: 'ARS',
        fee: '435.00',
        net_amount: '14565.00',
        description: `Order ${number}`,
        payer: { name: 'María Souza', email: 'maria@example.com', document: '20-05536168-2' },
        paid_at: new Date().toISOString(),
      },
    };
  }
}
