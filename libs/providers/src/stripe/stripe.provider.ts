import { CARD, COLLECTION, REVERSAL } from '@app/payment-links';
import type { Log } from '@app/platform';
import type {
  Capability,
  InquirySubject,
  Provider,
  ProviderAdapter,
  ProviderMessage,
  Reading,
  SettlementLine,
  StatusResponse,
} from '@app/rails';
import { StripeCardPlatform } from './stripe-card.platform';
import type { StripeClient } from './stripe-client';
import { readMessage } from './stripe-messages';
import type { StripeObjects } from './stripe-objects';
import { StripePayments } from './stripe-payments';
import { StripeSettlement } from './stripe-settlement';
import { StripeRefundRail } from './stripe-refund.rail';
import { idOfSent } from '../sent-ids';
import { STRIPE } from './stripe-wire';

export interface StripeAccount {
  readonly webhookSecrets: readonly string[];
  /** Undefined: no USD payouts and no account details. */
  readonly financialAccount: string | undefined;
}

/** Accepts cards through Stripe. */
export class StripeProvider implements Provider {
  readonly name = STRIPE;
  readonly storedNames = [STRIPE];
  readonly isSimulated = false;
  readonly capabilities: readonly Capability[] = [
    { kind: 'collect', method: CARD, requires: [], banks: [], refunds: 'partial' },
  ];
  readonly adapters: readonly ProviderAdapter[];
  readonly loops = [];
  private readonly payments: StripePayments;

  constructor(
    private readonly client: StripeClient,
    private readonly account: StripeAccount,
    private readonly objects: StripeObjects,
    log: Log,
  ) {
    this.payments = new StripePayments(client, objects);
    this.adapters = [
      new StripeCardPlatform(client, objects, this.payments),
      new StripeRefundRail(client, this.payments, log),
    ];
  }

  read(_storedName: string, message: ProviderMessage): Reading {
    return readMessage(this.account.webhookSecrets, message);
  }

  async inquire({ kind, reference }: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    if (kind === REVERSAL) return this.payments.statusOfPayment(reference, signal);
    const link = kind === COLLECTION ? await this.objects.find('payment_link', idOfSent(reference)) : undefined;
    if (link !== undefined) return this.payments.statusOfLink(reference, link, signal);
    return { facts: [], isDecided: true };
  }

  /** What Stripe's balance had in and out. */
  pull(since: Date, signal: AbortSignal): AsyncIterable<SettlementLine> {
    return new StripeSettlement(this.client).lines(since, signal);
  }

  /** Reads the balance, which needs the right to read it and shows nothing of a customer. */
  async check(signal: AbortSignal): Promise<void> {
    await this.client.call('retrieve balance', signal, (stripe, options) => stripe.balance.retrieve({}, options));
  }
}
