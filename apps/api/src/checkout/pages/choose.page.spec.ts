import { Money, toCurrency } from '@app/kernel';
import { LANGUAGES } from '../texts/languages';
import { aContext, aLink, anOffer, anOrder, aView } from '../testing/fakes';
import { choosePage, type ChoosePage } from './choose.page';
import { textOf } from '../testing/text-of';

function page(overrides: Partial<ChoosePage> = {}, context = aContext()): string {
  const offers = [anOffer('ars_transfer', '15000.00'), anOffer('ars_qr', '15000.00')];
  return choosePage(context, { view: aView(), offers, openOrder: null, ...overrides });
}

describe('the page of the payment methods', () => {
  it('says who is paid, how much and for what', () => {
    const text = textOf(page());
    expect(text).toContain('Payment to Librería del Lago');
    expect(text).toContain('You pay 15,000.00 ARS');
    expect(text).toContain('Order 1001');
  });

  it('offers every method as a choice, none of them taken', () => {
    const markup = page();
    expect(markup).toContain('<input type="radio" name="method" value="ars_transfer" required>');
    expect(markup).toContain('<input type="radio" name="method" value="ars_qr" required>');
    expect(textOf(markup)).toContain('30 min to pay');
  });

  it('takes the only method there is', () => {
    expect(page({ offers: [anOffer('brl_pix', '5.00')] })).toContain('value="brl_pix" required checked>');
  });

  it('sends the form to the orders of this very link', () => {
    expect(page()).toContain(`<form method="post" action="/checkout/${aLink().id}/orders"`);
    expect(page({}, aContext({ base: '/pay' }))).toContain(`action="/pay/checkout/${aLink().id}/orders"`);
  });

  it('asks for no detail that is not optional', () => {
    expect(textOf(page())).toMatch(
      /Name \(optional\).*E-mail \(optional\).*Identity document · DNI, CUIT \(optional\)/,
    );
  });

  it('shows each amount where methods differ, and the declared one above', () => {
    const text = textOf(page({ offers: [anOffer('ars_transfer', '15735'), anOffer('ars_qr', '15600.50')] }));
    expect(text).toContain('Amount 15,000.00 ARS What you pay depends on the payment method.');
    expect(text).toContain('15,735.00 ARS');
    expect(text).toContain('15,600.50 ARS');
  });

  it('explains a fee on top', () => {
    const text = textOf(page({ offers: [anOffer('ars_qr', '15735')] }));
    expect(text).toContain('You pay 15,735.00 ARS 15,000.00 ARS plus the payment fee.');
  });

  it('shows what a payer with another currency pays, and what it is worth', () => {
    const link = aLink({ currency: toCurrency('BRL'), amount: Money.of('100000', 'ARS') });
    const text = textOf(page({ view: aView({ link }), offers: [anOffer('brl_pix', '505')] }));
    expect(text).toContain('You pay 505.00 BRL Equivalent to 100,000.00 ARS.');
  });

  it('says so when no method is available, and shows no form', () => {
    const link = aLink({ currency: toCurrency('USD'), amount: Money.of('120.50', 'USD') });
    const markup = page({ view: aView({ link }), offers: [] });
    expect(textOf(markup)).toContain('120.50 USD');
    expect(textOf(markup)).toContain('No payment method is available');
    expect(markup).not.toContain('<form');
  });

  it('puts each complaint beside its field, bound to it, and keeps what was typed', () => {
    const form = { method: 'ars_qr', name: 'Ana "A" <b>', email: 'ana@', document: '' };
    const markup = page({ form, problems: { email: 'Wrong address.' } });
    expect(markup).toContain('<p class="problem" id="email-problem">Wrong address.</p>');
    expect(markup).toMatch(
      /<input id="email"[^>]* value="ana@"[^>]* aria-describedby="email-problem email-hint" aria-invalid="true">/,
    );
    expect(markup).toContain('value="Ana &quot;A&quot; &lt;b&gt;"');
    expect(markup).toContain('value="ars_qr" required checked>');
    expect(markup).toContain('role="alert"');
  });

  it('has a way back only where instructions exist', async () => {
    expect(page()).not.toContain('Go back to the payment instructions');
    expect(page({ openOrder: await anOrder('ars_qr', '15000') })).toContain('Go back to the payment instructions');
  });

  it('keeps the details that were told before without showing them', async () => {
    const payer = { name: null, email: 'ana@example.com', document: null };
    const again = page({ openOrder: await anOrder('ars_qr', '15000', { payer }) });
    expect(again).toContain('Leave a field empty to keep what you entered before.');
    expect(again).not.toContain('ana@');
    expect(page({ openOrder: await anOrder('ars_qr', '15000') })).not.toContain('Leave a field empty');
  });

  it.each(['en', 'es', 'pt'] as const)('speaks %s throughout', (language) => {
    const texts = LANGUAGES[language];
    const markup = page({}, aContext({ texts }));
    expect(markup).toContain(`<html lang="${texts.locale}">`);
    expect(textOf(markup)).toContain(texts.choose.submit);
  });
});
