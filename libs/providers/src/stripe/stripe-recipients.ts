import type { RailDestination, RailPayoutOrder } from '@app/transfers';
import { createHmac } from 'node:crypto';
import type Stripe from 'stripe';
import { sentIdOf } from '../sent-ids';
import type { StripeClient } from './stripe-client';
import type { StripeObjects } from './stripe-objects';
import { metadataOf } from './stripe-wire';

/** Whom Stripe pays, and where. */
export interface Recipient {
  readonly account: string;
  readonly payoutMethod: string;
}

/** Tax numbers that only companies have; those that people have too begin with these digits for companies. */
const COMPANY_NUMBERS: Readonly<Record<string, RegExp>> = {
  cnpj: /./,
  cuit: /^3[034]/,
  ein: /./,
  nit: /./,
  rfc: /^[A-ZÑ&]{3}\d/,
};

/**
 * The recipients of payouts at Stripe, each an account of its own with one bank account. A recipient is made once and
 * used again: it is known by a fingerprint of what Stripe was told, from which the account number cannot be found without
 * the key.
 */
export class StripeRecipients {
  constructor(
    private readonly client: StripeClient,
    private readonly objects: StripeObjects,
    private readonly fingerprintKey: Uint8Array,
  ) {}

  /** Makes what is missing: the account, and then its bank account. Each id is stored before the next step. */
  async of({ destination, email }: RailPayoutOrder, signal: AbortSignal): Promise<Recipient> {
    const id = this.fingerprintOf(destination, email);
    const account =
      (await this.objects.find('recipient', id)) ??
      (await this.objects.keep('recipient', id, await this.open(id, destination, email, signal)));
    const payoutMethod =
      (await this.objects.find('payout_method', id)) ??
      (await this.objects.keep('payout_method', id, await this.addBankAccount(id, account, destination, signal)));
    return { account, payoutMethod };
  }

  private async open(
    id: string,
    destination: RailDestination,
    email: string | null,
    signal: AbortSignal,
  ): Promise<string> {
    const reference = sentIdOf(id);
    const params: Stripe.V2.Core.AccountCreateParams = {
      ...(email !== null && { contact_email: email }),
      display_name: destination.name,
      identity: { country: destination.country.toLowerCase(), ...identityOf(destination) },
      configuration: { recipient: { capabilities: { bank_accounts: { local: { requested: true } } } } },
      metadata: metadataOf(reference),
    };
    const opened = await this.client.create(
      {
        call: 'create recipient',
        key: `${reference}:recipient`,
        make: (stripe, options) => stripe.v2.core.accounts.create(params, options),
        // A second one would only be unused.
        find: () => Promise.resolve(undefined),
      },
      signal,
    );
    return opened.id;
  }

  private async addBankAccount(
    id: string,
    account: string,
    { country, bank }: RailDestination,
    signal: AbortSignal,
  ): Promise<string> {
    const { routing_number = '', account_number = '', account_type } = bank;
    const params: Stripe.V2.MoneyManagement.OutboundSetupIntentCreateParams = {
      payout_method_data: {
        type: 'bank_account',
        bank_account: {
          country,
          currency: 'usd',
          routing_number,
          account_number,
          bank_account_type: account_type === 'savings' ? 'savings' : 'checking',
        },
      },
      usage_intent: 'payment',
    };
    const { status, payout_method: method } = await this.client.create(
      {
        call: 'set up payout method',
        key: `${sentIdOf(id)}:payout-method`,
        make: (stripe, options) =>
          stripe.v2.moneyManagement.outboundSetupIntents.create(params, { ...options, stripeContext: account }),
        find: () => Promise.resolve(undefined),
      },
      signal,
    );
    if (status !== 'succeeded' || !method) throw new Error(`the bank account at Stripe is not set up: ${status}`);
    return method.id;
  }

  private fingerprintOf({ name, document, country, bank }: RailDestination, email: string | null): string {
    const { routing_number, account_number, account_type } = bank;
    const parts = [name, document.type, document.number, country, email, routing_number, account_number, account_type];
    const hex = createHmac('sha256', this.fingerprintKey).update(JSON.stringify(parts)).digest('hex');
    // A UUID of version 8, which is for such uses.
    return [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `8${hex.slice(13, 16)}`,
      `8${hex.slice(17, 20)}`,
      hex.slice(20, 32),
    ].join('-');
  }
}

function identityOf({
  name,
  document,
}: RailDestination): Pick<
  Stripe.V2.Core.AccountCreateParams.Identity,
  'entity_type' | 'business_details' | 'individual'
> {
  const type = document.type.toLowerCase();
  if (Object.hasOwn(COMPANY_NUMBERS, type) && COMPANY_NUMBERS[type]?.test(document.number)) {
    return { entity_type: 'company', business_details: { registered_name: name } };
  }
  const words = name.trim().split(/\s+/);
  const surname = words.length > 1 ? words.pop() : undefined;
  return {
    entity_type: 'individual',
    individual: { given_name: words.join(' '), ...(surname !== undefined && { surname }) },
  };
}
