/** Woovi rejects the call. */
export class FakeWooviError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export interface FakeCharge {
  readonly correlationID: string;
  readonly value: number;
  readonly brCode: string;
  readonly expiresDate: string;
  status: string;
  /** A code can be paid several times, also after it has expired. */
  readonly payments: FakePix[];
  readonly refunds: FakeRefund[];
}

/** A Pix transaction that arrived. */
export interface FakePix {
  readonly value: number;
  readonly endToEndId: string;
  readonly time: string;
}

export interface FakeRefund {
  readonly correlationID: string;
  readonly value: number;
  readonly endToEndId: string;
  /** The payment that it gives back. */
  readonly paidBy: string;
  status: string;
}

export interface FakePayment {
  readonly correlationID: string;
  readonly value: number;
  readonly destinationAlias: string;
  status: string;
  endToEndId: string | null;
  error: { code: string; description: string } | null;
  /** How often money left for it. */
  paidCount: number;
}

type Body = Readonly<Record<string, unknown>>;

/** A Pix key that no bank has. */
export const UNKNOWN_KEY = 'unknown@example.com';

const CHARGE = /^\/api\/v1\/charge\/([^/]+)$/;
const REFUNDS = /^\/api\/v1\/charge\/([^/]+)\/refund$/;
const TRANSACTION = /^\/api\/v1\/transaction\/([^/]+)$/;
const PAYMENT = /^\/api\/v1\/payment\/([^/]+)$/;

/** The charges and payments of an account at Woovi, and what its API does with them. */
export class FakeWooviAccount {
  readonly charges = new Map<string, FakeCharge>();
  readonly payments = new Map<string, FakePayment>();
  /** The correlation ids of refunds that calls asked for when the account had them already. */
  readonly repeatedRefunds: string[] = [];
  /** Centavos that can be paid out and refunded. */
  balance = Infinity;
  /** The time from which deadlines count. */
  now: () => Date = () => new Date();
  private transactions = 0;

  carryOut(method: string, { pathname, searchParams }: URL, body: Body): object {
    const paths = [CHARGE, REFUNDS, PAYMENT, TRANSACTION];
    const [charge, refunds, payment, transaction] = paths.map((path) => path.exec(pathname)?.[1]);
    const call = `${method} ${pathname}`;
    if (call === 'POST /api/v1/charge') return { charge: shownCharge(this.createCharge(body)) };
    if (call === 'GET /api/v1/charge') return { charges: [...this.charges.values()].slice(0, 1).map(shownCharge) };
    if (call === 'POST /api/v1/payment') return paymentResponse(this.createPayment(body));
    if (call === 'POST /api/v1/payment/approve') return paymentResponse(this.approve(String(body['correlationID'])));
    if (call === 'GET /api/v1/transaction') return this.transactionsOf(searchParams.get('charge') ?? '');
    if (method === 'GET' && transaction) return { transaction: this.transaction(transaction) };
    if (method === 'GET' && charge) return { charge: shownCharge(this.charge(charge)) };
    if (method === 'GET' && payment) return paymentResponse(this.payment(payment));
    if (method === 'GET' && refunds) return { refunds: this.charge(refunds).refunds.map(shownRefund) };
    if (method === 'POST' && refunds) return { refund: shownRefund(this.refund(this.charge(refunds), body)) };
    throw new FakeWooviError(404, 'Not found');
  }

  charge(correlation: string): FakeCharge {
    const charge = this.charges.get(decodeURIComponent(correlation));
    if (!charge) throw new FakeWooviError(400, 'Cobrança não encontrada');
    return charge;
  }

  payment(correlation: string): FakePayment {
    const payment = this.payments.get(decodeURIComponent(correlation));
    if (!payment) throw new FakeWooviError(400, 'Pagamento não encontrado');
    return payment;
  }

