import { ReceivingAccounts, type ReceivingAccount } from '../links/application/receiving-accounts';

/** Numbers accounts in the order of the first request for each wallet, except those that a test has closed. */
export class InMemoryReceivingAccounts extends ReceivingAccounts {
  readonly provider = 'memory';
  readonly closed = new Set<string>();
  private readonly wallets: string[] = [];

  async find(walletId: string, holder: string, signal: AbortSignal): Promise<ReceivingAccount | undefined> {
    signal.throwIfAborted();
    if (this.closed.has(walletId)) return undefined;
    if (!this.wallets.includes(walletId)) this.wallets.push(walletId);
    return {
      holder,
      bankName: 'Bank of Memory',
      bankAddress: '1 Main Street',
      routingNumber: '021000021',
      accountNumber: String(1_000 + this.wallets.indexOf(walletId)),
      type: 'checking',
    };
  }
}
