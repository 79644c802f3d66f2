import { Money } from '@app/kernel';
import type { CheckoutOrder } from '../../checkout/domain/checkout-order';
import { aLink, anOrder, convertedTerms, theTerms } from '../../testing';
import { receiptMail } from './receipt-mail';

const link = aLink({ description: 'Order 1001', reference: 'A-77' });
const payer = { name: 'Ana', email: 'ana@example.com', document: null };
const merchant = { name: 'Café Río', language: 'pt' } as const;
const paidAt = new Date('2030-01-02T01:30:00Z');

const receiptOf = (order: Partial<CheckoutOrder>, exceptionId?: string) =>
  receiptMail({
    link,
    order: anOrder({ linkId: link.id, payer, language: 'en', ...order }),
    merchant,
    paidAt,
    exceptionId,
  });

describe('the receipt', () => {
  it('goes to the payer, and says what was paid to whom, for what, how, when and under which reference (rule 15.4)', () => {
    const mail = receiptOf({ method: 'ars_qr' });
    expect(mail).toMatchObject({
      accountId: link.accountId,
      to: 'ana@example.com',
      subject: 'Payment received: 15,000.00\u00A0ARS to Café Río',
    });
    const parts = ['15,000.00\u00A0ARS', 'Café Río', 'Order 1001', 'Order: A-77', 'Interoperable QR', link.id];
    for (const part of parts) expect(mail?.text).toContain(part);
  });

  it.each([
    ['es', 'Recibimos tu pago: 15.000,00\u00A0ARS a Café Río', 'Medio de pago: Transferencia bancaria'],
    ['pt', 'Recebemos seu pagamento: 15.000,00\u00A0ARS para Café Río', 'Meio de pagamento: Transferência bancária'],
    ['en', 'Payment received: 15,000.00\u00A0ARS to Café Río', 'Paid with: Bank transfer'],
  ] as const)(
    'is in the language of the payer’s page, with the amount as that page writes it: %s',
    (language, ...rest) => {
      const [subject, method] = rest;
      const mail = receiptOf({ language });
      expect(mail?.subject).toBe(subject);
      expect(mail?.text).toContain(method);
      expect(mail?.html).toContain(`<html lang="${language}">`);
    },
  );

  it('is in the language of the account for an order that no page opened', () => {
    expect(receiptOf({ language: null })?.subject).toMatch(/^Recebemos seu pagamento/);
  });

  it('writes pesos of Mexico with a point in every language', () => {
    const terms = { ...theTerms(), payerAmount: Money.of('15000', 'MXN') };
    expect(receiptOf({ language: 'pt', terms })?.subject).toContain('15,000.00\u00A0MXN');
  });

  it('has the date of the country of the payment method', () => {
    expect(receiptOf({ language: 'es' })?.text).toContain('1 ene 2030, 22:30 GMT-3');
    expect(receiptOf({ language: 'en', method: 'brl_pix', terms: convertedTerms() })?.text).toContain('22:30 GMT-3');
  });

  it('says that it includes a fee where the payer bore one', () => {
    expect(receiptOf({ terms: theTerms({ customerPaysFee: true }) })?.text).toContain(
      'a payment fee of 735.00\u00A0ARS',
    );
    expect(receiptOf({})?.text).not.toContain('payment fee');
  });

  it('is sent once for each payment: of the order, and of what staff credit in addition', () => {
    expect(receiptOf({ id: 'one' })?.dedupeKey).toBe('receipt:one');
    expect(receiptOf({ id: 'one' }, 'two')?.dedupeKey).toBe('receipt:exception:two');
  });

  it.each([null, ''])('is not written to a payer whose address is %j', (email) => {
    expect(receiptOf({ payer: { ...payer, email } })).toBeUndefined();
  });

  it('names a method that is not in the catalogue by its code', () => {
    expect(receiptOf({ method: 'xyz' })?.text).toContain('Paid with: Xyz');
    expect(receiptOf({ method: 'card' })?.text).toContain('Paid with: Card');
  });
});
