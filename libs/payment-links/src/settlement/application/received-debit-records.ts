import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { DebitRecords } from '../../checkout/application/ports';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import type { PaymentLink } from '../../links/domain/payment-link';
import { ReceivedPaymentsRepository } from './ports';
import { debitUnderway } from './received-payment-records';

/** Records a confirmed debit as a received payment that is in process. */
@Injectable()
export class ReceivedDebitRecords extends DebitRecords {
  constructor(private readonly payments: ReceivedPaymentsRepository) {
    super();
  }

  async begin(tx: Tx, link: PaymentLink, order: CheckoutOrder, now: Date): Promise<void> {
    const records = debitUnderway(link, order, now);
    if (records.length > 0) await this.payments.write(tx, records);
  }
}
