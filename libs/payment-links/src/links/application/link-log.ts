import { AuditLog, type Actor } from '@app/accounts';
import type { Tx } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import type { PaymentLink } from '../domain/payment-link';

/**
 * What the audit log says about links. Creations through an API key are not in it: they are many, and the link itself
 * names its key.
 */
@Injectable()
export class LinkLog {
  constructor(private readonly audit: AuditLog) {}

  async recordCreation(tx: Tx, by: Actor | undefined, link: PaymentLink): Promise<void> {
    if (by) await this.record(tx, by, 'created', link);
  }

  async recordCancellation(tx: Tx, by: Actor | undefined, link: PaymentLink): Promise<void> {
    if (by) await this.record(tx, by, 'cancelled', link);
  }

  private record(tx: Tx, actor: Actor, done: string, { id, kind, accountId, amount, description }: PaymentLink) {
    return this.audit.record(tx, {
      actor,
      action: `${kind}.${done}`,
      object: { type: kind, id },
      accountId,
      details: { amount: amount.toFixed(), currency: amount.currency, description },
    });
  }
}
