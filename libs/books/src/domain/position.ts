/** The movements of one type of a wallet, as `wallet_totals` counts them. */
export interface ProvenTotal {
  readonly movement_type: string;
  readonly visible: boolean;
  readonly total_in: string;
  readonly count_in: number;
  readonly total_out: string;
  readonly count_out: number;
}

/** Where the history of a wallet was proven. Amounts are exact texts. */
export interface ProvenWallet {
  readonly walletId: string;
  /** How many postings were proven. */
  readonly version: number;
  readonly balance: string;
  /** The last day of `wallet_days`, in the time zone; null without postings. */
  readonly day: string | null;
  readonly timeZone: string;
  readonly totals: readonly ProvenTotal[];
}

/** Up to where the books were proven: a later proof reads what is new only. */
export interface ProvenPosition {
  /** The database's time before the proof. */
  readonly at: Date;
  /** The holds that had no outcome. */
  readonly openHolds: readonly string[];
  readonly wallets: readonly ProvenWallet[];
}
