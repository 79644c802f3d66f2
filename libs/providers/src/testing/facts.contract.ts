import type { Fact, InquirySubject, Provider, ProviderMessage } from '@app/rails';

/** What happened at a provider: the messages that it sends of it, and what can be asked about it. */
export interface Happened {
  readonly messages: readonly ProviderMessage[];
  readonly about: InquirySubject;
  /** What was reported while it happened. */
  readonly before?: readonly Fact[];
}

/** Brings about what is unusual. Each begins with a payment, or a payout, of its own. */
export interface UnusualMoney {
  readonly refundFailedAfterSuccess: () => Promise<Happened>;
  /** Two disputes of one payment; absent where the provider names disputes by their payment alone. */
  readonly disputedTwice?: () => Promise<Happened>;
  /** Two payments of one order; absent where an order has one payment. */
  readonly paidTwice?: () => Promise<Happened>;
  /** More than was asked for; absent where the provider allows one amount only. */
  readonly overpaid?: () => Promise<Happened>;
  /** A payout that failed after it was paid. */
  readonly payoutFailedAfterPaid: () => Promise<Happened>;
  /** A payout that came back in two parts; absent where the provider knows the whole only, or has no word for it. */
  readonly payoutReturnedInParts?: () => Promise<Happened>;
}

/** The facts that messages and status inquiries give of what is unusual. Rule 6.19. */
export function factsContract(provider: () => Provider, unusual: () => UnusualMoney, has: ReadonlySet<string>): void {
  const patience = new AbortController().signal;

  /** Every fact once, from the messages, from what they hint at, and from the question. */
  async function factsOf({ messages, about, before = [] }: Happened): Promise<Fact[]> {
    const readings = messages.map((message) => provider().read(about.provider, message));
    const subjects = [...readings.flatMap(({ hints }) => hints), about];
    const told = [...before, ...readings.flatMap(({ facts }) => facts)];
    const found: Fact[] = [];
    for (const subject of subjects) found.push(...(await provider().inquire!(subject, patience)).facts);
    return [...new Map([...told, ...found].map((fact) => [fact.id, fact])).values()];
  }
  const amountsOf = (facts: readonly Fact[], types: readonly string[]) =>
    facts.filter(({ type }) => types.includes(type)).map(({ amount }) => amount?.amount.toNumber());

  it('a refund that failed after it had succeeded is two facts (rule 6.19)', async () => {
    const facts = await factsOf(await unusual().refundFailedAfterSuccess());
    expect(amountsOf(facts, ['refund.completed', 'refund.made'])).toHaveLength(1);
    expect(amountsOf(facts, ['refund.failed'])).toHaveLength(1);
  });

  it('a payout that failed after it was paid is two facts (rule 6.19)', async () => {
    const facts = await factsOf(await unusual().payoutFailedAfterPaid());
    expect([amountsOf(facts, ['payout.completed']).length, amountsOf(facts, ['payout.failed']).length]).toEqual([1, 1]);
  });

  if (has.has('disputedTwice')) {
    it('two disputes of one payment are two facts, each with its amount (rule 6.19)', async () => {
      const facts = await factsOf(await unusual().disputedTwice!());
      expect(amountsOf(facts, ['dispute.opened']).sort()).toEqual([10, 20]);
    });
  }
  if (has.has('paidTwice')) {
    it('two payments of one order are two facts (rule 6.19)', async () => {
      const facts = await factsOf(await unusual().paidTwice!());
      expect(amountsOf(facts, ['payment.received'])).toEqual([100, 100]);
    });
  }
  if (has.has('overpaid')) {
    it('what arrived is reported, not what was asked for (rule 6.19)', async () => {
      const facts = await factsOf(await unusual().overpaid!());
      expect(amountsOf(facts, ['payment.received'])).toEqual([101]);
    });
  }
  if (has.has('payoutReturnedInParts')) {
    it('a payout that came back in two parts is two facts, each with its amount (rule 6.19)', async () => {
      const facts = await factsOf(await unusual().payoutReturnedInParts!());
      expect(amountsOf(facts, ['payout.returned']).sort()).toEqual([10, 20]);
    });
  }
}
