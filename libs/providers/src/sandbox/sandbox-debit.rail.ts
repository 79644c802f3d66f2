import { DebitRail, DebitDeclinedError, type DebitAccount } from '@app/payment-links';
import { SANDBOX_PROVIDER } from './sandbox-collection.rail';

/** The sandbox declines to debit accounts that end in these digits. */
const DECLINED_ENDING = '9999';

/** The account with which a simulated payer confirms a debit. */
export const SANDBOX_DEBIT_ACCOUNT: DebitAccount = {
  holder: 'Sandbox Payer',
  routingNumber: '021000021',
  accountNumber: '000123456789',
  type: 'checking',
};

/** Accepts every account except one that ends in four nines, so that a tester can see one declined. Keeps nothing. */
export class SandboxDebitRail extends DebitRail {
  readonly provider = SANDBOX_PROVIDER;

  async confirm(_reference: string, { accountNumber }: DebitAccount): Promise<void> {
    if (accountNumber.endsWith(DECLINED_ENDING)) throw new DebitDeclinedError();
  }
}
