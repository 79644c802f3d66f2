import { Merchants } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import type { FeeReceipt } from '../domain/received-payment';
import { feeReceiptMail, receiptMail, type Receipted } from './receipt-mail';

/** A credited payment that its payer gets receipts for. */
export type Paid = Pick<Receipted, 'link' | 'order' | 'exceptionId'>;

/** Mails the payers' receipts: of the payment, and of the fee where they bore it. */
@Injectable()
export class PaymentReceipts {
  constructor(
    private readonly merchants: Merchants,
    private readonly mail: MailOutbox,
  ) {}

  /** `feeReceipts`: by order. Payers without a known address get none. */
  async send(tx: Tx, paid: readonly Paid[], feeReceipts: ReadonlyMap<string, FeeReceipt>, paidAt: Date): Promise<void> {
    const reachable = paid.filter(({ order }) => order.payer.email);
    if (reachable.length === 0) return;
    const accounts = await this.merchants.findInTransaction(
      tx,
      reachable.map(({ link }) => link.accountId),
    );
    const mails = reachable.flatMap(({ link, order, exceptionId }) => {
      const merchant = accounts.get(link.accountId);
      return merchant ? mailsOf({ link, order, exceptionId, merchant, paidAt }, feeReceipts.get(order.id)) : [];
    });
    await this.mail.enqueue(tx, mails);
  }
}

function mailsOf(paid: Receipted, receipt: FeeReceipt | undefined) {
  return [receiptMail(paid), receipt && feeReceiptMail(paid, receipt)].filter((mail) => mail !== undefined);
}
