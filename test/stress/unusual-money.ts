import { Money, newId, UnitOfWork } from '@app/kernel';
import { PaymentExceptions, toReversalFact } from '@app/payment-links';
import { SandboxPayoutRail, type SandboxNotification } from '@app/providers';
import { Cases, FactInbox, type Case } from '@app/rails';
import { staffMember } from '../../apps/ops/src/audit';
import type { HttpClient } from '../support/http-client';
import type { RailOrderRecord } from '../support/rail';
import type { Merchant, TestService } from '../support/service';
import { storePayout } from '../support/stored-payouts';

type Random = (below: number) => number;

/** A message of the provider, as often and as late as it arrives. */
interface Message {
  readonly id: string;
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Money that arrived at the provider, and what the provider has taken of it and given back. */
interface Payment {
  readonly reference: string;
  readonly cents: number;
  left: number;
}

interface Taken {
  readonly payment: Payment;
  readonly reference: string;
  readonly cents: number;
  state: 'taken' | 'back' | 'lost';
}

interface Reported {
  readonly type: string;
  readonly cents: number;
}

interface OwnRefund {
  readonly id: string;
  readonly payment: Payment | undefined;
  readonly cents: number;
  state: 'open' | 'completed' | 'failed' | 'reversed' | 'paid after all';
}

const ASKED_CENTS = 1_500_000;
/** What a payout takes from the wallet, and what of it the recipient gets. */
const PAYOUT = { cents: 1_000_000, netCents: 984_000 };
/** What brings money back. */
const BACK: ReadonlySet<string> = new Set(['refund.failed', 'dispute.won', 'dispute.adjusted', 'payout.returned']);
/** Whether the message ends a refund or a payout of ours, or says that it ended otherwise. */
const endsOrder = (message: Message) =>
  /^(refund|payout)\.(completed|failed)$/.test(message.type) && !('provider_reference' in message);
const text = (cents: number) => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const centsOf = (amount: string | null) => Math.round(Number(amount ?? 0) * 100);

/**
 * One order and one payout, through any sequence of what providers, payers, staff and the merchant do. `net` is what the
 * provider has for the merchant by its own account: the wallet must equal it, but for what waits for a person.
 */
export class UnusualMoney {
  private readonly steps: string[] = [];
  private readonly outbox: Message[] = [];
  /** What the messages report, by their ids. */
  private readonly sent = new Map<string, Reported>();
  private readonly payments: Payment[] = [];
  private readonly refunds: Taken[] = [];
  private readonly disputes: Taken[] = [];
  private readonly ownRefunds: OwnRefund[] = [];
  private net = 0;
  private payout:
    { id: string; state: 'open' | 'completed' | 'failed' | 'reversed' | 'paid after all'; back: number } | undefined;

  private constructor(
    private readonly service: TestService,
    private readonly merchant: Merchant,
    private readonly panel: HttpClient,
    private readonly order: RailOrderRecord,
    private readonly before: number,
    private readonly random: Random,
  ) {}

  static async begin(
    service: TestService,
    merchant: Merchant,
    panel: HttpClient,
    random: Random,
  ): Promise<UnusualMoney> {
    const order = await service.openOrder(await service.createLink(merchant, { amount: ASKED_CENTS / 100 }));
    const before = centsOf((await service.balance(merchant.local!.id)) ?? null);
    return new UnusualMoney(service, merchant, panel, order, before, random);
  }

  /** Takes one step that is possible now, if the chosen one is. */
  async step(): Promise<void> {
    const choices: readonly (() => Promise<void> | void)[] = [
      () => this.pay(),
      () => this.pay(),
      () => this.lapse(),
      () => this.refundThere(),
      () => this.failRefundThere(),
      () => this.dispute(),
      () => this.dispute(),
      () => this.decideDispute(),
      () => this.adjustDispute(),
      () => this.creditException(),
      () => this.creditException(),
      () => this.refundException(),
      () => this.refundHere(),
      () => this.endRefundHere(),
      () => this.endRefundHere(),
      () => this.orderPayout(),
      () => this.reportPayout(),
      () => this.reportPayout(),
    ];
    await this.pick(choices)();
    if (this.random(2) === 0) await this.deliver();
  }

  /** Everything arrives, what waits has waited for long, and then the difference is what waits for a person. */
  async settle(): Promise<void> {
    while (this.outbox.length > 0) await this.deliver();
    await this.settleWaiting();
  }

  /** Fails unless the wallet is what the provider says, but for what open exceptions and cases name. */
  async expectExplained(seed: number): Promise<void> {
    const cents = await this.unexplained();
    if (cents === 0) return;
    const cases = (await this.cases()).map(({ kind, outcome, amount, expected }) =>
      [kind, outcome, amount, expected].join(' '),
    );
    throw new Error(
      [`UNUSUAL_MONEY_SEED=${seed}: ${cents} cents are not explained`, ...cases, ...this.steps].join('\n'),
    );
  }

