import { newId, randomText } from '@app/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { assertBooks } from '../../tools/bench/databases';
import { until } from '../support/conditions';
import { HttpClient } from '../support/http-client';
import { signIn } from '../support/panel';
import { Receiver } from '../support/receiver';
import type { Cluster } from './cluster';
import { Shop } from './shop';

/** How often a sale and a payout begin, and how many of each may run at the same time: a slow machine gets fewer. */
export interface Pace {
  readonly saleEveryMs: number;
  readonly payoutEveryMs: number;
  readonly atOnce: number;
}

const FULL: Pace = { saleEveryMs: 50, payoutEveryMs: 500, atOnce: 200 };
/** For a short trial. */
export const GENTLE: Pace = { saleEveryMs: 200, payoutEveryMs: 500, atOnce: 8 };
const SETTLED_WITHIN_MS = 60_000;
const BANK_ACCOUNT = {
  holder_name: 'Café Río',
  document: { type: 'cuit', number: '20-05536168-2' },
  country: 'AR',
  currency: 'ARS',
  bank: { name: 'Banco Galicia', cbu: '2850590940090418135201' },
};

/** What became of the traffic. */
export interface Tally {
  readonly journeys: number;
  readonly payouts: number;
  readonly requests: number;
  readonly failed: number;
  /** Failed requests by the step of the cluster, what was asked and what came back. */
  readonly failures: Readonly<Record<string, number>>;
  readonly slowestMs: number;
  readonly creditedOnce: number;
  readonly paidOutOnce: number;
  /** Links and payouts whose event never arrived. */
  readonly missing: number;
  /** Those whose event arrived more than once. */
  readonly twice: number;
}

/** Counted in the database, in the order of the parameters: the paid links and the payouts that were confirmed. */
const COUNTS = `
  SELECT (SELECT count(*) FROM (SELECT 1 FROM received_payments WHERE payment_link_id = ANY ($1) AND status = 'credited'
            GROUP BY payment_link_id HAVING count(*) = 1) AS credited)::int AS credited,
    (SELECT count(*) FROM received_payments)::int AS payments,
    (SELECT count(*) FROM payouts WHERE id = ANY ($2) AND status = 'completed')::int AS completed,
    (SELECT count(*) FROM payouts)::int AS payouts,
    (SELECT count(*) FROM sandbox_payouts WHERE paid_count = 1)::int AS paid`;

/** One merchant's sales and payouts, by default 20 and two a second, whose webhooks a receiver counts. */
export class Traffic {
  private readonly payouts: string[] = [];
  private readonly running: Promise<void>[] = [];
  private isOver = false;

  private constructor(
    private readonly cluster: Cluster,
    private readonly shop: Shop,
    private readonly receiver: Receiver,
    private readonly order: { body: object; headers: Readonly<Record<string, string>> },
  ) {}

  /** For a new merchant, whom the staff's tool of that checkout creates. */
  static async on(cluster: Cluster, root?: string): Promise<Traffic> {
    const [email, password] = [`${newId()}@example.com`, randomText(24)];
    const account = ['--name', 'Café Río', '--email', email, '--password', password];
    const opened = await cluster.command(['ops', 'account:create', ...account, '--json'], root);
    const { wallets } = JSON.parse(opened) as { wallets: { id: string }[] };
    const client = new HttpClient(cluster.url);
    const { token, panel } = await signIn({ url: cluster.url, anonymous: () => client }, { email, password });
    const created = async (path: string, body: object, by = panel) => {
      const response = await by.post(path, body);
      if (response.status !== 201) throw new Error(`${path} got ${response.status} ${response.text}`);
      return response.body.data as { id: string; api_key: string };
    };
    const { api_key: key } = await created('/api-keys', { name: 'Shop', permissions: ['*'], rate_limit: 10_000 });
    const receiver = await Receiver.start();
    const api = new HttpClient(cluster.url, { authorization: `Bearer ${key}` });
    await created('/v1/webhooks', { url: receiver.url() }, api);
    const { id: account_id } = await created('/bank-accounts', BANK_ACCOUNT);
    const body = { type: 'payout', virtual_wallet_id: wallets[0]?.id, bank_account_id: account_id, amount: '1000.00' };
    const order = { body, headers: { authorization: `Bearer ${token}` } };
    return new Traffic(cluster, new Shop(client, key), receiver, order);
  }

  start({ saleEveryMs, payoutEveryMs, atOnce } = FULL): void {
    this.cluster.begin('run before');
    this.running.push(handled(this.flow(saleEveryMs, atOnce, () => this.shop.sell())));
    this.running.push(handled(this.flow(payoutEveryMs, atOnce, () => this.payOut())));
  }

  /** Resolves after that time, when another sale and another payout are confirmed. */
  async goOn(ms: number): Promise<void> {
    const [sales, payouts] = [this.shop.sold.length, this.payouts.length];
    await pause(ms);
    const hasMore = () => this.shop.sold.length > sales && this.payouts.length > payouts;
    await until('another sale and another payout are confirmed', hasMore, SETTLED_WITHIN_MS);
  }

