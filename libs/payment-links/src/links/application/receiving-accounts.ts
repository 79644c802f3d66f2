/** The bank account that a wallet is filled through: what somebody needs who sends it a transfer. */
export interface ReceivingAccount {
  holder: string;
  bankName: string;
  bankAddress: string;
  /** ABA number, nine digits with a check digit. */
  routingNumber: string;
  accountNumber: string;
  type: 'checking' | 'savings';
}

/** The bank that keeps an account for each USD wallet. It is asked outside of any transaction. */
export abstract class ReceivingAccounts {
  /** The wallet's account, the same one each time and of no other wallet; undefined when the bank keeps none for it. */
  abstract find(walletId: string, holder: string): Promise<ReceivingAccount | undefined>;
}
