import { Money, newId } from '@app/kernel';
import type { CollectionRail, DebitRail, RailDebitOrder, RailOrderRequest } from '../checkout/application/ports';
import { INSTRUCTION_LABELS, type Instruction } from '../checkout/domain/instruction';
import type { DebitAuthorisation } from '../checkout/domain/debit-account';
import type { Payer } from '../checkout/domain/checkout-order';
import {
  findMethod,
  isBankDebit,
  PAYMENT_METHODS,
  type MethodCountry,
  type PaymentMethod,
} from '../links/domain/payment-method';

export interface DebitRailSubject {
  /** Opens the orders that are debited. */
  orders: CollectionRail;
  rail: DebitRail;
  /** A debit that the rail takes, and one that it declines. */
  debit: DebitAuthorisation;
  declined: DebitAuthorisation;
}

const NOW = new Date('2030-01-01T12:00:00.000Z');
const AMOUNT = '20000';
const { signal } = new AbortController();

/** What every adapter of the port must do, for the methods that its provider serves. `now`: the time of the orders. */
export function collectionRailContract(
  rail: () => CollectionRail,
  methods: readonly PaymentMethod[] = PAYMENT_METHODS,
  now: Date = NOW,
): void {
  const open = (of: PaymentMethod, changes: Partial<RailOrderRequest> = {}) =>
    openOrder(rail(), of, { now, ...changes });

  it('has a name that can be part of a URL', () => {
    expect(rail().provider).toMatch(/^[a-z][a-z0-9_]*$/);
  });

  describe.each(methods)('an order of $code', (of) => {
    it('has a reference that is short enough for a fact, and instructions for the payer', async () => {
      const { reference, instructions } = await open(of);
      expect(reference).toMatch(/^[\x21-\x7e]{1,128}$/);
      expect(instructions.length).toBeGreaterThan(0);
      for (const { label, value, kind } of instructions) {
        expect(INSTRUCTION_LABELS).toContain(label);
        expect(['text', 'copy', 'qr', 'link', 'date', 'simulated']).toContain(kind);
        expect(value.trim() === '').toBe(kind === 'simulated');
      }
    });

    it('has a deadline in the future exactly when it is a local one', async () => {
      const { expiresAt } = await open(of);
      if (isBankDebit(of.code)) expect(expiresAt).toBeNull();
      else expect(expiresAt!.getTime()).toBeGreaterThan(now.getTime());
    });

    it('is opened once, however often it is requested', async () => {
      const orderId = newId();
      expect(await open(of, { orderId })).toEqual(await open(of, { orderId }));
    });

    it('has a unique reference', async () => {
      const [one, other] = [await open(of), await open(of)];
      expect(one.reference).not.toBe(other.reference);
    });

    it('can be opened for the least and for the most that the method takes', async () => {
      await open(of, { amount: of.minAmount });
      await open(of, { amount: of.maxAmount });
    });
  });
}

/** What every adapter of the port must do. */
export function debitRailContract(subject: () => DebitRailSubject): void {
  describe('a debit', () => {
    const method = methodOf('usd_bank_debit');
    const anOrder = async (): Promise<RailDebitOrder> => ({
      reference: (await openOrder(subject().orders, method)).reference,
      amount: Money.of(AMOUNT, method.currency),
      description: 'Order 1001',
    });
    const confirm = async (debit: DebitAuthorisation, order?: RailDebitOrder) =>
      subject().rail.confirm(order ?? (await anOrder()), debit, signal);

    it('is taken, and what the payer still has to do is something that a page can show', async () => {
      for (const { label } of await confirm(subject().debit)) expect(INSTRUCTION_LABELS).toContain(label);
    });

    it('is accepted again without an error: it is one debit', async () => {
      const order = await anOrder();
      const first = await confirm(subject().debit, order);
      await expect(confirm(subject().debit, order)).resolves.toEqual(first);
    });

    it('is declined for an account that cannot be debited, and another one may be tried', async () => {
      const order = await anOrder();
      await expect(confirm(subject().declined, order)).rejects.toMatchObject({ code: 'DEBIT_REFUSED' });
      await expect(confirm(subject().debit, order)).resolves.toBeDefined();
    });

    it('is not made when the caller has given up', async () => {
      const gone = AbortSignal.abort(new Error('gave up'));
      await expect(subject().rail.confirm(await anOrder(), subject().debit, gone)).rejects.toThrow('gave up');
    });

    it('that is declined reveals nothing of the account', async () => {
      const { declined } = subject();
      const error: unknown = await confirm(declined).catch((reason: unknown) => reason);
      const reported = `${String(error)} ${JSON.stringify(error)}`;
      for (const secret of [declined.account.accountNumber, declined.account.holder])
        expect(reported).not.toContain(secret);
    });
  });
}

