import type Stripe from 'stripe';
import { FakeStripeError, paramsIn, textIn, type FakeRouteCall, type FakeParams, type FakeRoute } from './fake-routes';
import type { FakeIds } from './fake-ids';
import type { FakeCharge, FakeIntent, FakePayments } from './fake-payments';

/** What Stripe keeps of an account that a payer named. */
interface FakeAccount {
  readonly id: string;
  readonly email: string | null;
  readonly last4: string;
  readonly holderType: string;
  readonly ip: string;
  readonly userAgent: string;
}

export type FakeDebit = FakeIntent & {
  allowed_payment_method_types: string[];
  description: string | null;
  next_action: {
    type: string;
    verify_with_microdeposits: Stripe.PaymentIntent.NextAction.VerifyWithMicrodeposits;
  } | null;
  last_payment_error: { type: string; code: string; message: string; payment_method: { id: string } } | null;
};

/** An account number that Stripe rejects at once. */
export const BLOCKED_ACCOUNT = '000999999999';
const WEEKDAY_MS = 86_400_000;

/** Bank debits: payments that their payers confirm with an account. */
export class FakeDebits {
  readonly blockedAccount = BLOCKED_ACCOUNT;
  /** Whether accounts have to be verified by small deposits, as those whose numbers are sent are. */
  verifies = true;
  /** The accounts that debits were confirmed with, by payment. */
  readonly accounts = new Map<string, FakeAccount>();

  constructor(
    private readonly ids: FakeIds,
    private readonly payments: FakePayments,
  ) {}

  readonly routes: readonly FakeRoute[] = [
    { method: 'POST', path: /^\/v1\/payment_intents$/, carryOut: ({ body }) => this.create(body) },
    { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)$/, carryOut: (call) => this.update(call) },
    { method: 'POST', path: /^\/v1\/payment_intents\/([^/]+)\/confirm$/, carryOut: (call) => this.confirm(call) },
  ];

  debit(id: string): FakeDebit {
    return this.payments.intent(id) as FakeDebit;
  }

  /** The debits of our order. */
  of(reference: string): FakeDebit[] {
    return [...this.payments.intents.values()].filter(
      ({ metadata }) => metadata['servicepay_id'] === reference,
    ) as FakeDebit[];
  }

  /** The payer enters what the deposits were: the bank gets the debit. */
  verify(debit: FakeDebit): FakeDebit {
    this.payments.submit(debit);
    return Object.assign(debit, { status: 'processing' as const, next_action: null });
  }

  /** The money arrives. */
  settle(debit: FakeDebit): FakeCharge {
    return this.payments.succeed(debit);
  }

  /** The bank declines the debit, days later. */
  fail(debit: FakeDebit, code = 'payment_method_provider_decline'): FakeDebit {
    const method = this.accounts.get(debit.id)?.id ?? this.ids.next('pm');
    this.payments.fail(debit);
    return this.decline(debit, method, code);
  }

  cancel(debit: FakeDebit): FakeDebit {
    return Object.assign(debit, { status: 'canceled' as const, next_action: null });
  }

  private create(body: FakeParams): FakeDebit {
    const types = body['allowed_payment_method_types'] as string[] | undefined;
    if (!types) throw FakeStripeError.invalid('Missing required param: allowed_payment_method_types');
    const amount = Number(textIn(body, 'amount'));
    if (!Number.isInteger(amount) || amount < 50)
      throw FakeStripeError.invalid('Amount is too small', 'amount_too_small');
    const intent = this.payments.createIntent({
      amount,
      currency: textIn(body, 'currency') ?? '',
      metadata: paramsIn(body, 'metadata') as Record<string, string>,
      payment_method_types: types,
    });
    const description = textIn(body, 'description') ?? null;
    return Object.assign(intent, {
      allowed_payment_method_types: types,
      description,
      next_action: null,
      last_payment_error: null,
    });
  }

  private update({ ids: [id = ''], body }: FakeRouteCall): FakeDebit {
    const debit = this.debit(id);
    Object.assign(debit.metadata, paramsIn(body, 'metadata'));
    return debit;
  }

  private confirm({ ids: [id = ''], body }: FakeRouteCall): FakeDebit {
    const debit = this.debit(id);
    if (debit.status !== 'requires_payment_method' && debit.status !== 'requires_confirmation') {
      const message = `This PaymentIntent's status is ${debit.status}.`;
      throw FakeStripeError.invalid(message, 'payment_intent_unexpected_state');
    }
    const account = this.accountIn(body);
    const number = textIn(paramsIn(paramsIn(body, 'payment_method_data'), 'us_bank_account'), 'account_number');
    if (number === BLOCKED_ACCOUNT) {
      const code = 'payment_method_bank_account_blocked';
      this.decline(debit, account.id, code);
      const message = `The account ending in ${account.last4} is blocked.`;
      throw new FakeStripeError(402, { type: 'card_error', code, message, payment_intent: debit });
    }
    this.accounts.set(id, account);
    if (!this.verifies) return this.verify(debit);
    return Object.assign(debit, {
      status: 'requires_action' as const,
      next_action: {
        type: 'verify_with_microdeposits',
        verify_with_microdeposits: {
          arrival_date: Math.floor((this.ids.now().getTime() + 2 * WEEKDAY_MS) / 1_000),
          hosted_verification_url: `https://payments.stripe.example/microdeposit/${id}`,
          microdeposit_type: 'descriptor_code' as const,
        },
      },
    });
  }

  private accountIn(body: FakeParams): FakeAccount {
    const data = paramsIn(body, 'payment_method_data');
    const [account, billing] = [paramsIn(data, 'us_bank_account'), paramsIn(data, 'billing_details')];
    const online = paramsIn(paramsIn(paramsIn(body, 'mandate_data'), 'customer_acceptance'), 'online');
    const [ip, userAgent] = [textIn(online, 'ip_address'), textIn(online, 'user_agent')];
    if (ip === undefined || userAgent === undefined) throw FakeStripeError.invalid('A mandate is required');
    if (textIn(billing, 'name') === undefined) throw FakeStripeError.invalid('billing_details[name] is required');
    if (!/^\d{9}$/.test(textIn(account, 'routing_number') ?? '')) {
      throw FakeStripeError.invalid('Invalid routing number', 'routing_number_invalid');
    }
    return {
      id: this.ids.next('pm'),
      email: textIn(billing, 'email') ?? null,
      last4: (textIn(account, 'account_number') ?? '').slice(-4),
      holderType: textIn(account, 'account_holder_type') ?? 'individual',
      ip,
      userAgent,
    };
  }

  private decline(debit: FakeDebit, method: string, code: string): FakeDebit {
    const last_payment_error = { type: 'card_error', code, message: 'Declined.', payment_method: { id: method } };
    return Object.assign(debit, { status: 'requires_payment_method' as const, next_action: null, last_payment_error });
  }
}
