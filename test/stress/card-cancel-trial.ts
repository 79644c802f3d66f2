import type { FakeStripe } from '@app/providers/testing';
import { expectBooksBalanced } from '../support/books';
import { CARD_LINKS, createCardLink } from '../support/paid-links';
import { randomUpTo, sendAll, type KillableService } from './killable-service';
import { amid } from './provider-crash-rail';

const COUNT = 40;
const DEACTIVATE = /^POST .*payment_links\/[^/]+$/;
const EXPIRE = /^POST .*sessions\/[^/]+\/expire$/;
/** A kill follows at most so many calls. */
const LATEST_KILL = 5;

/** What has become of a link here, how often its payment was credited, and whether its page can still be paid. */
interface Outcome {
  readonly status: string;
  readonly credits: number;
  readonly isPayable: boolean;
}

/**
 * A merchant cancels card links whose pages payers have open; some of them were paid just before, without a notification. The API is killed
 * amid the calls that close them; the merchant cancels again.
 */
export class CardCancelTrial {
  private links: readonly string[] = [];
  private readonly paid = new Set<string>();
  private apiKey = '';

  constructor(
    private readonly service: KillableService,
    private readonly fake: FakeStripe,
  ) {}

  async run(): Promise<void> {
    await this.service.within(async (inProcess) => {
      const merchant = await inProcess.merchant({ localCurrency: 'BRL', cards: true });
      this.apiKey = merchant.apiKey;
      const create = () => createCardLink(merchant, { amount: 100, currency: 'BRL' });
      this.links = await Promise.all(Array.from({ length: COUNT }, create));
    });
    this.links.forEach((link, at) => this.openPage(link, at % 3 === 0));
    let pending = this.links;
    for (const call of [DEACTIVATE, EXPIRE]) {
      await this.service.startAll();
      const calls = randomUpTo(LATEST_KILL);
      const [cancelled] = await Promise.all([
        this.cancel(pending),
        amid(this.fake, call)(calls, () => this.service.kill('api')),
      ]);
      pending = pending.filter((link) => !cancelled.has(link));
    }
    await this.service.startAll();
    expect((await this.cancel(pending)).size).toBe(pending.length);
  }

  async outcomes(): Promise<ReadonlyMap<string, Outcome>> {
    const rows = await this.service.sql<{ id: string; status: string; credits: number }>(
      `SELECT l.id, l.status, count(p.id)::int AS credits
         FROM payment_links l LEFT JOIN received_payments p ON p.payment_link_id = l.id AND p.status = 'credited'
        WHERE l.id = ANY ($1) GROUP BY l.id`,
      [this.links],
    );
    return new Map(rows.map(({ id, status, credits }) => [id, { status, credits, isPayable: this.isPayable(id) }]));
  }

  expected(): ReadonlyMap<string, Outcome> {
    const of = (link: string): Outcome =>
      this.paid.has(link)
        ? { status: 'completed', credits: 1, isPayable: false }
        : { status: 'cancelled', credits: 0, isPayable: false };
    return new Map(this.links.map((link) => [link, of(link)]));
  }

  /** Proves the books. */
  expectBooksBalanced(): Promise<void> {
    return this.service.within(expectBooksBalanced);
  }

  private openPage(link: string, pays: boolean): void {
    const { cards } = this.fake.account;
    const session = cards.open(cards.linkOf(`sp-${link}`));
    if (!pays) return;
    cards.complete(session);
    this.paid.add(link);
  }

  /** Cancels each link, until the API ends; returns those with a response: cancelled, or no longer active. */
  private async cancel(links: readonly string[]): Promise<Set<string>> {
    const api = await this.service.api();
    const send = async (link: string) => {
      const { status } = await api.delete(`${CARD_LINKS}/${link}`, { authorization: `Bearer ${this.apiKey}` });
      return status === 200 || status === 422;
    };
    return sendAll(links, send);
  }

  private isPayable(link: string): boolean {
    const { cards } = this.fake.account;
    const { id, active } = cards.linkOf(`sp-${link}`);
    const sessions = [...cards.sessions.values()].filter((session) => session.payment_link === id);
    return active || sessions.some(({ status }) => status === 'open');
  }
}
