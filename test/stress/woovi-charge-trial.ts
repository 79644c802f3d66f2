import type { FakeWoovi } from '@app/providers/testing';
import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { RowLock } from '../support/row-lock';
import { randomUpTo, sendAll, type KillableService } from './killable-service';
import { amid, notify, type Notification } from './provider-crash-rail';

const CHARGE = /^POST \/api\/v1\/charge$/;
/** A kill follows at most so many charges or webhooks. */
const LATEST_KILL = 10;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * Payers choose Pix on links of 100 BRL, and pay. The API is killed amid its calls of Woovi, between a call and the record of
 * the order, and while webhooks arrive. A payer without a response chooses again.
 */
export class WooviChargeTrial {
  private links: readonly string[] = [];
  private walletId = '';
  /** The charges of other trials. */
  private readonly earlier: ReadonlySet<string>;

  constructor(
    private readonly service: KillableService,
    private readonly fake: FakeWoovi,
    private readonly count: number,
  ) {
    this.earlier = new Set(fake.account.charges.keys());
  }

  /** Ends when every payment is credited. */
  async run(): Promise<void> {
    await this.service.within(async (inProcess) => {
      const merchant = await inProcess.merchant({ localCurrency: 'BRL' });
      this.walletId = merchant.local!.id;
      const create = () => inProcess.createLink(merchant, { amount: 100, currency: 'BRL' });
      this.links = await Promise.all(Array.from({ length: this.count }, create));
    });
    await this.openAll();
    await this.payAll();
  }

  /** The names at Woovi of the orders of the links. */
  async ordered(): Promise<readonly string[]> {
    const orders = await this.service.sql<{ reference: string }>(
      'SELECT provider_reference AS reference FROM checkout_orders WHERE link_id = ANY ($1)',
      [this.links],
    );
    return orders.map(({ reference }) => reference);
  }

  /** The charges at Woovi whose orders a kill has cut off. No payer has seen their codes. */
  async abandoned(): Promise<readonly string[]> {
    const ordered = await this.ordered();
    const charges = [...this.fake.account.charges.keys()].filter((reference) => !this.earlier.has(reference));
    return charges.filter((reference) => !ordered.includes(reference));
  }

  /** The links whose payment is credited, once for each credit. */
  async credited(): Promise<readonly string[]> {
    const payments = await this.service.sql<{ id: string }>(
      `SELECT payment_link_id AS id FROM received_payments WHERE wallet_id = $1 AND status = 'credited'`,
      [this.walletId],
    );
    return payments.map(({ id }) => id);
  }

  /** The references of payment exceptions about charges of the trial. */
  async exceptions(): Promise<readonly string[]> {
    const exceptions = await this.service.sql<{ reference: string }>('SELECT reference FROM payment_exceptions');
    return exceptions.map(({ reference }) => reference).filter((reference) => !this.earlier.has(reference));
  }

  /** Proves the books. */
  expectBooksBalanced(): Promise<void> {
    return this.service.within(expectBooksBalanced);
  }

  private async openAll(): Promise<void> {
    const [last, ...others] = this.links;
    let pending: readonly string[] = others;
    for (let round = 1; round <= 2; round += 1) {
      await this.service.startAll();
      const calls = randomUpTo(LATEST_KILL);
      const killed = amid(this.fake, CHARGE)(calls, () => this.service.kill('api'));
      const [opened] = await Promise.all([this.choose(pending), killed]);
      pending = pending.filter((link) => !opened.has(link));
    }
    await this.killBeforeRecord(last!);
    // The payers of open orders choose again too: they get the same order.
    expect((await this.choose(this.links)).size).toBe(this.count);
  }

  /** Kills the API when Woovi has responded with the charge, and before the order is stored. */
  private async killBeforeRecord(link: string): Promise<void> {
    await this.service.startAll();
    let held: RowLock | undefined;
    this.fake.onDone = async () => {
      const select = 'SELECT 1 FROM payment_links WHERE id = $1';
      held = await RowLock.hold(this.service.databaseUrl, select, [link]);
      return true;
    };
    const chosen = this.choose([link]);
    const lock = await until('Woovi has the charge', () => held);
    this.fake.onDone = () => true;
    await lock.waitedFor();
    await this.service.kill('api');
    await lock.endWaiting();
    await lock.release();
    expect((await chosen).size).toBe(0);
    await this.service.startAll();
  }

  /** Chooses Pix on each link, until the API ends; returns the links with a response. */
  private async choose(links: readonly string[]): Promise<Set<string>> {
    const api = await this.service.api();
    const send = async (link: string) =>
      (await api.post(`/checkout/${link}/orders`, 'method=brl_pix', FORM)).status === 303;
    return sendAll(links, send);
  }

  /**
   * Every charge is paid, the abandoned ones too. The worker asks about those that it knows of, while webhooks about all
   * of them arrive.
   */
  private async payAll(): Promise<void> {
    const pay = (reference: string) => this.fake.message(this.fake.account.pay(reference));
    const messages = (await this.ordered()).map(pay);
    const unknown = (await this.abandoned()).map(pay);
    await this.service.startAll();
    await this.service.sql('UPDATE provider_looks SET due_at = now() WHERE due_at > now()');
    const { isEnough, ended } = this.service.killSoon('api', LATEST_KILL);
    await notify(this.service, messages, isEnough);
    await ended();
    await this.service.startAll();
    expect((await notify(this.service, messages)).size).toBe(this.count);
    const statuses = await Promise.all(unknown.map((message) => this.statusOf(message)));
    expect(statuses).toEqual(unknown.map(() => 404));
    await until('every payment is credited', async () => (await this.credited()).length >= this.count);
  }

  private async statusOf({ path, body, headers }: Notification): Promise<number> {
    return (await (await this.service.api()).post(path, body.toString('utf8'), headers)).status;
  }
}