/**
 * What instructions that are generated here rather than by a real rail must satisfy: numbers that a tester can
 * validate.
 */
export function payerInstructionsContract(rail: () => CollectionRail): void {
  const instructionsOf = async (code: string) => (await openOrder(rail(), methodOf(code))).instructions;
  const find = (instructions: readonly Instruction[], matching: RegExp) =>
    instructions.map(({ value }) => value).find((value) => matching.test(value)) ?? '';

  describe('the instructions for the payer', () => {
    it.each([
      ['ars_qr', '032'],
      ['brl_pix', '986'],
      ['bob_qr', '068'],
    ])('for %s is a code with a right checksum, the currency and the amount', async (code, currency) => {
      const payload = (await instructionsOf(code)).find(({ kind }) => kind === 'qr')?.value ?? '';
      expect(payload.slice(0, 6)).toBe('000201');
      expect(payload.slice(-8, -4)).toBe('6304');
      expect(payload.slice(-4)).toBe(crcByDivision(payload.slice(0, -4)));
      expect(payload).toContain(`5303${currency}54${String(`${AMOUNT}.00`.length).padStart(2, '0')}${AMOUNT}.00`);
    });

    it('for ars_transfer is an account number with right check digits', async () => {
      const account = find(await instructionsOf('ars_transfer'), /^\d{22}$/);
      expect(isWeighedRight(account.slice(0, 8), [7, 1, 3, 9, 7, 1, 3])).toBe(true);
      expect(isWeighedRight(account.slice(8), [3, 9, 7, 1, 3, 9, 7, 1, 3, 9, 7, 1, 3])).toBe(true);
    });

    it('for mxn_spei is an account number with a right check digit', async () => {
      const clabe = find(await instructionsOf('mxn_spei'), /^\d{18}$/);
      const sum = [...clabe.slice(0, 17)].reduce((total, d, i) => total + ((Number(d) * Number('371'[i % 3])) % 10), 0);
      expect([clabe.length, (sum + Number(clabe[17])) % 10]).toEqual([18, 0]);
    });

    it('for cop_pse names the bank that the payer has picked', async () => {
      const { instructions } = await openOrder(rail(), methodOf('cop_pse'), {
        bank: { code: '1007', name: 'Bancolombia' },
      });
      expect(instructions.map(({ value }) => value)).toContain('Bancolombia');
    });

    it('for cop_pse names no bank when none has been picked', async () => {
      const values = (await instructionsOf('cop_pse')).map(({ value }) => value);
      expect(values).not.toContain('Bancolombia');
    });
  });
}

function methodOf(code: string): PaymentMethod {
  return findMethod(code) as PaymentMethod;
}

/** Documents with right check digits, for providers that ask for one. */
const DOCUMENTS: Readonly<Record<MethodCountry, { documentType: string; document: string } | null>> = {
  AR: { documentType: 'dni', document: '30123456' },
  BO: { documentType: 'ci', document: '4567890' },
  BR: { documentType: 'cpf', document: '11144477735' },
  CL: { documentType: 'rut', document: '111111111' },
  CO: { documentType: 'cc', document: '1020304050' },
  MX: { documentType: 'curp', document: 'HEGG560427MVZRRL04' },
  US: null,
};

function payerOf({ country }: PaymentMethod): Payer {
  return {
    name: 'Ana Souza',
    email: 'ana@example.com',
    document: null,
    phone: '+5511912345678',
    ...DOCUMENTS[country],
  };
}

function openOrder(rail: CollectionRail, method: PaymentMethod, changes: Partial<RailOrderRequest> = {}) {
  return rail.open(
    {
      orderId: newId(),
      method,
      amount: Money.of(AMOUNT, method.currency),
      description: 'Order 1001: café “über” 🙂',
      payer: payerOf(method),
      bank: null,
      returnUrl: 'https://pay.example.com/checkout/1',
      now: NOW,
      ...changes,
    },
    signal,
  );
}

/** The last digit brings the weighted sum of those before it to a multiple of ten. */
function isWeighedRight(block: string, weights: readonly number[]): boolean {
  const sum = weights.reduce((total, weight, i) => total + weight * Number(block[i]), 0);
  return block.length === weights.length + 1 && (sum + Number(block[weights.length])) % 10 === 0;
}

/** CRC-16/CCITT-FALSE by division of polynomials over the bits. */
function crcByDivision(text: string): string {
  let remainder = 0xffff;
  const bits = [...Buffer.from(text)].flatMap((byte) => [...byte.toString(2).padStart(8, '0')].map(Number));
  for (const bit of bits) {
    const out = ((remainder >> 15) & 1) ^ bit;
    remainder = ((remainder << 1) & 0xffff) ^ (out * 0x1021);
  }
  return remainder.toString(16).toUpperCase().padStart(4, '0');
}
