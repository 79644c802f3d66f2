import { expectBooksBalanced } from '../support/books';
import { until } from '../support/conditions';
import type { HttpClient } from '../support/http-client';
import { RowLock } from '../support/row-lock';
import type { TestService } from '../support/service';
import { randomUpTo, sendAll, type KillableService } from './killable-service';
import { amid, notify, type InterruptibleFake, type Notification } from './provider-crash-rail';

/** A kill follows at most so many orders or notifications. */
const LATEST_KILL = 10;
/** Each kill of the API while orders are opened cuts off one record at least. */
const LEAST_ABANDONED = 3;
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** How orders come to be, each of a subject such as a link. */
export interface OrderJourney {
  /** Creates the merchant and the subjects. */
  prepare(service: TestService, count: number): Promise<{ walletId: string; subjects: readonly string[] }>;
  /** Requests the order of the subject; whether the response says that it has one. */
  order(api: HttpClient, subject: string): Promise<boolean>;
  /** Selects the row for which the record of the order has to wait. */
  lock(subject: string, walletId: string): { select: string; parameters: readonly unknown[] };
}

/** How payers order and pay at a provider. */
export interface OrderTrialOptions {
  readonly count: number;
  readonly journey: OrderJourney;
  readonly fake: InterruptibleFake;
  /** The call that opens an order. */
  readonly opening: RegExp;
  /** The references of all orders that the provider has. */
  opened(): readonly string[];
  /** The payer of the order pays; returns what the provider notifies. */
  pay(reference: string): Notification;
}

/** Payers choose a method on links, and send the form to the checkout. */
export function choosing(
  link: Readonly<{ amount: number; currency: string }>,
  form: Readonly<Record<string, string>>,
): OrderJourney {
  const body = new URLSearchParams(form).toString();
  return {
    prepare: async (service, count) => {
      const merchant = await service.merchant({ localCurrency: link.currency });
      const create = () => service.createLink(merchant, link);
      return { walletId: merchant.local!.id, subjects: await Promise.all(Array.from({ length: count }, create)) };
    },
    order: async (api, subject) => (await api.post(`/checkout/${subject}/orders`, body, FORM)).status === 303,
    lock: lockOfLink,
  };
}

/** The row of the link that is the subject. */
export function lockOfLink(link: string) {
  return { select: 'SELECT 1 FROM payment_links WHERE id = $1', parameters: [link] };
}

/** Payers order and pay, and processes are killed meanwhile. Who gets no response orders again. */
export class OrderTrial {
  private subjects: readonly string[] = [];
  private walletId = '';
  /** The subjects whose order no response has confirmed. */
  private pending: readonly string[] = [];
  /** The orders of other trials. */
  private readonly earlier: ReadonlySet<string>;
  /** What the provider says about each order that is paid. */
  private readonly paid = new Map<string, Notification>();

  constructor(
    private readonly service: KillableService,
    private readonly options: OrderTrialOptions,
  ) {
    this.earlier = new Set(options.opened());
  }

  /**
   * Kills the API amid its calls of the provider, between a call and the record of the order, and while notifications arrive.
   * Ends when every payment is credited.
   */
  async run(): Promise<void> {
    await this.service.within((inProcess) => this.prepare(inProcess));
    const [last, ...others] = this.subjects;
    this.pending = others;
    for (let round = 1; round <= 2; round += 1) {
      await this.service.startAll();
      await this.openUntilKilled(randomUpTo(LATEST_KILL), () => this.service.kill('api'));
    }
    await this.killBeforeRecord(last!);
    await this.openAll();
    await this.payAll();
    await this.service.startAll();
    await this.askNow();
    const { isEnough, ended } = this.service.killSoon('api', LATEST_KILL);
    await notify(this.service, this.messagesAbout(await this.ordered()), isEnough);
    await ended();
    await this.creditAll();
  }

  /** Creates what the payers order. */
  async prepare(inProcess: TestService): Promise<void> {
    const { journey, count } = this.options;
    ({ walletId: this.walletId, subjects: this.subjects } = await journey.prepare(inProcess, count));
    this.pending = this.subjects;
  }

  /** Payers order until `kill` ends the API amid the last of so many calls that open an order. */
  async openUntilKilled(calls: number, kill: () => Promise<void>): Promise<void> {
    const { fake, opening } = this.options;
    const [opened] = await Promise.all([this.order(this.pending), amid(fake, opening)(calls, kill)]);
    this.pending = this.pending.filter((subject) => !opened.has(subject));
  }

  /** Each payer orders. Who has an open order gets the same one. */
  async openAll(): Promise<void> {
    expect((await this.order(this.subjects)).size).toBe(this.options.count);
  }

  /** Every order is paid, and the service hears nothing. Payers pay orders too whose record a kill has cut off. */
  async payAll(): Promise<void> {
    for (const reference of [...(await this.ordered()), ...(await this.abandoned())]) {
      this.paid.set(reference, this.options.pay(reference));
    }
  }

