import type { ProviderAdapter } from '@app/rails';

/** The bank account through which a wallet receives transfers: the details that a sender needs. */
export interface ReceivingAccount {
  /** As the bank has the name, which senders must give. */
  holder: string;
  /** Null where the provider does not say. */
  bankName: string | null;
  bankAddress: string | null;
  /** ABA number, nine digits with a check digit. */
  routingNumber: string;
  accountNumber: string;
  type: 'checking' | 'savings';
}

/** A provider that keeps an account for each USD wallet. It is called outside any transaction. */
export abstract class ReceivingAccounts implements ProviderAdapter {
  abstract readonly provider: string;
  /**
   * The wallet's account: always the same one, and never that of another wallet. `holder` is the merchant's name, for a
   * provider that opens the account in it. Undefined when the provider has no account for the wallet, or not yet.
   */
  abstract find(walletId: string, holder: string, signal: AbortSignal): Promise<ReceivingAccount | undefined>;
}
