import type { Tx } from '@app/kernel';
import type { JournalEntry } from '@app/ledger';
import { Injectable } from '@nestjs/common';
import { clearedEntries } from '../../settlement/application/collection-postings';
import { LinkMoves } from '../../settlement/application/link-moves';
import { ReceivedPaymentsRepository } from '../../settlement/application/ports';
import { released } from '../../settlement/domain/settlement-decision';
import type { FoundException } from './ports';

/** What follows when the money of an open payment exception goes back. */
@Injectable()
export class ExceptionClearing {
  constructor(
    private readonly moves: LinkMoves,
    private readonly payments: ReceivedPaymentsRepository,
  ) {}

  /** The link of a debit can be paid again. Returns the entries by which the money leaves the books. */
  async clear(tx: Tx, { exception, link, order }: FoundException, now: Date): Promise<JournalEntry[]> {
    if (link && order?.status === 'confirmed') {
      const after = released({ link, order });
      const [links, orders] = [[{ from: link, to: after.link }], [{ from: order, to: after.order }]];
      await this.moves.write(tx, { links, orders, closing: [] });
      await this.payments.withdraw(tx, [order.id]);
    }
    const about = link && { type: link.kind, id: link.id };
    return clearedEntries('payment_exception_refund', exception, about, now);
  }
}
