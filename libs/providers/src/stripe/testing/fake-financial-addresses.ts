import type Stripe from 'stripe';
import { FAKE_FINANCIAL_ACCOUNT, type FakeOutboundPayments } from './fake-outbound-payments';
import { FakeStripeError, paramsIn, textIn, type FakeParams, type FakeRoute } from './fake-routes';
import type { FakeIds } from './fake-ids';

type FakeAddress = Stripe.V2.MoneyManagement.FinancialAddress;
type FakeCredit = Stripe.V2.MoneyManagement.ReceivedCredit;

/** Account details of the financial account, and what was sent to them. */
export class FakeFinancialAddresses {
  readonly addresses = new Map<string, FakeAddress>();
  readonly credits = new Map<string, FakeCredit>();
  /** How often an address is read before it is open. */
  opensAfter = 1;
  private readonly reads = new Map<string, number>();

  constructor(
    private readonly ids: FakeIds,
    private readonly outbound: FakeOutboundPayments,
  ) {}

  readonly routes: readonly FakeRoute[] = [
    {
      method: 'POST',
      path: /^\/v2\/money_management\/financial_addresses$/,
      carryOut: ({ body }) => this.create(body),
    },
    {
      method: 'GET',
      path: /^\/v2\/money_management\/financial_addresses\/([^/]+)$/,
      carryOut: ({ ids: [id = ''] }) => this.read(this.address(id)),
    },
    {
      method: 'GET',
      path: /^\/v2\/money_management\/received_credits\/([^/]+)$/,
      carryOut: ({ ids: [id = ''] }) => {
        const credit = this.credits.get(id);
        if (!credit) throw FakeStripeError.missing('received_credit', id);
        return credit;
      },
    },
  ];

  address(id: string): FakeAddress {
    const address = this.addresses.get(id);
    if (!address) throw FakeStripeError.missing('financial_address', id);
    return address;
  }

  /** Somebody sends money to the account number. */
  receive(accountNumber: string, value: number): FakeCredit {
    const found = [...this.addresses.values()].find(
      ({ bank_account }) => bank_account?.aba?.account_number === accountNumber,
    );
    if (!found) throw new Error(`no address has the account number ${accountNumber}`);
    const now = this.ids.now().toISOString();
    const credit: FakeCredit = {
      id: this.ids.next('rc'),
      object: 'v2.money_management.received_credit',
      amount: { value, currency: 'usd' },
      amount_received: { value, currency: 'usd' },
      bank_transfer: {
        financial_address: found.id,
        network: 'ach',
        originating_bank_account: { type: 'aba', aba: { account_holder_name: 'Ana Souza', last4: '6789' } },
      },
      created: now,
      financial_account: FAKE_FINANCIAL_ACCOUNT,
      livemode: false,
      status: 'succeeded',
      status_transitions: { succeeded_at: now },
      type: 'bank_transfer',
    };
    this.credits.set(credit.id, credit);
    this.outbound.move('received_credit', value, { type: 'received_credit', received_credit: credit.id });
    return credit;
  }

  private create(body: FakeParams): FakeAddress {
    if (body['financial_account'] !== FAKE_FINANCIAL_ACCOUNT) {
      throw FakeStripeError.missing('financial_account', String(body['financial_account']));
    }
    const currency = textIn(paramsIn(body, 'bank_account'), 'currency');
    if (currency === undefined) throw FakeStripeError.invalid('bank_account.currency: Required', 'invalid_fields');
    const address: FakeAddress = {
      id: this.ids.next('finaddr'),
      object: 'v2.money_management.financial_address',
      bank_account: { currency, type: 'aba', aba: { account_number: '', routing_number: '' } },
      created: this.ids.now().toISOString(),
      financial_account: FAKE_FINANCIAL_ACCOUNT,
      livemode: false,
      settlement_currency: currency,
      status: 'pending',
      type: 'bank_account',
    };
    this.addresses.set(address.id, address);
    return address;
  }

  private read(address: FakeAddress): FakeAddress {
    const reads = (this.reads.get(address.id) ?? 0) + 1;
    this.reads.set(address.id, reads);
    if (address.status !== 'pending' || reads < this.opensAfter) return address;
    const account_number = String(4_000_000_000 + [...this.addresses.keys()].indexOf(address.id));
    const aba = {
      account_holder_name: 'Fake Platform, Inc.',
      account_number,
      bank_name: 'Fifth Third Bank',
      routing_number: '110000000',
    };
    return Object.assign(address, {
      status: 'active' as const,
      bank_account: { country: 'US', currency: 'usd', type: 'aba', aba },
    });
  }
}
