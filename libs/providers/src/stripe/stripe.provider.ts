import type { Clock } from '@app/kernel';
import { CARD, COLLECTION, DEPOSIT, REVERSAL } from '@app/payment-links';
import type { Log } from '@app/platform';
import type {
  Capability,
  InquirySubject,
  Provider,
  ProviderAdapter,
  ProviderMessage,
  PulledLine,
  Reading,
  StatusResponse,
} from '@app/rails';
import { PAYOUT } from '@app/transfers';
import { StripeCardPlatform } from './stripe-card.platform';
import type { StripeClient } from './stripe-client';
import { StripeCollectionRail } from './stripe-collection.rail';
import { StripeDebitRail } from './stripe-debit.rail';
import { StripeDebits } from './stripe-debits';
import { StripeDeposits } from './stripe-deposits';
import { StripeHeldSettlement } from './stripe-held-settlement';
import { readMessage } from './stripe-messages';
import type { StripeObjects } from './stripe-objects';
import { StripeOutboundPayments } from './stripe-outbound-payments';
import { StripePayments } from './stripe-payments';
import { StripePayoutRail } from './stripe-payout.rail';
import { StripeReceivingAccounts } from './stripe-receiving.accounts';
import { StripeRecipients } from './stripe-recipients';
import { StripeRefundRail } from './stripe-refund.rail';
import { StripeSettlement } from './stripe-settlement';
import { idOfSent } from '../sent-ids';
import { largestOf, STRIPE } from './stripe-wire';

export interface StripeAccount {
  readonly webhookSecrets: readonly string[];
  /** Undefined: no USD payouts and no account details. */
  readonly financialAccount: string | undefined;
  /** Makes fingerprints of the recipients of payouts. */
  readonly fingerprintKey: Uint8Array;
}

/**
 * Stripe takes eight digits of minor units. In COP it takes more, and its documentation has given different numbers, so
 * that it decides itself.
 */
const LARGEST = ['ARS', 'BOB', 'BRL', 'CLP', 'MXN', 'USD'].map((currency) => largestOf(currency));

const COLLECTED: readonly Capability[] = [
  { kind: 'collect', method: CARD, requires: [], banks: [], refunds: 'partial', largest: LARGEST },
  { kind: 'collect', method: 'usd_bank_debit', requires: ['email'], banks: [], refunds: 'partial', largest: LARGEST },
];

/** What a financial account is needed for. */
const HELD: readonly Capability[] = [
  { kind: 'pay_out', country: 'US', currency: 'USD' },
  { kind: 'receive', currency: 'USD' },
];

/** Accepts cards and debits US bank accounts through Stripe; with a financial account, pays out and receives USD. */
export class StripeProvider implements Provider {
  readonly name = STRIPE;
  readonly storedNames = [STRIPE];
  readonly isSimulated = false;
  readonly capabilities: readonly Capability[];
  readonly adapters: readonly ProviderAdapter[];
  readonly loops = [];
  private readonly payments: StripePayments;
  private readonly debits: StripeDebits;
  private readonly outbound: StripeOutboundPayments;
  private readonly deposits: StripeDeposits;

  constructor(
    private readonly client: StripeClient,
    private readonly account: StripeAccount,
    private readonly objects: StripeObjects,
    clock: Clock,
    log: Log,
  ) {
    this.payments = new StripePayments(client, objects);
    this.debits = new StripeDebits(client, objects, this.payments, log);
    this.outbound = new StripeOutboundPayments(client, objects, clock, log);
    this.deposits = new StripeDeposits(client, objects, log);
    const collecting = [
      new StripeCardPlatform(client, objects, this.payments),
      new StripeCollectionRail(),
      new StripeDebitRail(client, objects, log),
      new StripeRefundRail(client, this.payments, log),
    ];
    const { financialAccount, fingerprintKey } = account;
    this.capabilities = financialAccount === undefined ? COLLECTED : [...COLLECTED, ...HELD];
    if (financialAccount === undefined) {
      this.adapters = collecting;
      return;
    }
    const recipients = new StripeRecipients(client, objects, fingerprintKey);
    this.adapters = [
      ...collecting,
      new StripePayoutRail(client, objects, recipients, this.outbound, financialAccount),
      new StripeReceivingAccounts(client, objects, financialAccount, log),
    ];
  }

  read(_storedName: string, message: ProviderMessage): Reading {
    return readMessage(this.account.webhookSecrets, message);
  }

  async inquire({ kind, reference }: InquirySubject, signal: AbortSignal): Promise<StatusResponse> {
    switch (kind) {
      case COLLECTION: {
        const link = await this.objects.find('payment_link', idOfSent(reference));
        if (link !== undefined) return this.payments.statusOfLink(reference, link, signal);
        return this.debits.statusOf(reference, signal);
      }
      case REVERSAL:
        return this.payments.statusOfPayment(reference, signal);
      case PAYOUT:
        return this.outbound.statusOf(reference, signal);
      case DEPOSIT:
        return this.deposits.statusOf(reference, signal);
      default:
        return { facts: [], isDecided: true };
    }
  }

  /** What Stripe's balance and the financial account had in and out. */
  async *pull(since: Date, signal: AbortSignal): AsyncGenerator<PulledLine> {
    yield* new StripeSettlement(this.client).lines(since, signal);
    const { financialAccount } = this.account;
    if (financialAccount === undefined) return;
    yield* new StripeHeldSettlement(this.client, this.objects, financialAccount).lines(since, signal);
  }

  /** Reads balances, which needs the right to read them and shows nothing of a customer. */
  async check(signal: AbortSignal): Promise<void> {
    await this.client.call('retrieve balance', signal, (stripe, options) => stripe.balance.retrieve({}, options));
    const { financialAccount } = this.account;
    if (financialAccount === undefined) return;
    const { status } = await this.client.call('retrieve financial account', signal, (stripe, options) =>
      stripe.v2.moneyManagement.financialAccounts.retrieve(financialAccount, {}, options),
    );
    if (status !== 'open') throw new Error(`the financial account is ${status}`);
  }
}
