import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { completedShares, openShares } from '../../refunds/domain/refund';
import { RefundsRepository } from '../../refunds/application/ports';
import { PaymentParts, type PartsOfPayment } from '../../settlement/application/ports';
import { takenBy } from '../domain/dispute';
import { DisputesRepository } from './ports';

/** What refunds and disputes have taken of payments, by their records. */
@Injectable()
export class TakenPartsOfPayments extends PaymentParts {
  constructor(
    private readonly refunds: RefundsRepository,
    private readonly disputes: DisputesRepository,
  ) {
    super();
  }

  async of(tx: Tx, paymentIds: readonly string[]): Promise<ReadonlyMap<string, PartsOfPayment>> {
    const refunds = await this.refunds.listOfPayments(tx, paymentIds);
    const disputes = await this.disputes.listOfPayments(tx, paymentIds);
    return new Map(
      paymentIds.map((id) => {
        const own = refunds.filter(({ paymentId }) => paymentId === id);
        const disputed = disputes.filter(({ paymentId }) => paymentId === id).map(takenBy);
        return [id, { refunded: completedShares(own), open: openShares(own), disputed }];
      }),
    );
  }
}