  /** Resolves when everything has arrived that was to arrive, or when that takes too long: the tally tells. */
  async end(): Promise<Tally> {
    this.isOver = true;
    await Promise.all(this.running);
    await until('every event has arrived', () => this.arrivals().missing === 0, SETTLED_WITHIN_MS).catch(
      () => undefined,
    );
    // A repetition would follow the first delivery within the lease of a delivery.
    await pause(2_000);
    return this.tally();
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.receiver.stop();
  }

  /** Starts one each time, whether those before have ended or not, unless too many have not. */
  private async flow(everyMs: number, atOnce: number, one: () => Promise<void>): Promise<void> {
    const started: Promise<void>[] = [];
    let open = 0;
    for (let due = performance.now(); !this.isOver; due += everyMs) {
      await pause(Math.max(0, due - performance.now()));
      if (open >= atOnce) continue;
      open += 1;
      const ended = one()
        .catch((error: unknown) => {
          this.isOver = true;
          throw error;
        })
        .finally(() => (open -= 1));
      started.push(handled(ended));
    }
    await Promise.all(started);
  }

  private async payOut(): Promise<void> {
    // The wallet is empty before the first sale.
    if (this.shop.sold.length === 0) return;
    const headers = { ...this.order.headers, 'idempotency-key': newId() };
    const path = '/api/v1/clients/payouts';
    const response = await this.shop.confirmed({ name: 'pay out', path, body: this.order.body, headers });
    this.payouts.push((response.body.data as { id: string }).id);
  }

  private arrivals(): Pick<Tally, 'missing' | 'twice'> {
    const counts = new Map<string, number>();
    for (const { body } of this.receiver.requests) {
      const { data } = JSON.parse(body.toString()) as { data: { payment_link_id?: string; payout_id?: string } };
      const subject = data.payment_link_id ?? data.payout_id ?? '';
      counts.set(subject, (counts.get(subject) ?? 0) + 1);
    }
    const expected = [...this.shop.sold, ...this.payouts];
    return {
      missing: expected.filter((id) => !counts.has(id)).length,
      twice: [...counts.values()].filter((count) => count > 1).length,
    };
  }

  private async tally(): Promise<Tally> {
    const { attempts, sold } = this.shop;
    const failures: Record<string, number> = {};
    for (const { at, outcome } of attempts.filter(({ good }) => !good)) {
      const failure = `${this.cluster.stepAt(at)}, ${outcome}`;
      failures[failure] = (failures[failure] ?? 0) + 1;
    }
    const counts = await this.count();
    return {
      journeys: sold.length,
      payouts: this.payouts.length,
      requests: attempts.length,
      failed: attempts.filter(({ good }) => !good).length,
      failures,
      slowestMs: Math.round(Math.max(...attempts.map(({ took }) => took))),
      creditedOnce: counts.payments === sold.length ? counts.credited : NaN,
      paidOutOnce: counts.payouts === this.payouts.length && counts.paid === counts.payouts ? counts.completed : NaN,
      ...this.arrivals(),
    };
  }

  private async count() {
    const client = new Client({ connectionString: this.cluster.databaseUrl });
    await client.connect();
    try {
      const { rows } = await client.query<Record<'credited' | 'payments' | 'completed' | 'payouts' | 'paid', number>>(
        COUNTS,
        [this.shop.sold, this.payouts],
      );
      return rows[0]!;
    } finally {
      await client.end();
    }
  }
}

/** A failure is thrown where the promise is awaited, which may be later. */
function handled(work: Promise<void>): Promise<void> {
  work.catch(() => undefined);
  return work;
}

/** What is wrong: everything has to happen once, every process to end with 0, and the books to balance. */
export async function faultsOf(cluster: Cluster, tally: Tally): Promise<string[]> {
  await assertBooks(cluster.config, cluster.databaseUrl);
  return [
    tally.creditedOnce !== tally.journeys && 'a payment was not credited once',
    tally.paidOutOnce !== tally.payouts && 'a payout was not paid once',
    tally.missing > 0 && 'webhooks are missing',
    tally.twice > 0 && 'webhooks arrived twice',
    cluster.stops.some((stop) => stop['exit code'] !== 0) && 'a process did not end with 0',
  ].filter((fault) => fault !== false);
}

/** Prints the tally, and throws if something is wrong, or if a request failed unless that `mayFail`. */
export async function report(cluster: Cluster, tally: Tally, { mayFail = false } = {}): Promise<void> {
  console.table({
    journeys: tally.journeys,
    'payments credited once': tally.creditedOnce,
    payouts: tally.payouts,
    'payouts paid once': tally.paidOutOnce,
    requests: tally.requests,
    'failed requests': tally.failed,
    'webhooks missing': tally.missing,
    'webhooks twice': tally.twice,
    'slowest request, ms': tally.slowestMs,
  });
  if (tally.failed > 0) console.table(tally.failures);
  if (cluster.stops.length > 0) console.table(cluster.stops);
  const faults = await faultsOf(cluster, tally);
  if (tally.failed > 0 && !mayFail) faults.push('requests failed');
  if (faults.length === 0) return console.log('the books balance');
  console.log(cluster.output);
  throw new Error(faults.join(', '));
}
