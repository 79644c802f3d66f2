type Body = Record<string, unknown>;

export interface FakePayment {
  readonly id: string;
  readonly order_id: string;
  amount: number;
  readonly currency: string;
  readonly country: string;
  readonly payment_method_id: string;
  readonly created_date: string;
  readonly callback_url: string | undefined;
  status: string;
  status_detail: string;
  /** When it was paid. */
  approved_date?: string;
  /** What the payer gets. */
  readonly steps: object;
}

export interface FakeRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly created_date: string;
  readonly description: string | undefined;
  readonly notification_url: string | undefined;
  status: string;
  status_detail: string;
}

export interface FakeChargeback {
  readonly id: string;
  readonly payment_id: string;
  readonly order_id: string;
  readonly amount: number;
  readonly currency: string;
  status: string;
}

/** A call that dLocal rejects. */
export class FakeDlocalError extends Error {
  constructor(
    readonly status: number,
    readonly code: number,
    message: string,
    readonly param?: string,
  ) {
    super(message);
  }
}

/** A document that dLocal does not accept, and one whose payments it declines. */
export const REJECTED_DOCUMENT = '11111111';
export const DECLINED_DOCUMENT = '22222222';

const METHODS: Readonly<Record<string, { type: string; steps: (id: string, base: string) => object }>> = {
  'AR IO': {
    type: 'BANK_TRANSFER',
    steps: (id) => ({ bank_transfer: accountOf('CBU', '2850590940090418135201', id) }),
  },
  'AR QR': { type: 'QR', steps: (id) => ({ ticket: { type: 'CUSTOM', number: `00020101021143${id}` } }) },
  'BR PQ': {
    type: 'BANK_TRANSFER',
    steps: (id) => ({ ticket: { type: 'REFERENCE_CODE', number: `000201br.gov.bcb.pix${id}` } }),
  },
  'CO PC': { type: 'BANK_TRANSFER', steps: pageOf },
  'CL WP': { type: 'BANK_TRANSFER', steps: pageOf },
  'CL IO': { type: 'BANK_TRANSFER', steps: pageOf },
  'MX SE': { type: 'BANK_TRANSFER', steps: (id) => ({ bank_transfer: accountOf('CLABE', '646180110400000007', id) }) },
  'BO QR': { type: 'QR', steps: (id) => ({ ticket: { type: 'CUSTOM', number: `00020101021226${id}` } }) },
};

/** The banks of PSE. */
export const PSE_BANKS = [
  { code: '1007', name: 'Bancolombia' },
  { code: '1051', name: 'Davivienda' },
];

/** What a merchant of dLocal has there. Amounts are numbers, as in dLocal's JSON. */
export class FakeDlocalAccount {
  readonly payments = new Map<string, FakePayment>();
  readonly refunds = new Map<string, FakeRefund>();
  readonly chargebacks = new Map<string, FakeChargeback>();
  /** What refunds can be paid from. */
  balance = Infinity;
  /** Whether refunds are paid at once. */
  refundsAtOnce = false;
  /** Whether refunds show what was sent with them, and payments their refunds. */
  showsMarks = true;
  showsRefunds = true;
  banks: readonly object[] = PSE_BANKS;
  /** Units of the currency for a dollar, as they are written. */
  readonly rates: Record<string, string> = {};
  now: () => Date = () => new Date();
  /** By the key of the call that made it. */
  readonly keys = new Map<string, FakeRefund>();
  private count = 0;

  constructor(private readonly base: () => string) {}

