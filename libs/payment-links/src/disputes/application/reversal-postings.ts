import { Clock, type Tx } from '@app/kernel';
import { LedgerService, type JournalEntry } from '@app/ledger';
import { EventPublisher } from '@app/webhooks';
import { Injectable } from '@nestjs/common';
import { returnEvent, type ReturnedPart } from '../../links/application/link-events';
import { refundEntry } from '../../refunds/application/refund-entry';
import { ReversalNotices } from '../../refunds/application/reversal-notices';
import { disputeEntry, disputeWonEntry } from './dispute-entry';
import { ReversalRecords } from './reversal-records';
import type { DisputeStep, ReversalSteps } from './reversal-steps';

/** Writes refunds and disputes that began at the provider. The ledger comes last, because it locks the wallets. */
@Injectable()
export class ReversalPostings {
  constructor(
    private readonly records: ReversalRecords,
    private readonly ledger: LedgerService,
    private readonly events: EventPublisher,
    private readonly notices: ReversalNotices,
    private readonly clock: Clock,
  ) {}

  /** Locks the payments, for steps that `write` writes. */
  begin(tx: Tx, paymentIds: readonly string[]): Promise<ReversalSteps> {
    return this.records.begin(tx, paymentIds, this.clock.now());
  }

  /** `requests`: the request that brought the latest fact about each payment. */
  async write(tx: Tx, steps: ReversalSteps, requests: ReadonlyMap<string | undefined, string | null>): Promise<void> {
    const { made, disputeSteps } = steps;
    if (made.length + disputeSteps.length === 0) return;
    const now = this.clock.now();
    await this.records.write(tx, steps);
    const event = (paymentId: string, part: ReturnedPart) => {
      const requestId = requests.get(paymentId);
      return { ...returnEvent(steps.paymentOf(paymentId), part, now), requestId };
    };
    await this.events.publish(tx, [
      ...made.map((refund) => event(refund.paymentId, { type: 'refund', ...refund })),
      ...taken(disputeSteps).map((dispute) => event(dispute.paymentId, { type: 'dispute', ...dispute })),
    ]);
    await this.notices.send(tx, [
      ...made.map((part) => ({ occasion: 'refund_completed', part, ...steps.paymentOf(part.paymentId) }) as const),
      ...disputeSteps.flatMap(({ dispute, moved }) => {
        const { id, reason, status, paymentId } = dispute;
        const { amount, walletAmount } = moved;
        const part = { id, reason, amount, walletAmount };
        return amount.isZero() ? [] : [{ occasion: `dispute_${status}`, part, ...steps.paymentOf(paymentId) } as const];
      }),
    ]);
    await this.ledger.post(tx, [
      ...made.map((refund) => refundEntry(refund, now)),
      ...disputeSteps.flatMap((step) => entriesOf(step, now)),
    ]);
  }
}

function taken(steps: readonly DisputeStep[]) {
  return steps.filter(({ event }) => event === 'taken').map(({ dispute }) => dispute);
}

function entriesOf({ dispute, event, moved }: DisputeStep, now: Date): JournalEntry[] {
  switch (event) {
    case 'taken':
      return [disputeEntry(dispute, now)];
    case 'win':
      return moved.amount.isZero() ? [] : [disputeWonEntry(dispute, moved, now)];
    case 'lose':
      return [];
  }
}
