import { Merchants } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { MailOutbox } from '@app/mail';
import { Injectable } from '@nestjs/common';
import { reversalMails, type ReversalNotice } from './reversal-mail';

/**
 * Mails about refunds and disputes, to merchants and payers. Every mail belongs to the transaction of what it reports,
 * and is sent once. Rule 17.10.
 */
@Injectable()
export class ReversalNotices {
  constructor(
    private readonly merchants: Merchants,
    private readonly mail: MailOutbox,
  ) {}

  async send(tx: Tx, notices: readonly ReversalNotice[]): Promise<void> {
    if (notices.length === 0) return;
    const ids = notices.map(({ payment }) => payment.accountId);
    const accounts = await this.merchants.findInTransaction(tx, ids);
    await this.mail.enqueue(
      tx,
      notices.flatMap((notice) => {
        const merchant = accounts.get(notice.payment.accountId);
        return merchant ? reversalMails(notice, merchant) : [];
      }),
    );
  }
}
