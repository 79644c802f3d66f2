import type { ListPart, Page, Tx } from '@app/kernel';
import type { Dispute, DisputeStatus } from '../domain/dispute';

/** Disputes as facts open and resolve them. The lock of their payment protects them. */
export abstract class DisputesRepository {
  /** All disputes of payments that the transaction has locked. */
  abstract listOfPayments(tx: Tx, paymentIds: readonly string[]): Promise<Dispute[]>;
  /** Writes new and changed disputes. */
  abstract save(tx: Tx, disputes: readonly Dispute[]): Promise<void>;
}

/** Which disputes are listed, by the time at which they became known. */
export interface DisputeQuery extends ListPart {
  readonly status?: DisputeStatus | undefined;
  readonly paymentId?: string | undefined;
}

/** Disputes as merchants see them, the newest first. */
export abstract class DisputesReader {
  /** Undefined also for a dispute of another account. */
  abstract find(accountId: string, id: string): Promise<Dispute | undefined>;
  abstract list(accountId: string, query: DisputeQuery): Promise<Page<Dispute>>;
}
