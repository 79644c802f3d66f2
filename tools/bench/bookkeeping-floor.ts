import { Client } from 'pg';
import { Agent } from 'undici';
import type { Payload } from './queued-deliveries';
import { CONCURRENCY, send } from './senders';

/** Deliveries that are claimed and not recorded yet: as many as the worker has slots. */
const IN_HAND = 512;
const MIN_CLAIM = 64;
const MAX_BATCH = 256;

/** Rows leave the queue when they are recorded, and a claim changes no index. */
const TABLES = `
  DROP SCHEMA IF EXISTS bench_floor CASCADE;
  CREATE SCHEMA bench_floor;
  CREATE TABLE bench_floor.payloads (id uuid PRIMARY KEY, url text, body text, secret text);
  CREATE TABLE bench_floor.queue (
    id uuid PRIMARY KEY, due_at timestamptz NOT NULL DEFAULT now(), lease_until timestamptz, attempt int NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  CREATE INDEX ON bench_floor.queue (due_at, id);
  CREATE TABLE bench_floor.attempts (
    delivery_id uuid, attempt int, started_at timestamptz, duration_ms int, status_code int, PRIMARY KEY (delivery_id, attempt)
  )`;

const FILL = {
  payloads: `INSERT INTO bench_floor.payloads SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
  queue: `INSERT INTO bench_floor.queue (id) SELECT id FROM bench_floor.payloads`,
};

const CLAIM = {
  name: 'floor.claim',
  text: `WITH due AS (
      SELECT id FROM bench_floor.queue WHERE due_at <= now() AND coalesce(lease_until, '-infinity') <= now()
      ORDER BY due_at, id LIMIT $1 FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE bench_floor.queue SET lease_until = now() + interval '30 seconds', attempt = attempt + 1
      WHERE id = ANY (ARRAY(SELECT id FROM due)) RETURNING id, attempt
    )
    SELECT id, attempt, url, body, secret FROM claimed JOIN bench_floor.payloads USING (id)
    WHERE id = ANY (ARRAY(SELECT id FROM claimed))`,
};

const RECORD = {
  name: 'floor.record',
  text: `WITH done AS (DELETE FROM bench_floor.queue WHERE id = ANY ($1::uuid[]))
    INSERT INTO bench_floor.attempts
    SELECT * FROM unnest($1::uuid[], $2::int[], $3::timestamptz[], $4::int[], $5::int[])`,
};

interface Claimed extends Payload {
  attempt: number;
}

interface Outcome {
  id: string;
  attempt: number;
  startedAt: Date;
  durationMs: number;
}

/**
 * The least that a sender over PostgreSQL does for at-least-once delivery: it claims rows in batches, sends them as the bare
 * loop does, and records each attempt. There are no retries, fair shares, metrics or checks of addresses. What remains
 * between this and the worker is what those cost.
 */
export class BookkeepingFloor {
  private constructor(
    private readonly claims: Client,
    private readonly records: Client,
  ) {}

  static async create(databaseUrl: string): Promise<BookkeepingFloor> {
    const clients = [new Client(databaseUrl), new Client(databaseUrl)] as const;
    await Promise.all(clients.map((client) => client.connect()));
    await clients[0].query(TABLES);
    return new BookkeepingFloor(...clients);
  }

  /** Queues these payloads and no others. */
  async fill(payloads: readonly Payload[]): Promise<void> {
    await this.claims.query('TRUNCATE bench_floor.payloads, bench_floor.queue, bench_floor.attempts');
    const column = (key: keyof Payload) => payloads.map((payload) => payload[key]);
    await this.claims.query(FILL.payloads, [column('id'), column('url'), column('body'), column('secret')]);
    await this.claims.query(FILL.queue);
    await this.claims.query('ANALYZE bench_floor.payloads, bench_floor.queue');
  }

  /** Sends what is queued and resolves to the seconds that it took. */
  async send(total: number): Promise<number> {
    const agent = new Agent({ connections: CONCURRENCY, pipelining: 1 });
    const startedAt = performance.now();
    await this.drain(agent, total);
    const seconds = (performance.now() - startedAt) / 1_000;
    await agent.close();
    return seconds;
  }

  async end(): Promise<void> {
    await Promise.all([this.claims.end(), this.records.end()]);
  }

  private drain(agent: Agent, total: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Claimed[] = [];
      let outcomes: Outcome[] = [];
      let [sending, inHand, recorded, claiming, recording] = [0, 0, 0, false, false];
      const claim = async () => {
        if (claiming || IN_HAND - inHand < MIN_CLAIM) return;
        claiming = true;
        const { rows } = await this.claims.query<Claimed>({
          ...CLAIM,
          values: [Math.min(IN_HAND - inHand, MAX_BATCH)],
        });
        claiming = false;
        inHand += rows.length;
        waiting.push(...rows);
        start();
        if (rows.length > 0) await claim();
      };
      const record = async () => {
        if (recording || outcomes.length === 0) return;
        recording = true;
        const batch = outcomes;
        outcomes = [];
        await this.records.query({ ...RECORD, values: columnsOf(batch) });
        recording = false;
        inHand -= batch.length;
        recorded += batch.length;
        if (recorded === total) resolve();
        else {
          claim().catch(reject);
          await record();
        }
      };
      const sendOne = async (claimed: Claimed) => {
        sending++;
        const startedAt = new Date();
        const sentAt = performance.now();
        await send(agent, claimed);
        sending--;
        outcomes.push({ ...claimed, startedAt, durationMs: Math.round(performance.now() - sentAt) });
        start();
        await record();
      };
      const start = () => {
        while (sending < CONCURRENCY && waiting.length > 0) sendOne(waiting.pop() as Claimed).catch(reject);
      };
      claim().catch(reject);
    });
  }
}

function columnsOf(outcomes: readonly Outcome[]): unknown[][] {
  return [
    outcomes.map(({ id }) => id),
    outcomes.map(({ attempt }) => attempt),
    outcomes.map(({ startedAt }) => startedAt),
    outcomes.map(({ durationMs }) => durationMs),
    outcomes.map(() => 200),
  ];
}