  carryOut(method: string, { pathname, searchParams }: URL, body: Body, key: string | undefined): object {
    const [, objects, id = ''] = /^\/([\w-]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
    const call = `${method} ${objects}`;
    if (call === 'POST payments') return this.shown(this.createPayment(body));
    if (call === 'POST refunds') return this.shownRefund(this.createRefund(body, key));
    if (call === 'GET payments') return this.shown(this.payment(decodeURIComponent(id)));
    if (call === 'GET orders') return orderOf(this.byOrder(decodeURIComponent(id)));
    if (call === 'GET refunds') return this.shownRefund(this.refund(decodeURIComponent(id)));
    if (call === 'GET chargebacks') return this.chargeback(decodeURIComponent(id));
    if (call === 'GET payments-methods') return this.methodsOf(searchParams.get('country') ?? '');
    throw new FakeDlocalError(404, 0, 'NOT_FOUND');
  }

  payment(id: string): FakePayment {
    return known(this.payments.get(id), 4000, 'Payment not found');
  }

  byOrder(orderId: string): FakePayment {
    return known(
      [...this.payments.values()].find((payment) => payment.order_id === orderId),
      4000,
      'Payment not found',
    );
  }

  refund(id: string): FakeRefund {
    return known(this.refunds.get(id), 4001, 'Refund not found');
  }

  chargeback(id: string): FakeChargeback {
    return known(this.chargebacks.get(id), 4000, 'Chargeback not found');
  }

  /** The payment of the order gets that status: returns the notification. */
  move(orderId: string, status: string, detail = `The payment is ${status}`): object {
    const payment = this.byOrder(orderId);
    payment.status = status;
    payment.status_detail = detail;
    if (status === 'PAID') payment.approved_date ??= dateOf(this.now());
    return this.shown(payment);
  }

  /** The payer pays, by default what was asked for and now: returns the notification. */
  pay(orderId: string, { amount, at = this.now() }: { amount?: number; at?: Date } = {}): object {
    const payment = this.byOrder(orderId);
    Object.assign(payment, { amount: amount ?? payment.amount, approved_date: dateOf(at) });
    return this.move(orderId, 'PAID');
  }

  /** The refund gets that status: returns the notification. */
  endRefund(id: string, status = 'SUCCESS'): object {
    const refund = this.refund(id);
    refund.status = status;
    refund.status_detail = `The refund is ${status}`;
    return this.shownRefund(refund);
  }

  /** A refund that was made in dLocal's dashboard. */
  refundInDashboard(orderId: string, amount: number): FakeRefund {
    const { id, currency } = this.byOrder(orderId);
    const refund = this.createRefund({ payment_id: id, amount, currency }, undefined);
    refund.status = 'SUCCESS';
    return refund;
  }

  /** The payer's bank takes the payment back, or a part of it, or more, in another currency, once more with each call. */
  dispute(
    orderId: string,
    status = 'COMPLETED',
    changes: Partial<Pick<FakeChargeback, 'amount' | 'currency'>> = {},
  ): FakeChargeback {
    const { id: payment_id, amount, currency, order_id } = this.byOrder(orderId);
    const id = `CHAR${++this.count}`;
    const chargeback = { id, payment_id, order_id, amount, currency, status, ...changes };
    this.chargebacks.set(id, chargeback);
    return chargeback;
  }

  private createPayment(body: Body): FakePayment {
    const {
      amount,
      currency,
      country,
      payment_method_id: method,
      order_id,
      callback_url,
    } = body as Record<string, string> & { amount: unknown };
    const offered = METHODS[`${country} ${method}`];
    if (!offered) throw new FakeDlocalError(400, 5001, 'Invalid parameter', 'payment_method_id');
    assertAmount(amount);
    const payer = (body['payer'] ?? {}) as Record<string, string | null>;
    for (const name of ['name', 'email']) {
      if (!payer[name]) throw new FakeDlocalError(400, 5001, 'Invalid parameter', `payer.${name}`);
    }
    if (payer['document'] === REJECTED_DOCUMENT) {
      throw new FakeDlocalError(400, 5001, 'Invalid parameter', 'payer.document');
    }
    if (body['payment_method_flow'] === 'REDIRECT' && !callback_url) {
      throw new FakeDlocalError(400, 5001, 'Invalid parameter', 'callback_url');
    }
    if ([...this.payments.values()].some((payment) => payment.order_id === order_id)) {
      throw new FakeDlocalError(400, 5009, 'Order id is duplicated');
    }
    const id = `D-4-${++this.count}`;
    const isDeclined = payer['document'] === DECLINED_DOCUMENT;
    const payment: FakePayment = {
      id,
      order_id: order_id!,
      amount,
      currency: currency!,
      country: country!,
      payment_method_id: method!,
      created_date: dateOf(this.now()),
      callback_url,
      status: isDeclined ? 'REJECTED' : 'PENDING',
      status_detail: isDeclined ? 'The payment was rejected' : 'The payment is pending',
      steps: offered.steps(id, this.base()),
    };
    this.payments.set(id, payment);
    return payment;
  }

  private createRefund(body: Body, key: string | undefined): FakeRefund {
    const earlier = key === undefined ? undefined : this.keys.get(key);
    if (earlier) return earlier;
    const { payment_id, currency, description, notification_url } = body as Record<string, string>;
    const { amount } = body;
    const payment = this.payment(payment_id!);
    assertAmount(amount);
    if (payment.status !== 'PAID') throw new FakeDlocalError(400, 5002, 'Invalid transaction status');
    if ([...this.chargebacks.values()].some((each) => each.payment_id === payment.id && each.status === 'COMPLETED')) {
      throw new FakeDlocalError(400, 5018, 'Chargeback in place for this transaction');
    }
    const all = [...this.refunds.values()].filter((each) => each.payment_id === payment.id);
    const refunded = all.filter(({ status }) => status !== 'REJECTED').reduce((sum, each) => sum + each.amount, 0);
    if (refunded + amount > payment.amount) throw new FakeDlocalError(400, 5007, 'Amount exceeded');
    if (amount > this.balance) throw new FakeDlocalError(400, 5012, 'Insufficient funds');
    const refund: FakeRefund = {
      id: `REF${++this.count}`,
      payment_id: payment.id,
      amount,
      currency: currency!,
      created_date: dateOf(this.now()),
      description,
      notification_url,
      status: this.refundsAtOnce ? 'SUCCESS' : 'PENDING',
      status_detail: 'The refund is pending',
    };
    this.refunds.set(refund.id, refund);
    if (key !== undefined) this.keys.set(key, refund);
    return refund;
  }

  private shown({ steps, ...payment }: FakePayment): object {
    const refunds = [...this.refunds.values()].filter(({ payment_id }) => payment_id === payment.id);
    return {
      ...payment,
      ...steps,
      ...(this.showsRefunds && { refunds: refunds.map((refund) => this.shownRefund(refund)) }),
    };
  }

  private shownRefund({ description, notification_url, ...refund }: FakeRefund): object {
    return { ...refund, ...(this.showsMarks && { description, notification_url }) };
  }

  private methodsOf(country: string): object {
    const ofCountry = Object.entries(METHODS).filter(([name]) => name.startsWith(`${country} `));
    return ofCountry.map(([name, { type }]) => {
      const id = name.slice(country.length + 1);
      return {
        id,
        type,
        name: id,
        allowed_flows: ['REDIRECT'],
        ...(id === 'PC' && { details: { banks: this.banks } }),
      };
    });
  }
}

function accountOf(label: string, account: string, reference: string): object {
  return {
    bank_name: 'Banco de Prueba',
    beneficiary_name: 'dLocal Test',
    benficiary_document: '30-71234567-8',
    bank_account: account,
    bank_account_label: label,
    reference,
  };
}

function pageOf(id: string, base: string): object {
  return { redirect_url: `${base}/bank/${id}` };
}

function orderOf({ id, order_id, amount, currency, status, status_detail }: FakePayment): object {
  return { order_id, payment_id: id, amount, currency, status, status_detail };
}

/** As dLocal writes dates. */
function dateOf(date: Date): string {
  return date.toISOString().replace('Z', '+0000');
}

function known<T>(object: T | undefined, code: number, message: string): T {
  if (object === undefined) throw new FakeDlocalError(404, code, message);
  return object;
}

function assertAmount(amount: unknown): asserts amount is number {
  if (typeof amount !== 'number' || amount <= 0) throw new FakeDlocalError(400, 5001, 'Invalid parameter', 'amount');
}