  private async unexplained(): Promise<number> {
    const wallet = centsOf((await this.service.balance(this.merchant.local!.id)) ?? null) - this.before;
    const exceptions = await this.service.sql<{ amount: string }>(
      `SELECT amount::text FROM payment_exceptions WHERE provider = 'sandbox' AND reference = $1 AND status = 'open'`,
      [this.order.reference],
    );
    const waiting = exceptions.reduce((sum, { amount }) => sum + centsOf(amount), 0);
    const named = (await this.cases()).reduce((sum, one) => sum + this.differenceOf(one), 0);
    return wallet + waiting + named - this.net;
  }

  /** Staff book every entry that a case offers. */
  async bookCases(): Promise<void> {
    for (const one of await this.cases()) {
      const book = one.proposal?.startsWith('book_') ? (one.proposal.slice(5) as 'paid' | 'returned') : undefined;
      if (!book) continue;
      this.steps.push(`book ${book} for ${one.kind}`);
      await this.service
        .get(UnitOfWork)
        .run((tx) => this.service.get(Cases).resolve(tx, one.id, { reason: 'Confirmed', book, by: 'ana' }));
    }
  }

  private pay(): void {
    const cents = ASKED_CENTS + this.pick([0, 0, 0, 100, -100]);
    const payment = { reference: `pay_${newId()}`, cents, left: cents };
    this.payments.push(payment);
    this.net += cents;
    // The sandbox knows a payment by the id of its message.
    this.report('payment.received', payment.reference, cents, { reference: this.order.reference });
  }

  private lapse(): void {
    this.report('order.lapsed', `${this.order.reference}:lapsed`, undefined, { reference: this.order.reference });
  }

  private refundThere(): void {
    const payment = this.pick(this.payments.filter(({ left }) => left > 0));
    if (payment) this.take(payment, this.partOf(payment.left), this.refunds, 'refund.made', 'made');
  }

  private failRefundThere(): void {
    const refund = this.pick(this.refunds.filter(({ state }) => state === 'taken'));
    if (!refund) return;
    this.giveBack(refund, refund.cents);
    this.report('refund.failed', `${refund.reference}:failed`, refund.cents, this.about(refund));
  }

  private dispute(): void {
    const payment = this.pick(this.payments.filter(({ left }) => left > 0));
    if (!payment) return;
    const cents = this.random(4) === 0 ? payment.left + 700 : this.partOf(payment.left);
    this.take(payment, cents, this.disputes, 'dispute.opened', 'disputed');
  }

  private decideDispute(): void {
    const dispute = this.pick(this.disputes.filter(({ state }) => state === 'taken'));
    if (!dispute) return;
    if (this.random(2) === 0) {
      dispute.state = 'lost';
      this.report('dispute.lost', `${dispute.reference}:lost`, dispute.cents, this.about(dispute));
      return;
    }
    const cents = this.partOf(dispute.cents);
    this.giveBack(dispute, cents);
    this.report('dispute.won', `${dispute.reference}:won`, cents, this.about(dispute));
  }

  private adjustDispute(): void {
    const dispute = this.pick(this.disputes.filter(({ state }) => state !== 'back'));
    if (!dispute) return;
    this.net += 37;
    this.report('dispute.adjusted', `adj_${newId()}`, 37, this.about(dispute));
  }

  private async creditException(): Promise<void> {
    const id = await this.openException();
    if (!id) return;
    this.steps.push('staff credit the exception');
    const request = { reason: 'Agreed', withoutFees: true };
    await this.service.get(PaymentExceptions).credit(id, request, staffMember());
  }

  /** Staff have the provider send the money back, and note it before or after the provider reports it. */
  private async refundException(): Promise<void> {
    const id = await this.openException();
    if (!id) return;
    const [row] = await this.service.sql<{ name: string | null; amount: string }>(
      'SELECT payment_reference AS name, amount::text FROM payment_exceptions WHERE id = $1',
      [id],
    );
    const payment = this.payments.find(({ reference }) => reference === row!.name);
    // What something was taken of is not sent back as a whole.
    if (!payment || payment.left !== payment.cents) return;
    const note = () => this.service.get(PaymentExceptions).refund(id, 'Sent back', staffMember());
    this.steps.push('staff note that the exception was sent back');
    if (this.random(2) === 0) await note();
    this.take(payment, payment.cents, this.refunds, 'refund.made', 'made');
    if (this.random(2) === 0) await this.deliver();
    if ((await this.openException()) === id) await note();
  }

