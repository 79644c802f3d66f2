import { toCurrency } from '@app/kernel';
import { aLink } from '../../testing/factories';
import { declaredCurrency, moveLink, payLink, TRANSITIONS, type LinkStatus } from './payment-link';

describe('a payment link', () => {
  it('is used up by the payment that completes it, with the method that was paid with', () => {
    const link = aLink({ status: 'expired', paymentMethod: 'ars_transfer' });
    expect(payLink(link, 'pay', 'ars_qr')).toEqual({
      ...link,
      status: 'completed',
      currentUses: 1,
      paymentMethod: 'ars_qr',
    });
  });

  it.each<LinkStatus>(['completed', 'cancelled', 'returned'])('cannot be paid when it is %s', (status) => {
    const link = aLink({ status });
    expect([payLink(link, 'pay', 'ars_qr'), payLink(link, 'settle_debit', 'usd_bank_debit')]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it.each<LinkStatus>(['cancelled', 'returned'])('that is %s accepts no event', (status) => {
    expect(Object.values(TRANSITIONS).flatMap((moves) => Object.keys(moves))).not.toContain(status);
  });

  it('keeps its use and its method when the payment is returned', () => {
    const link = aLink({ status: 'completed', currentUses: 1, paymentMethod: 'usd_bank_debit' });
    expect(moveLink(link, 'return_debit')).toEqual({ ...link, status: 'returned' });
  });
});

describe('the declared amount', () => {
  const [BRL, ARS] = [toCurrency('BRL'), toCurrency('ARS')];

  it.each`
    amountType   | currency
    ${'receive'} | ${ARS}
    ${'charge'}  | ${BRL}
  `('of a link to $amountType, paid in BRL into an ARS wallet, is in $currency', ({ amountType, currency }) => {
    expect(declaredCurrency(amountType, BRL, ARS)).toBe(currency);
  });
});