  /** The payer pays, by default what was asked for: returns the webhook that Woovi sends. */
  pay(correlation: string, { event = 'OPENPIX:CHARGE_COMPLETED', value, at = this.now() }: FakePaying = {}): object {
    const charge = this.charge(correlation);
    charge.status = 'COMPLETED';
    const pix = { value: value ?? charge.value, endToEndId: this.nextEndToEndId('E'), time: at.toISOString() };
    charge.payments.push(pix);
    return { event, charge: shownCharge(charge), pix };
  }

  /** The time of the charge is over: returns the webhook that Woovi sends. */
  expire(correlation: string): object {
    const charge = this.charge(correlation);
    charge.status = 'EXPIRED';
    return { event: 'OPENPIX:CHARGE_EXPIRED', charge: shownCharge(charge) };
  }

  /** The payer's bank takes back the last payment, or a part of it: returns the webhook that Woovi sends. */
  dispute(correlation: string, value?: number): object {
    const payment = this.charge(correlation).payments.at(-1)!;
    const dispute = { endToEndId: payment.endToEndId, value: value ?? payment.value, disputeReason: 'Golpe' };
    return { event: 'OPENPIX:DISPUTE_ACCEPTED', dispute: { status: 'ACCEPTED', ...dispute } };
  }

  /** A refund ends, also one that ended otherwise before, with the webhook that Woovi sends: it names no charge. */
  endRefund(correlation: string, refund: FakeRefund, status: 'CONFIRMED' | 'REJECTED' = 'CONFIRMED'): object {
    refund.status = status;
    return {
      event: `PIX_TRANSACTION_REFUND_SENT_${status}`,
      refundTransaction: this.devolution(refund, status, refund.value < this.charge(correlation).value),
      originalTransaction: { endToEndId: refund.paidBy, type: 'PAYMENT' },
    };
  }

  /** A refund that was made in Woovi's dashboard. */
  refundInDashboard(correlation: string, value: number): FakeRefund {
    return this.refund(this.charge(correlation), { correlationID: `dashboard-${++this.transactions}`, value });
  }

  /**
   * The bank of a payout's recipient sends it back, or a part of it, once or several times: returns the webhook that Woovi
   * sends.
   */
  giveBack(correlation: string, value?: number): object {
    const payment = this.payment(correlation);
    const returned = { value: value ?? payment.value, endToEndId: this.nextEndToEndId('D') };
    this.balance += returned.value;
    return {
      event: 'PIX_TRANSACTION_REFUND_RECEIVED_CONFIRMED',
      refundTransaction: this.devolution(returned, 'CONFIRMED', returned.value < payment.value),
      originalTransaction: { endToEndId: payment.endToEndId, type: 'PAYMENT' },
    };
  }

  /** An approved payment arrives at the recipient's bank: returns the webhook that Woovi sends. */
  confirm(correlation: string): object {
    const payment = this.payment(correlation);
    payment.status = 'CONFIRMED';
    payment.endToEndId = this.nextEndToEndId('E');
    return { event: 'OPENPIX:MOVEMENT_CONFIRMED', ...paymentResponse(payment) };
  }

  /** Also a payment that was confirmed before. */
  fail(correlation: string, description = 'Falha ao Pagar Chave Pix'): object {
    const payment = this.payment(correlation);
    payment.status = 'FAILED';
    payment.error = { code: 'PAY_PIX_KEY_ERROR', description };
    return { event: 'OPENPIX:MOVEMENT_FAILED', ...paymentResponse(payment) };
  }

  createCharge(body: Body): FakeCharge {
    const { correlationID, value, expiresIn } = body as { correlationID: string; value: number; expiresIn: number };
    if (this.charges.has(correlationID)) throw new FakeWooviError(400, 'Já existe uma cobrança com o correlationID');
    assertCentavos(value);
    const charge: FakeCharge = {
      correlationID,
      value,
      brCode: `00020101021226990014br.gov.bcb.pix2577pix.example/${correlationID}`,
      expiresDate: new Date(this.now().getTime() + expiresIn * 1_000).toISOString(),
      status: 'ACTIVE',
      payments: [],
      refunds: [],
    };
    this.charges.set(correlationID, charge);
    return charge;
  }

