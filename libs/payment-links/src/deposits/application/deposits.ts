import { Clock, isUuid, type DomainError, type Tx } from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type JournalEntry } from '@app/ledger';
import { distinctSubjects, FactHandler, type Fact, type SettledFact, type Subject } from '@app/rails';
import { Injectable } from '@nestjs/common';
import { refusalOf } from '../domain/deposit';
import { depositEntry } from './deposit-entry';
import { DEPOSIT, toDeposit, walletIdOf } from './deposit-facts';

/** Credits what arrives on the bank accounts of USD wallets, once for each fact. */
@Injectable()
export class Deposits extends FactHandler {
  readonly kind = DEPOSIT;

  constructor(
    private readonly ledger: LedgerService,
    private readonly clock: Clock,
  ) {
    super();
  }

  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    const ids = walletIdsOf(subjects);
    const known = new Map(
      await Promise.all(ids.map(async (id) => [id, (await this.ledger.findWallet(id)) !== undefined] as const)),
    );
    return subjects.map(({ reference }) => known.get(walletIdOf(reference)) ?? false);
  }

  /** The bank keeps the money, so nothing is recorded. */
  async refuse({ reference }: Fact): Promise<DomainError | undefined> {
    const id = walletIdOf(reference);
    const found = isUuid(id) && (await this.ledger.findWallet(id));
    return found ? undefined : new VirtualWalletNotFoundError(id);
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const locked = new Set((await this.ledger.lockWallets(tx, walletIdsOf(subjects))).map(({ id }) => id));
    return distinctSubjects(subjects).filter(({ reference }) => locked.has(walletIdOf(reference)));
  }

  /** What cannot be credited is kept with the reason as its outcome, and staff decide about the money. */
  async settle(tx: Tx, batch: readonly Fact[]): Promise<SettledFact[]> {
    const wallets = await this.ledger.lockWallets(tx, walletIdsOf(batch));
    const byId = new Map(wallets.map((wallet) => [wallet.id, wallet]));
    const entries: JournalEntry[] = [];
    const settled: SettledFact[] = [];
    const now = this.clock.now();
    for (const fact of batch) {
      const deposit = toDeposit(fact);
      const wallet = byId.get(deposit.walletId);
      if (!wallet) continue;
      const refusal = refusalOf(deposit, wallet);
      if (!refusal && deposit.amount) entries.push(depositEntry(deposit, deposit.amount, now));
      const outcome = refusal ? `refused:${refusal}` : 'credited';
      settled.push({ fact, outcome, needsStaff: refusal !== undefined, isRecord: true });
    }
    await this.ledger.post(tx, entries);
    return settled;
  }
}

/** Each wallet once; a reference that is not a UUID matches no wallet. */
function walletIdsOf(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.map(({ reference }) => walletIdOf(reference)))].filter(isUuid);
}