  private async refundHere(): Promise<void> {
    const [row] = await this.service.sql<{ id: string; name: string | null; left: string }>(
      `SELECT id, payment_reference AS name, (payer_amount - refunded_amount)::text AS left FROM received_payments
        WHERE provider_reference = $1 ORDER BY random() LIMIT 1`,
      [this.order.reference],
    );
    if (!row) return;
    const cents = this.partOf(centsOf(row.left));
    if (cents <= 0) return;
    const { status, body } = await this.panel.post(
      `/received-payments/${row.id}/refunds`,
      { amount: text(cents) },
      { 'idempotency-key': newId() },
    );
    this.steps.push(`the merchant asks for a refund of ${text(cents)}: ${status}`);
    if (status !== 201) return;
    const payment = this.payments.find(({ reference }) => reference === row.name);
    this.ownRefunds.push({ id: body.data.id as string, payment, cents, state: 'open' });
  }

  /** The provider completes or fails a refund of ours, or says the opposite later. */
  private endRefundHere(): void {
    const refund = this.pick(this.ownRefunds.filter(({ state }) => ['open', 'completed', 'failed'].includes(state)));
    if (!refund) return;
    const { id, cents, payment } = refund;
    const moves = (sign: 1 | -1) => {
      this.net += sign * cents;
      if (payment) payment.left += sign * cents;
    };
    const completes = refund.state === 'open' ? this.random(3) > 0 : refund.state === 'failed';
    // A provider does not pay a refund out of what it has already given away.
    if (completes && payment && payment.left < cents) return;
    const wasOpen = refund.state === 'open';
    refund.state = completes ? (wasOpen ? 'completed' : 'paid after all') : wasOpen ? 'failed' : 'reversed';
    if (completes) moves(-1);
    else if (!wasOpen) moves(1);
    const type = completes ? 'refund.completed' : 'refund.failed';
    this.report(type, `${id}:${completes ? 'succeeded' : 'failed'}`, completes ? cents : undefined, { reference: id });
  }

  private async orderPayout(): Promise<void> {
    if (this.payout) return;
    const { account, local, userId } = this.merchant;
    const id = await storePayout(this.service.api.app, { accountId: account.id, walletId: local!.id, userId });
    // The wallet is credited with what the payout takes.
    this.net += PAYOUT.cents;
    this.payout = { id, state: 'open', back: 0 };
    this.steps.push('the merchant orders a payout');
  }

  private reportPayout(): void {
    const { payout } = this;
    if (!payout) return;
    const say = (event: string, cents?: number, id = `${payout.id}:${event}`) =>
      this.report(`payout.${event}`, id, cents, { reference: payout.id });
    switch (payout.state) {
      case 'open':
        payout.state = this.random(3) > 0 ? 'completed' : 'failed';
        if (payout.state === 'completed') this.net -= PAYOUT.cents;
        return say(payout.state, payout.state === 'completed' ? PAYOUT.netCents : undefined);
      case 'completed': {
        const left = PAYOUT.netCents - payout.back;
        if (left <= 0) return;
        if (payout.back === 0 && this.random(3) === 0) {
          payout.state = 'reversed';
          this.net += PAYOUT.netCents;
          return say('failed');
        }
        const cents = this.partOf(left);
        payout.back += cents;
        this.net += cents;
        return say('returned', cents, `ret_${newId()}`);
      }
      case 'failed':
        payout.state = 'paid after all';
        this.net -= PAYOUT.cents;
        return say('completed', PAYOUT.netCents);
      default:
    }
  }

  private take(payment: Payment, cents: number, into: Taken[], type: string, event: string): void {
    const taken: Taken = {
      payment,
      reference: `${into === this.refunds ? 'ref' : 'dis'}_${newId()}`,
      cents,
      state: 'taken',
    };
    into.push(taken);
    payment.left -= cents;
    this.net -= cents;
    this.report(type, `${taken.reference}:${event}`, cents, this.about(taken));
  }

  private giveBack(taken: Taken, cents: number): void {
    taken.state = 'back';
    taken.payment.left += cents;
    this.net += cents;
  }

  private about(taken: Taken) {
    return { reference: taken.payment.reference, provider_reference: taken.reference, reason: 'fraudulent' };
  }

  private report(type: string, id: string, cents: number | undefined, about: object): void {
    const amount = cents === undefined ? {} : { amount: text(cents), currency: 'ARS' };
    this.steps.push(`${type} ${cents === undefined ? '' : text(cents)} ${id}`);
    this.sent.set(id, { type, cents: cents ?? 0 });
    this.outbox.push({ id, type, ...about, ...amount });
  }