  /** The worker asks about the orders that it knows of, until `kill` ends it amid the first of these calls. */
  async askUntilKilled(asking: RegExp, kill: () => Promise<void>): Promise<void> {
    const killed = amid(this.options.fake, asking)(1, kill);
    await Promise.all([this.askNow(), killed]);
  }

  /** The provider notifies of every payment, and each is credited. */
  async creditAll(): Promise<void> {
    const { count } = this.options;
    await this.service.startAll();
    const [known, unknown] = [await this.ordered(), await this.abandoned()].map((them) => this.messagesAbout(them));
    expect((await notify(this.service, known!)).size).toBe(count);
    const statuses = await Promise.all(unknown!.map((message) => this.statusOf(message)));
    expect(statuses).toEqual(unknown!.map(() => 404));
    await until('every payment is credited', async () => (await this.credited()).length >= count);
  }

  /** The references of the orders. */
  async ordered(): Promise<readonly string[]> {
    const orders = await this.service.sql<{ reference: string }>(
      `SELECT o.provider_reference AS reference FROM checkout_orders o JOIN payment_links l ON l.id = o.link_id
        WHERE l.wallet_id = $1`,
      [this.walletId],
    );
    return orders.map(({ reference }) => reference);
  }

  /** Expects one credit for each link. */
  async expectCreditedOnce(): Promise<void> {
    const { count } = this.options;
    const credited = await this.credited();
    expect([credited.length, new Set(credited).size]).toEqual([count, count]);
  }

  /** Expects a payment exception for each order whose record a kill has cut off, and at least so many of them. */
  async expectExceptionForEachAbandoned(least = LEAST_ABANDONED): Promise<void> {
    const abandoned = await this.abandoned();
    expect(abandoned.length).toBeGreaterThanOrEqual(least);
    expect([...(await this.exceptions())].sort()).toEqual([...abandoned].sort());
  }

  /** Proves the books. */
  expectBooksBalanced(): Promise<void> {
    return this.service.within(expectBooksBalanced);
  }

  /** The orders at the provider of which a kill has cut off the record. No payer has seen how to pay them. */
  async abandoned(): Promise<readonly string[]> {
    const orders = await this.service.sql<{ reference: string }>(
      'SELECT provider_reference AS reference FROM checkout_orders',
    );
    const known = new Set([...this.earlier, ...orders.map(({ reference }) => reference)]);
    return this.options.opened().filter((reference) => !known.has(reference));
  }

  /** How many payments are not credited. */
  async uncredited(): Promise<number> {
    return this.options.count - new Set(await this.credited()).size;
  }

  /** The links whose payment is credited, once for each credit. */
  private async credited(): Promise<readonly string[]> {
    const payments = await this.service.sql<{ id: string }>(
      `SELECT payment_link_id AS id FROM received_payments WHERE wallet_id = $1 AND status = 'credited'`,
      [this.walletId],
    );
    return payments.map(({ id }) => id);
  }

  /** The references of payment exceptions about orders of the trial. */
  private async exceptions(): Promise<readonly string[]> {
    const exceptions = await this.service.sql<{ reference: string }>('SELECT reference FROM payment_exceptions');
    return exceptions.map(({ reference }) => reference).filter((reference) => !this.earlier.has(reference));
  }

  /** Kills the API when the provider has opened the order, and before it is stored. */
  private async killBeforeRecord(subject: string): Promise<void> {
    const { fake, journey, opening } = this.options;
    await this.service.startAll();
    const { select, parameters } = journey.lock(subject, this.walletId);
    let held: RowLock | undefined;
    fake.onDone = async (call) => {
      if (opening.test(call)) held ??= await RowLock.hold(this.service.databaseUrl, select, parameters);
      return true;
    };
    const ordered = this.order([subject]);
    const lock = await until('the provider has the order', () => held);
    fake.onDone = () => true;
    await lock.waitedFor();
    await this.service.kill('api');
    await lock.endWaiting();
    await lock.release();
    expect((await ordered).size).toBe(0);
    await this.service.startAll();
  }

  /** Orders for each subject, until the API ends; returns those with a response. */
  private async order(subjects: readonly string[]): Promise<Set<string>> {
    const api = await this.service.api();
    return sendAll(subjects, (subject) => this.options.journey.order(api, subject));
  }

  private async askNow(): Promise<void> {
    await this.service.sql('UPDATE provider_looks SET due_at = now() WHERE due_at > now()');
  }

  private messagesAbout(references: readonly string[]): readonly Notification[] {
    return references.map((reference) => this.paid.get(reference)!);
  }

  private async statusOf({ path, body, headers }: Notification): Promise<number> {
    return (await (await this.service.api()).post(path, body.toString('utf8'), headers)).status;
  }
}
