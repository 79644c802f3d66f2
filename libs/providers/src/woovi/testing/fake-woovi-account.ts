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
  endToEndId: string | null;
  readonly refunds: FakeRefund[];
}

export interface FakeRefund {
  readonly correlationID: string;
  readonly value: number;
  readonly endToEndId: string;
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
    const [charge, refunds, payment] = [CHARGE, REFUNDS, PAYMENT].map((path) => path.exec(pathname)?.[1]);
    const call = `${method} ${pathname}`;
    if (call === 'POST /api/v1/charge') return { charge: this.createCharge(body) };
    if (call === 'GET /api/v1/charge') return { charges: [...this.charges.values()].slice(0, 1) };
    if (call === 'POST /api/v1/payment') return paymentResponse(this.createPayment(body));
    if (call === 'POST /api/v1/payment/approve') return paymentResponse(this.approve(String(body['correlationID'])));
    if (call === 'GET /api/v1/transaction') return this.transactionsOf(searchParams.get('charge') ?? '');
    if (method === 'GET' && charge) return { charge: this.charge(charge) };
    if (method === 'GET' && payment) return paymentResponse(this.payment(payment));
    if (method === 'GET' && refunds) return { refunds: this.charge(refunds).refunds };
    if (method === 'POST' && refunds) return { refund: this.refund(this.charge(refunds), body) };
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

  /** The payer pays: returns the webhook that Woovi sends. */
  pay(correlation: string, event = 'OPENPIX:CHARGE_COMPLETED'): object {
    const charge = this.charge(correlation);
    charge.status = 'COMPLETED';
    charge.endToEndId = this.nextEndToEndId('E');
    return { event, charge, pix: { value: charge.value, endToEndId: charge.endToEndId, charge } };
  }

  /** A refund ends, with the webhook that Woovi sends: it names the charge and not the refund. */
  endRefund(correlation: string, refund: FakeRefund, status = 'CONFIRMED'): object {
    refund.status = status;
    const pix = { value: refund.value, endToEndId: refund.endToEndId };
    return { event: 'OPENPIX:TRANSACTION_REFUND_RECEIVED', charge: this.charge(correlation), pix, refunds: [] };
  }

  /** A refund that was made in Woovi's dashboard. */
  refundInDashboard(correlation: string, value: number): FakeRefund {
    return this.refund(this.charge(correlation), { correlationID: `dashboard-${++this.transactions}`, value });
  }

  /** An approved payment arrives at the recipient's bank: returns the webhook that Woovi sends. */
  confirm(correlation: string): object {
    const payment = this.payment(correlation);
    payment.status = 'CONFIRMED';
    payment.endToEndId = this.nextEndToEndId('E');
    return { event: 'OPENPIX:MOVEMENT_CONFIRMED', ...paymentResponse(payment) };
  }

  fail(correlation: string, description = 'Falha ao Pagar Chave Pix'): object {
    const payment = this.payment(correlation);
    payment.status = 'FAILED';
    payment.error = { code: 'PAY_PIX_KEY_ERROR', description };
    return { event: 'OPENPIX:MOVEMENT_FAILED', ...paymentResponse(payment) };
  }

  private createCharge(body: Body): FakeCharge {
    const { correlationID, value, expiresIn } = body as { correlationID: string; value: number; expiresIn: number };
    if (this.charges.has(correlationID)) throw new FakeWooviError(400, 'Já existe uma cobrança com o correlationID');
    assertCentavos(value);
    const charge: FakeCharge = {
      correlationID,
      value,
      brCode: `00020101021226990014br.gov.bcb.pix2577pix.example/${correlationID}`,
      expiresDate: new Date(this.now().getTime() + expiresIn * 1_000).toISOString(),
      status: 'ACTIVE',
      endToEndId: null,
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
    if (charge.status !== 'COMPLETED') throw new FakeWooviError(400, 'Cobrança não paga');
    this.assertFunds(value);
    if (refunded + value > charge.value) throw new FakeWooviError(400, 'O valor é maior que o da cobrança');
    const refund = { correlationID, value, endToEndId: this.nextEndToEndId('D'), status: 'IN_PROCESSING' };
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
    const charge = this.charge(correlation);
    if (charge.endToEndId === null) return { transactions: [] };
    return { transactions: [{ type: 'PAYMENT', value: charge.value, endToEndId: charge.endToEndId }] };
  }

  private nextEndToEndId(prefix: 'D' | 'E'): string {
    return `${prefix}54811417${String(++this.transactions).padStart(23, '0')}`;
  }
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
