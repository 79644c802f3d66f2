import type { ProviderAdapter } from '@app/rails';

/** The bank account through which a wallet receives transfers: the details that a sender needs. */
export interface ReceivingAccount {
  holder: string;
  bankName: string;
  bankAddress: string;
  /** ABA number, nine digits with a check digit. */
  routingNumber: string;
  accountNumber: string;
  type: 'checking' | 'savings';
}

/** A provider that keeps an account for each USD wallet. It is called outside any transaction. */
export abstract class ReceivingAccounts implements ProviderAdapter {
  abstract readonly provider: string;
  /**
   * The wallet's account: always the same one, and never that of another wallet. Undefined when the provider has none for
   * it.
   */
  abstract find(walletId: string, holder: string, signal: AbortSignal): Promise<ReceivingAccount | undefined>;
}
