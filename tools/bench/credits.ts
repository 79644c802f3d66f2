import { Money, newId } from '@app/kernel';
import { JournalEntry, movement, platformPosting, type LedgerService } from '@app/ledger';

const GROSS = Money.of('15000.00', 'ARS');
const FEE = Money.of('735.00', 'ARS');
const CREDITED = GROSS.minus(FEE);

/** A local collection, as one paid link credits it. */
export interface Credit {
  readonly id: string;
  readonly kind: string;
  readonly reference: { readonly type: string; readonly id: string };
  readonly idempotencyKey: string;
  readonly occurredAt: Date;
  readonly walletId: string;
  readonly gross: Money;
  readonly credited: Money;
  readonly fee: Money;
}

/** Creates credits for random wallets and adds up those that were committed. */
export class Credits {
  private readonly committed = new Map<string, Money>();

  constructor(private readonly walletIds: readonly string[]) {
    for (const id of walletIds) this.committed.set(id, Money.zero(GROSS.currency));
  }

  /** A new credit. */
  next(): Credit {
    return {
      id: newId(),
      kind: 'collection',
      reference: { type: 'payment_link', id: newId() },
      idempotencyKey: `collection:${newId()}`,
      occurredAt: new Date(),
      walletId: this.walletIds[Math.floor(Math.random() * this.walletIds.length)] ?? '',
      gross: GROSS,
      credited: CREDITED,
      fee: FEE,
    };
  }

  /** Counts a credit as committed. */
  count({ walletId, credited }: Credit): void {
    this.committed.set(walletId, (this.committed.get(walletId) ?? Money.zero(GROSS.currency)).plus(credited));
  }

  /** Throws when a wallet's balance is not the sum of its committed credits. */
  async assertBalances(ledger: LedgerService): Promise<void> {
    for (const [id, expected] of this.committed) {
      const balance = (await ledger.findWallet(id))?.balances.balance;
      if (balance?.equals(expected)) continue;
      throw new Error(
        `wallet ${id} has ${balance?.toString() ?? 'no balance'}, but ${expected.toString()} was credited`,
      );
    }
  }
}

/** The journal entry of a credit. */
export function entryOf({ walletId, gross, credited, fee, ...details }: Credit): JournalEntry {
  const { kind, reference, idempotencyKey, occurredAt } = details;
  return JournalEntry.create({
    kind,
    reference,
    idempotencyKey,
    occurredAt,
    postings: [
      platformPosting('rail_clearing', gross.negated()),
      movement(walletId, 'payment', credited),
      platformPosting('collection_fee_income', fee),
    ],
  });
}
