import { createHash } from 'node:crypto';
import { SANDBOX_DEPOSITS_PROVIDER } from './sandbox-deposits';
import { ReceivingAccounts, type ReceivingAccount } from '@app/payment-links';

/** Has a valid check digit, and a prefix that the Federal Reserve has not assigned. */
export const SANDBOX_ROUTING_NUMBER = '990000000';

const ACCOUNT_DIGITS = 12;

/** An account for every wallet, at a bank that does not exist: nothing that is sent there arrives. */
export class SandboxReceivingAccounts extends ReceivingAccounts {
  readonly provider = SANDBOX_DEPOSITS_PROVIDER;

  async find(walletId: string, holder: string, signal: AbortSignal): Promise<ReceivingAccount | undefined> {
    signal.throwIfAborted();
    return {
      holder,
      bankName: 'Sandbox Bank',
      bankAddress: '1 Sandbox Plaza, New York, NY 10001, US',
      routingNumber: SANDBOX_ROUTING_NUMBER,
      accountNumber: accountNumberOf(walletId),
      type: 'checking',
    };
  }
}

function accountNumberOf(walletId: string): string {
  const digest = createHash('sha256').update(walletId).digest();
  return digest.readBigUInt64BE().toString().slice(-ACCOUNT_DIGITS).padStart(ACCOUNT_DIGITS, '0');
}
