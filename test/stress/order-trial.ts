import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import { RowLock } from '../support/row-lock';
import { randomUpTo, sendAll, type KillableService } from './killable-service';
import { amid, notify, type InterruptibleFake, type Notification } from './provider-crash-rail';

/** A kill follows at most so many orders or notifications. */
const LATEST_KILL = 10;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** How payers order and pay at a provider. */
export interface OrderTrialOptions {
  readonly count: number;
  readonly link: Readonly<{ amount: number; currency: string }>;
  /** What each payer sends to the checkout. */
  readonly form: Readonly<Record<string, string>>;
  readonly fake: InterruptibleFake;
  /** The call that opens an order. */
  readonly opening: RegExp;
  /** The references of all orders that the provider has. */
  opened(): readonly string[];
  /** The payer of the order pays; returns what the provider notifies. */
  pay(reference: string): Notification;
}

/**
 * Payers choose a method on their links, and pay. The API is killed amid its calls of the provider, between a call and the
 * record of the order, and while notifications arrive. A payer without a response chooses again.
 */
export class OrderTrial {
  private links: readonly string[] = [];
  private walletId = '';
  /** The orders of other trials. */
  private readonly earlier: ReadonlySet<string>;

  constructor(
    private readonly service: KillableService,
    private readonly options: OrderTrialOptions,
  ) {
    this.earlier = new Set(options.opened());
  }

  /** Ends when every payment is credited. */
  async run(): Promise<void> {
    await this.service.within(async (inProcess) => {
      const { link, count } = this.options;
      const merchant = await inProcess.merchant({ localCurrency: link.currency });
      this.walletId = merchant.local!.id;
      const create = () => inProcess.createLink(merchant, link);
      this.links = await Promise.all(Array.from({ length: count }, create));
    });
    await this.openAll();
    await this.payAll();
  }

  /** The references of the orders of the links. */
  async ordered(): Promise<readonly string[]> {
    const orders = await this.service.sql<{ reference: string }>(
      'SELECT provider_reference AS reference FROM checkout_orders WHERE link_id = ANY ($1)',
      [this.links],
    );
    return orders.map(({ reference }) => reference);
  }

  /** The orders at the provider of which a kill has cut off the record. No payer has seen how to pay them. */
  async abandoned(): Promise<readonly string[]> {
    const ordered = await this.ordered();
    return this.options.opened().filter((reference) => !this.earlier.has(reference) && !ordered.includes(reference));
  }

  /** The links whose payment is credited, once for each credit. */
  async credited(): Promise<readonly string[]> {
    const payments = await this.service.sql<{ id: string }>(
      `SELECT payment_link_id AS id FROM received_payments WHERE wallet_id = $1 AND status = 'credited'`,
      [this.walletId],
    );
    return payments.map(({ id }) => id);
  }

  /** The references of payment exceptions about orders of the trial. */
  async exceptions(): Promise<readonly string[]> {
    const exceptions = await this.service.sql<{ reference: string }>('SELECT reference FROM payment_exceptions');
    return exceptions.map(({ reference }) => reference).filter((reference) => !this.earlier.has(reference));
  }

  /** Proves the books. */
  expectBooksBalanced(): Promise<void> {
    return this.service.within(expectBooksBalanced);
  }

  private async openAll(): Promise<void> {
    const { fake, opening, count } = this.options;
    const [last, ...others] = this.links;
    let pending: readonly string[] = others;
    for (let round = 1; round <= 2; round += 1) {
      await this.service.startAll();
      const calls = randomUpTo(LATEST_KILL);
      const killed = amid(fake, opening)(calls, () => this.service.kill('api'));
      const [opened] = await Promise.all([this.choose(pending), killed]);
      pending = pending.filter((link) => !opened.has(link));
    }
    await this.killBeforeRecord(last!);
    // The payers of open orders choose again too: they get the same order.
    expect((await this.choose(this.links)).size).toBe(count);
  }

  /** Kills the API when the provider has opened the order, and before it is stored. */
  private async killBeforeRecord(link: string): Promise<void> {
    const { fake } = this.options;
    await this.service.startAll();
    let held: RowLock | undefined;
    fake.onDone = async () => {
      const select = 'SELECT 1 FROM payment_links WHERE id = $1';
      held = await RowLock.hold(this.service.databaseUrl, select, [link]);
      return true;
    };
    const chosen = this.choose([link]);
    const lock = await until('the provider has the order', () => held);
    fake.onDone = () => true;
    await lock.waitedFor();
    await this.service.kill('api');
    await lock.endWaiting();
    await lock.release();
    expect((await chosen).size).toBe(0);
    await this.service.startAll();
  }

  /** Chooses the method on each link, until the API ends; returns the links with a response. */
  private async choose(links: readonly string[]): Promise<Set<string>> {
    const api = await this.service.api();
    const form = new URLSearchParams(this.options.form).toString();
    const send = async (link: string) => (await api.post(`/checkout/${link}/orders`, form, FORM)).status === 303;
    return sendAll(links, send);
  }

  /**
   * Every order is paid, the abandoned ones too. The worker asks about those that it knows of, while notifications about all
   * of them arrive.
   */
  private async payAll(): Promise<void> {
    const { count } = this.options;
    const pay = (reference: string) => this.options.pay(reference);
    const messages = (await this.ordered()).map(pay);
    const unknown = (await this.abandoned()).map(pay);
    await this.service.startAll();
    await this.service.sql('UPDATE provider_looks SET due_at = now() WHERE due_at > now()');
    const { isEnough, ended } = this.service.killSoon('api', LATEST_KILL);
    await notify(this.service, messages, isEnough);
    await ended();
    await this.service.startAll();
    expect((await notify(this.service, messages)).size).toBe(count);
    const statuses = await Promise.all(unknown.map((message) => this.statusOf(message)));
    expect(statuses).toEqual(unknown.map(() => 404));
    await until('every payment is credited', async () => (await this.credited()).length >= count);
  }

  private async statusOf({ path, body, headers }: Notification): Promise<number> {
    return (await (await this.service.api()).post(path, body.toString('utf8'), headers)).status;
  }
}