  /** A message arrives once or twice, and not always in the order in which it was sent. */
  private async deliver(): Promise<void> {
    const at = this.random(3) === 0 ? this.random(this.outbox.length) : 0;
    const chosen = this.outbox[at];
    // What ends an order of ours, and what undoes that, have no time: in the wrong order they say something else.
    const first = this.outbox.findIndex((one) => endsOrder(one) && one['reference'] === chosen?.['reference']);
    const [message] = this.outbox.splice(chosen && endsOrder(chosen) ? first : at, 1);
    if (!message) return;
    this.steps.push(`  arrives: ${message.type} ${message.id}`);
    const send = () => this.send(message);
    await (this.random(4) === 0 ? Promise.all([send(), send()]) : send());
  }

  /** The sandbox has one word for a refund of ours that failed and for one of its dashboard, so that one goes to the inbox itself. */
  private send(message: Message): Promise<unknown> {
    if (message.type.startsWith('payout.')) return this.sendAsPayoutRail(message);
    if (message.type !== 'refund.failed' || !('provider_reference' in message))
      return this.service.rail.notify(message);
    const { id, reference, provider_reference: providerReference, amount, currency } = message;
    const fact = toReversalFact({
      provider: 'sandbox',
      id,
      type: 'refund.failed',
      reference: String(reference),
      providerReference: String(providerReference),
      amount: Money.of(String(amount), String(currency)),
      reason: null,
    });
    // For an unknown payment it throws what the provider gets as 404, and waits.
    return this.service
      .get(FactInbox)
      .take({ fact, body: '{}' })
      .catch(() => undefined);
  }

  private sendAsPayoutRail(message: Message): Promise<unknown> {
    const rail = this.service.get(SandboxPayoutRail);
    const { headers, body } = rail.message(message as unknown as SandboxNotification, new Date());
    return this.service.anonymous().post(`/providers/${rail.provider}/notifications`, body.toString(), headers);
  }

  /** Settles everything that is stored, and what waits has waited for long enough to become a case. */
  private async settleWaiting(): Promise<void> {
    for (const age of ['0 days', '4 days']) {
      const ids = [...this.sent.keys()];
      const stored = `provider_notifications WHERE notification_id = ANY ($1) AND status = 'received'`;
      const older = `UPDATE provider_notifications SET received_at = received_at - $2::interval WHERE notification_id IN
        (SELECT notification_id FROM ${stored})`;
      await this.service.sql(older, [ids, age]);
      const unsettled = await this.service.sql<{ kind: string; provider: string; reference: string }>(
        `SELECT kind, provider, reference FROM ${stored}`,
        [ids],
      );
      for (const { kind, ...subject } of unsettled) await this.service.get(FactInbox).settle(kind, [subject]);
    }
  }

  private async openException(): Promise<string | undefined> {
    const rows = await this.service.sql<{ id: string }>(
      `SELECT id FROM payment_exceptions WHERE provider = 'sandbox' AND reference = $1 AND status = 'open' ORDER BY id`,
      [this.order.reference],
    );
    return this.pick(rows)?.id;
  }

  private async cases(): Promise<(Case & { reported: Reported })[]> {
    const names = [...this.refunds, ...this.disputes].map(({ reference }) => `${reference}:not_taken`);
    const rows = await this.service.sql<{ id: string; key: string }>(
      `SELECT id, key FROM cases WHERE key = ANY ($1) AND status = 'open' ORDER BY opened_at, id`,
      [[...this.sent.keys(), ...names]],
    );
    return Promise.all(
      rows.map(async ({ id, key }) => ({
        ...(await this.service.get(Cases).show(id)),
        reported: this.sent.get(key) ?? { type: '', cents: 0 },
      })),
    );
  }

  /** By how much the wallet differs from what the provider says, as the case names it: positive if the wallet lacks it. */
  private differenceOf({ kind, outcome, amount, expected, subject, reported }: Case & { reported: Reported }): number {
    switch (kind) {
      case 'unknown_subject':
        return BACK.has(reported.type) ? centsOf(amount) : -centsOf(amount);
      case 'dispute_difference':
        return -centsOf(amount);
      case 'dispute_decided':
        // A win that brought back less than it took is what the wallet has; one that brought back more is not.
        return outcome === 'dispute_won' ? Math.max(0, reported.cents - centsOf(expected)) : centsOf(amount);
      case 'refund_reversed':
        return centsOf(amount ?? expected);
      case 'contradiction':
        return this.contradictionOf(subject, expected);
      case 'payout_returned':
        return centsOf(amount);
      default:
        throw new Error(`a case of the kind ${kind} was not expected`);
    }
  }

  private contradictionOf(subject: Case['subject'], expected: string | null): number {
    if (subject.type === 'payout') {
      return this.payout?.state === 'reversed' ? PAYOUT.netCents : -PAYOUT.cents;
    }
    return -centsOf(expected);
  }

  private partOf(cents: number): number {
    return this.random(2) === 0 ? cents : 1 + this.random(cents);
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.random(from.length)] as T;
  }
}
