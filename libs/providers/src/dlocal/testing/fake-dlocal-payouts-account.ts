/** dLocal rejects the call. */
export class FakePayoutError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly param?: string,
  ) {
    super(message);
  }
}

/** A payout as dLocal returns it. */
export interface FakePayout {
  readonly id: string;
  readonly external_id: string;
  status: string;
  status_code: string;
  status_detail: string;
  readonly created_date: string;
  readonly payment_method_id: string;
  readonly flow_type: string;
  readonly country: string;
  readonly currency: string;
  currency_to_pay: string;
  amount: number;
  readonly purpose: string;
  readonly beneficiary: Body;
}

type Body = Readonly<Record<string, unknown>>;

const STATUS_CODES: Readonly<Record<string, string>> = {
  PENDING: '100',
  PAID: '200',
  REJECTED: '300',
  CANCELLED: '400',
  DELIVERED: '500',
  ON_HOLD: '600',
  ON_HOLD_BY_COMPLIANCE: '700',
};

const REQUIRED = ['external_id', 'payment_method_id', 'flow_type', 'purpose', 'country', 'currency', 'amount'] as const;
/** The same in each country, as far as dLocal documents it. */
const DECIMALS: Readonly<Record<string, number>> = { CL: 0, CO: 0 };
/** Where the account alone does not tell the bank. */
const NEEDS_CODE = ['BO', 'CL', 'CO', 'MX'];

/** An account number that dLocal's validation rejects. */
export const WRONG_ACCOUNT = '9999999999';

/** The payouts of a merchant at dLocal, and what its API does with them. */
export class FakeDlocalPayoutsAccount {
  /** By external id. */
  readonly payouts = new Map<string, FakePayout>();
  /** Every external id in the order in which money left for it. */
  readonly paidOut: string[] = [];
  /** Every external id that was submitted again. */
  readonly repeated: string[] = [];
  /** What can be paid out, whatever the currency. */
  balance = Infinity;
  now: () => Date = () => new Date();
  private made = 0;

  submit(body: Body): FakePayout {
    for (const param of REQUIRED) {
      if (body[param] === undefined) throw new FakePayoutError(400, 3001, `Empty params ${param}`, param);
    }
    const { external_id: externalId, amount } = body as { external_id: string; amount: number };
    if (this.payouts.has(externalId)) {
      this.repeated.push(externalId);
      throw new FakePayoutError(400, 5011, 'External ID already used.');
    }
    assertValid(body);
    if (amount > this.balance) throw new FakePayoutError(400, 5014, 'Insufficient funds.');
    this.balance -= amount;
    const payout = payoutOf(body, `PO-${String(++this.made).padStart(8, '0')}`, this.now());
    this.payouts.set(externalId, payout);
    this.paidOut.push(externalId);
    return payout;
  }

  payout(externalId: string): FakePayout {
    const payout = this.payouts.get(externalId);
    if (!payout) throw new FakePayoutError(400, 5009, 'Payout not found with this ID.');
    return payout;
  }

  /** A payout takes the status; returns the notification that dLocal sends. */
  move(externalId: string, status: string, detail = `The payout is ${status.toLowerCase()}`): FakePayout {
    const payout = this.payout(externalId);
    payout.status = status;
    payout.status_code = STATUS_CODES[status] ?? '999';
    payout.status_detail = detail;
    return payout;
  }
}

function payoutOf(body: Body, id: string, now: Date): FakePayout {
  const text = (name: string) => String(body[name]);
  return {
    id,
    external_id: text('external_id'),
    status: 'PENDING',
    status_code: '100',
    status_detail: 'The payout is pending',
    created_date: now.toISOString(),
    payment_method_id: text('payment_method_id'),
    flow_type: text('flow_type'),
    country: text('country'),
    currency: text('currency'),
    currency_to_pay: text('currency_to_pay'),
    amount: body['amount'] as number,
    purpose: text('purpose'),
    beneficiary: body['beneficiary'] as Body,
  };
}

interface Requested {
  readonly country: string;
  readonly amount: number;
  readonly flow_type: string;
  readonly beneficiary?: Readonly<Record<string, string>> & {
    readonly bank_account?: Readonly<Record<string, string>>;
  };
}

function assertValid(body: Body): void {
  const { country, amount, flow_type: flow, beneficiary } = body as unknown as Requested;
  const account = beneficiary?.bank_account;
  if (!(amount > 0) || decimalsOf(amount) > (DECIMALS[country] ?? 2)) throw invalid('amount');
  const isNamed =
    flow === 'B2B' ? beneficiary?.['business_name'] : beneficiary?.['first_name'] && beneficiary['last_name'];
  if (!isNamed) throw invalid('beneficiary');
  if (!account?.['account'] || account['account'] === WRONG_ACCOUNT) throw invalid('beneficiary.bank_account.account');
  if (NEEDS_CODE.includes(country) && !account['code']) throw new FakePayoutError(400, 3003, 'Invalid bank code.');
}

function invalid(param: string): FakePayoutError {
  return new FakePayoutError(400, 3000, `Invalid params ${param}`, param);
}

function decimalsOf(amount: number): number {
  return /\.(\d+)$/.exec(String(amount))?.[1]?.length ?? 0;
}
