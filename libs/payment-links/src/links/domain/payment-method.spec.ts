import { digitsOf, PAYER_CURRENCIES } from '@app/kernel';
import { findMethod, isBankDebit, PAYMENT_METHODS } from './payment-method';

describe('the payment methods', () => {
  it('are the nine of the catalogue, in the order in which they are offered (rule 3.25)', () => {
    expect(PAYMENT_METHODS.map(({ code }) => code)).toEqual([
      'ars_transfer',
      'ars_qr',
      'brl_pix',
      'cop_pse',
      'clp_webpay',
      'clp_khipu',
      'mxn_spei',
      'bob_qr',
      'usd_bank_debit',
    ]);
  });

  it('cover every currency that a payer can pay in, and no other', () => {
    expect(new Set(PAYMENT_METHODS.map(({ currency }) => currency))).toEqual(new Set(PAYER_CURRENCIES));
  });

  it.each(PAYMENT_METHODS)('have limits in their own currency: $code', ({ currency, minAmount, maxAmount }) => {
    expect([minAmount.currency, maxAmount.currency]).toEqual([currency, currency]);
    expect(minAmount.isPositive() && minAmount.isLessThan(maxAmount)).toBe(true);
  });

  it.each(PAYMENT_METHODS)('have a code that begins with their currency: $code', ({ code, currency }) => {
    expect(code.startsWith(`${currency.toLowerCase()}_`)).toBe(true);
  });

  it.each(PAYMENT_METHODS)('have a deadline exactly when they are local: $code', (method) => {
    expect(method.expiresInSeconds !== null).toBe(!isBankDebit(method.code));
    expect(isBankDebit(method.code)).toBe(method.code === 'usd_bank_debit');
  });

  it('have limits that can be paid: no finer than the currency', () => {
    const fine = PAYMENT_METHODS.filter(({ currency }) => digitsOf(currency) === 0);
    expect(fine.map(({ minAmount }) => minAmount.toFixed())).toEqual(['50', '50']);
  });

  it('are found by their code', () => {
    expect(findMethod('brl_pix')).toMatchObject({ name: 'Pix', country: 'BR', type: 'qr', expiresInSeconds: 1_800 });
  });

  it.each(['', 'pix', 'BRL_PIX', '__proto__', 'toString', 'brl_pix '])('are not found by %j', (code) => {
    expect(findMethod(code)).toBeUndefined();
  });
});
