import { Clock, isUuid, type DomainError, type Tx } from '@app/kernel';
import { LedgerService, VirtualWalletNotFoundError, type JournalEntry, type Wallet } from '@app/ledger';
import {
  distinctSubjects,
  FactHandler,
  ForeignSubjectError,
  ProviderObjects,
  type Fact,
  type SettledFact,
  type Subject,
  type FactCase,
} from '@app/rails';
import { Injectable } from '@nestjs/common';
import { rejectionOf } from '../domain/deposit';
import { depositEntry, depositKey } from './deposit-entry';
import { USD_ACCOUNT } from '../../links/domain/usd-account';
import { DEPOSIT, DEPOSIT_RETURNED, returnedDepositId, toDeposit, walletIdOf } from './deposit-facts';

/** Credits what arrives on the bank accounts of USD wallets, once for each fact. */
@Injectable()
export class Deposits extends FactHandler {
  readonly kind = DEPOSIT;

  constructor(
    private readonly ledger: LedgerService,
    private readonly objects: ProviderObjects,
    private readonly clock: Clock,
  ) {
    super();
  }

  async recognize(subjects: readonly Subject[]): Promise<boolean[]> {
    const found = await Promise.all(subjects.map((subject) => this.find(subject)));
    return found.map((owner) => owner === 'own');
  }

  /** The bank keeps the money, so nothing is recorded. */
  async rejectUnknown(fact: Fact): Promise<DomainError | undefined> {
    const owner = await this.find(fact);
    if (owner === 'own') return undefined;
    const error = new VirtualWalletNotFoundError(walletIdOf(fact.reference));
    return owner === 'foreign' ? new ForeignSubjectError(error) : error;
  }

  /** Whose the account of the wallet is: the reporting provider's also while none has been opened. */
  private async find({ provider, reference }: Subject): Promise<'own' | 'foreign' | 'unknown'> {
    const id = walletIdOf(reference);
    if (!isUuid(id) || !(await this.ledger.findWallet(id))) return 'unknown';
    const account = await this.objects.find(USD_ACCOUNT, id);
    return account && account.provider !== provider ? 'foreign' : 'own';
  }

  async lock(tx: Tx, subjects: readonly Subject[]): Promise<Subject[]> {
    const locked = new Set((await this.ledger.lockWallets(tx, walletIdsOf(subjects))).map(({ id }) => id));
    return distinctSubjects(subjects).filter(({ reference }) => locked.has(walletIdOf(reference)));
  }

  /**
   * What cannot be credited is kept with the reason as its outcome, and staff decide about the money. So they do about money
   * that the bank took back: the wallet may have spent it. Rule 19.8.
   */
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
      if (fact.type === DEPOSIT_RETURNED) {
        settled.push(await this.returned(tx, fact, wallet));
        continue;
      }
      const rejection = rejectionOf(deposit, wallet);
      if (!rejection && deposit.amount) entries.push(depositEntry(deposit, deposit.amount, now));
      const outcome = rejection ? `refused:${rejection}` : 'credited';
      settled.push({ fact, outcome, isRecord: true, ...(rejection && { opens: caseAbout(wallet) }) });
    }
    await this.ledger.post(tx, entries);
    return settled;
  }

  /** Taken from the wallet by staff, unless the deposit came back before it was credited. */
  private async returned(tx: Tx, fact: Fact, wallet: Wallet): Promise<SettledFact> {
    const notificationId = returnedDepositId(fact);
    const isCredited =
      notificationId === null ||
      (await this.ledger.findEntry(tx, depositKey({ provider: fact.provider, notificationId }))) !== undefined;
    const outcome = isCredited ? 'exception:returned' : 'exception:returned_uncredited';
    const proposal = isCredited ? 'adjust_wallet' : 'ask_provider';
    return { fact, outcome, isRecord: true, opens: { ...caseAbout(wallet), proposal } };
  }
}

/** The bank has money for a wallet that cannot take it, or took money back. Rule 19.1. */
function caseAbout({ id, accountId }: Wallet): FactCase {
  return {
    kind: 'deposit',
    subject: { type: 'wallet', id },
    accountId,
    linkId: null,
    paymentId: null,
    expected: null,
    proposal: 'adjust_wallet',
  };
}

/** Each wallet once; a reference that is not a UUID matches no wallet. */
function walletIdsOf(subjects: readonly Subject[]): string[] {
  return [...new Set(subjects.map(({ reference }) => walletIdOf(reference)))].filter(isUuid);
}
