import {
  DebitRail,
  DebitDeclinedError,
  type DebitAuthorisation,
  type Instruction,
  type RailDebitOrder,
} from '@app/payment-links';
import { SANDBOX_PROVIDER } from './sandbox-collection.rail';

/** The sandbox declines to debit accounts that end in these digits. */
const DECLINED_ENDING = '9999';
/** The sandbox debits accounts that end in these digits only after a verification. */
const UNVERIFIED_ENDING = '8888';

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

/**
 * Accepts every account except one that ends in four nines, so that a tester can see one declined. The payer has to
 * verify one that ends in four eights. Keeps nothing.
 */
export class SandboxDebitRail extends DebitRail {
  readonly provider = SANDBOX_PROVIDER;

  async confirm(
    _order: RailDebitOrder,
    { account: { accountNumber } }: DebitAuthorisation,
    signal: AbortSignal,
  ): Promise<readonly Instruction[]> {
    signal.throwIfAborted();
    if (accountNumber.endsWith(DECLINED_ENDING)) throw new DebitDeclinedError();
    if (!accountNumber.endsWith(UNVERIFIED_ENDING)) return [];
    return [{ label: 'account_verification', value: '', kind: 'simulated' }];
  }
}