  private refund(charge: FakeCharge, body: Body): FakeRefund {
    const { correlationID, value } = body as { correlationID: string; value: number };
    const known = charge.refunds.find((each) => each.correlationID === correlationID);
    if (known) {
      this.repeatedRefunds.push(correlationID);
      return known;
    }
    assertCentavos(value);
    const refunded = charge.refunds.reduce((sum, each) => sum + each.value, 0);
    const [payment] = charge.payments;
    if (!payment) throw new FakeWooviError(400, 'Cobrança não paga');
    this.assertFunds(value);
    if (refunded + value > charge.value) throw new FakeWooviError(400, 'O valor é maior que o da cobrança');
    const refund = {
      correlationID,
      value,
      endToEndId: this.nextEndToEndId('D'),
      paidBy: payment.endToEndId,
      status: 'IN_PROCESSING',
    };
    charge.refunds.push(refund);
    return refund;
  }

  private createPayment(body: Body): FakePayment {
    const { correlationID, value, destinationAlias } = body as Record<string, string> & { value: number };
    if (this.payments.has(correlationID!)) {
      throw new FakeWooviError(400, 'Já existe um pagamento com o correlationID fornecido');
    }
    assertCentavos(value);
    if (destinationAlias === UNKNOWN_KEY) throw new FakeWooviError(400, 'Chave Pix inválida');
    const payment: FakePayment = {
      correlationID: correlationID!,
      value,
      destinationAlias: destinationAlias!,
      status: 'CREATED',
      endToEndId: null,
      error: null,
      paidCount: 0,
    };
    this.payments.set(payment.correlationID, payment);
    return payment;
  }

  private approve(correlation: string): FakePayment {
    const payment = this.payment(correlation);
    if (payment.status !== 'CREATED') throw new FakeWooviError(400, 'Pagamento já aprovado');
    this.assertFunds(payment.value);
    this.balance -= payment.value;
    payment.status = 'APPROVED';
    payment.paidCount += 1;
    return payment;
  }

  private assertFunds(value: number): void {
    if (value <= this.balance) return;
    throw new FakeWooviError(400, 'Você não possui saldo o suficiente para realizar esse pagamento');
  }

  private transactionsOf(correlation: string): object {
    return { transactions: this.charge(correlation).payments.map((pix) => ({ type: 'PAYMENT', ...pix })) };
  }

  private transaction(endToEndId: string): object {
    for (const charge of this.charges.values()) {
      const pix = charge.payments.find((each) => each.endToEndId === endToEndId);
      if (pix) return { type: 'PAYMENT', ...pix, charge: shownCharge(charge) };
    }
    throw new FakeWooviError(400, 'Transação não encontrada');
  }

  private devolution({ value, endToEndId }: Pick<FakePix, 'value' | 'endToEndId'>, status: string, partial: boolean) {
    return { value, time: this.now().toISOString(), endToEndId, status, type: 'REFUND', partial };
  }

  private nextEndToEndId(prefix: 'D' | 'E'): string {
    return `${prefix}54811417${String(++this.transactions).padStart(23, '0')}`;
  }
}

/** How a payer pays, where it is not as usual. */
export interface FakePaying {
  readonly event?: string;
  readonly value?: number;
  readonly at?: Date;
}

/** The charge without what Woovi lists elsewhere. */
function shownCharge({ correlationID, value, brCode, expiresDate, status }: FakeCharge): object {
  return { correlationID, value, brCode, expiresDate, status };
}

function shownRefund({ correlationID, value, endToEndId, status }: FakeRefund): object {
  return { correlationID, value, endToEndId, status };
}

function paymentResponse({ endToEndId, error, ...payment }: FakePayment): object {
  const { paidCount: _ours, ...shown } = payment;
  return {
    payment: shown,
    ...(endToEndId !== null && { transaction: { value: payment.value, endToEndId } }),
    ...(error && { error }),
  };
}

function assertCentavos(value: unknown): void {
  if (!Number.isInteger(value) || (value as number) <= 0) throw new FakeWooviError(400, 'Valor inválido');
}
