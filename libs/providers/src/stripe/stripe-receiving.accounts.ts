import { ReceivingAccounts, type ReceivingAccount } from '@app/payment-links';
import type { Log } from '@app/platform';
import { setTimeout as pause } from 'node:timers/promises';
import type Stripe from 'stripe';
import { sentIdOf } from '../sent-ids';
import type { StripeClient } from './stripe-client';
import type { StripeObjects } from './stripe-objects';
import { STRIPE } from './stripe-wire';

type FinancialAddress = Stripe.V2.MoneyManagement.FinancialAddress;

/** Delays before Stripe is asked again whether it has opened the account: it usually takes a moment. */
const OPENING_DELAYS_MS = [250, 500, 1_000, 2_000];

/** Account details of the financial account, separate ones for each wallet. */
export class StripeReceivingAccounts extends ReceivingAccounts {
  readonly provider = STRIPE;

  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly financialAccount: string,
    private readonly log: Log,
  ) {
    super();
  }

  async find(walletId: string, holder: string, signal: AbortSignal): Promise<ReceivingAccount | undefined> {
    signal.throwIfAborted();
    const address = await this.addressOf(walletId, signal);
    const details = address.status === 'active' ? address.bank_account?.aba : undefined;
    if (!details || details.account_number === '') {
      this.log.warn({ wallet_id: walletId, address: address.id, status: address.status }, 'Stripe has no account yet');
      return undefined;
    }
    return {
      holder: details.account_holder_name ?? holder,
      bankName: details.bank_name ?? null,
      // Stripe tells the address of the holder only.
      bankAddress: null,
      routingNumber: details.routing_number,
      accountNumber: details.account_number,
      type: 'checking',
    };
  }

  /** The address of the wallet, opened if there is none. */
  private async addressOf(walletId: string, signal: AbortSignal): Promise<FinancialAddress> {
    const known = await this.objects.find('financial_address', walletId);
    if (known !== undefined) return this.retrieve(known, signal);
    const opened = await this.open(walletId, signal);
    const kept = await this.objects.keep('financial_address', walletId, opened.id);
    if ((await this.objects.ownerOf('financial_address', kept)) !== walletId) {
      throw new Error('the address at Stripe belongs to another wallet');
    }
    return this.whenActive(kept, signal);
  }

  private open(walletId: string, signal: AbortSignal): Promise<FinancialAddress> {
    const params = {
      financial_account: this.financialAccount,
      type: 'bank_account',
      bank_account: { currency: 'usd', country: 'US' },
    };
    return this.client.create(
      {
        call: 'create financial address',
        key: sentIdOf(walletId),
        make: (stripe, options) => stripe.v2.moneyManagement.financialAddresses.create(params, options),
        // Nobody is told of one whose id is lost.
        find: () => Promise.resolve(undefined),
      },
      signal,
    );
  }

  private async whenActive(id: string, signal: AbortSignal): Promise<FinancialAddress> {
    for (const ms of OPENING_DELAYS_MS) {
      const address = await this.retrieve(id, signal);
      if (address.status !== 'pending') return address;
      await pause(ms, undefined, { signal });
    }
    return this.retrieve(id, signal);
  }

  private retrieve(id: string, signal: AbortSignal): Promise<FinancialAddress> {
    return this.client.call('retrieve financial address', signal, (stripe, options) =>
      stripe.v2.moneyManagement.financialAddresses.retrieve(id, {}, options),
    );
  }
}
