import type { Money, UnsupportedAmount } from '@app/kernel';
import { DEPOSIT_RETURNED, toDepositFact } from '@app/payment-links';
import type { Log } from '@app/platform';
import type { StatusResponse } from '@app/rails';
import type Stripe from 'stripe';
import type { StripeClient } from './stripe-client';
import type { StripeObjects } from './stripe-objects';
import { moneyOf, STRIPE } from './stripe-wire';

const NOTHING: StatusResponse = { facts: [], isDecided: true };

/** Transfers that arrive on the account details of wallets. */
export class StripeDeposits {
  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly log: Log,
  ) {}

  /** `id`: Stripe's id of what was received. What did not arrive by the details of a wallet is nothing of ours. */
  async statusOf(id: string, signal: AbortSignal): Promise<StatusResponse> {
    const credit = await this.client.find('retrieve received credit', signal, (stripe, options) =>
      stripe.v2.moneyManagement.receivedCredits.retrieve(id, {}, options),
    );
    const address = credit?.bank_transfer?.financial_address;
    if (!credit || address === undefined) return NOTHING;
    const walletId = await this.objects.ownerOf('financial_address', address);
    if (walletId === undefined) {
      this.log.warn({ received_credit: id, address }, 'Stripe received money for no wallet');
      return NOTHING;
    }
    return this.statusFor(walletId, credit);
  }

  private statusFor(walletId: string, credit: Stripe.V2.MoneyManagement.ReceivedCredit): StatusResponse {
    const { id, status, amount } = credit;
    const fields = { received_credit: id, wallet_id: walletId, status };
    const about = { provider: STRIPE, reference: walletId };
    const receivedId = `${id}:received`;
    switch (status) {
      case 'succeeded':
        return { facts: [toDepositFact({ ...about, id: receivedId, amount: amountOf(amount) })], isDecided: true };
      case 'returned': {
        const fact = { ...about, id: `${id}:returned`, type: DEPOSIT_RETURNED, amount: amountOf(amount) } as const;
        return { facts: [toDepositFact({ ...fact, depositId: receivedId })], isDecided: true };
      }
      case 'failed':
        return NOTHING;
      default:
        if (status !== 'pending') this.log.warn(fields, 'Stripe deposit has an unknown status');
        return { facts: [], isDecided: false };
    }
  }
}

function amountOf({ value, currency }: Stripe.V2.MoneyManagement.ReceivedCredit['amount']): Money | UnsupportedAmount {
  const moved = moneyOf(value, currency);
  if (!moved) throw new Error('Stripe gave no amount for the deposit');
  return moved;
}
