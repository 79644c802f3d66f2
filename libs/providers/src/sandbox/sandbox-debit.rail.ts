import { DebitRail, DebitDeclinedError, type DebitAuthorisation } from '@app/payment-links';
import { SANDBOX_PROVIDER } from './sandbox-collection.rail';

/** The sandbox declines to debit accounts that end in these digits. */
const DECLINED_ENDING = '9999';

/** What a simulated payer authorises. */
export const SANDBOX_DEBIT: DebitAuthorisation = {
  account: {
    holder: 'Sandbox Payer',
    holderType: 'individual',
    routingNumber: '021000021',
    accountNumber: '000123456789',
    type: 'checking',
  },
  email: null,
  consent: { ip: '127.0.0.1', userAgent: 'sandbox', mandateVersion: 'sandbox' },
};

/** Accepts every account except one that ends in four nines, so that a tester can see one declined. Keeps nothing. */
export class SandboxDebitRail extends DebitRail {
  readonly provider = SANDBOX_PROVIDER;

  async confirm(_reference: string, { account }: DebitAuthorisation): Promise<void> {
    if (account.accountNumber.endsWith(DECLINED_ENDING)) throw new DebitDeclinedError();
  }
}
