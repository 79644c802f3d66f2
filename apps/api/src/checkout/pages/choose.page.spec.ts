import { Money, toCurrency } from '@app/kernel';
import { PSE_BANKS } from '@app/providers';
import { LANGUAGES } from '../texts/languages';
import { aContext, aLink, anOffer, anOrder, aView } from '../testing/fakes';
import { choosePage, type ChoosePage } from './choose.page';
import { textOf } from '../testing/text-of';

function page(overrides: Partial<ChoosePage> = {}, context = aContext()): string {
  const offers = [anOffer('ars_transfer', '15000.00'), anOffer('ars_qr', '15000.00')];
  return choosePage(context, { view: aView(), offers, openOrder: null, declined: null, ...overrides });
}

describe('the page of the payment methods', () => {
  it('shows the merchant, the amount and the description', () => {
    const text = textOf(page());
    expect(text).toContain('Payment to Librería del Lago');
    expect(text).toContain('You pay 15,000.00 ARS');
    expect(text).toContain('Order 1001');
  });

  it('offers every method and preselects none', () => {
    const markup = page();
    expect(markup).toContain('<input type="radio" name="method" value="ars_transfer" required>');
    expect(markup).toContain('<input type="radio" name="method" value="ars_qr" required>');
    expect(textOf(markup)).toContain('30 min to pay');
  });

  it('preselects the only method', () => {
    expect(page({ offers: [anOffer('brl_pix', '5.00')] })).toContain('value="brl_pix" required checked>');
  });

  it('posts the form to the orders of this link', () => {
    expect(page()).toContain(`<form method="post" action="/checkout/${aLink().id}/orders"`);
    expect(page({}, aContext({ base: '/pay' }))).toContain(`action="/pay/checkout/${aLink().id}/orders"`);
  });

  it('asks for optional details only', () => {
    expect(textOf(page())).toMatch(
      /Name \(optional\).*E-mail \(optional\).*Identity document · DNI, CUIT \(optional\)/,
    );
  });

  it('shows an amount per method when they differ, and the declared amount at the top', () => {
    const text = textOf(page({ offers: [anOffer('ars_transfer', '15735'), anOffer('ars_qr', '15600.50')] }));
    expect(text).toContain('Amount 15,000.00 ARS What you pay depends on the payment method.');
    expect(text).toContain('15,735.00 ARS');
    expect(text).toContain('15,600.50 ARS');
  });

  it('shows the fee separately when the payer bears it', () => {
    const text = textOf(page({ offers: [anOffer('ars_transfer', '15735', '735'), anOffer('ars_qr', '15735', '735')] }));
    expect(text).toContain('You pay 15,735.00 ARS Amount 15,000.00 ARS Payment fee + 735.00 ARS Total = 15,735.00 ARS');
  });

  it('shows a fee per method when they differ', () => {
    const text = textOf(page({ offers: [anOffer('ars_transfer', '15735', '735'), anOffer('ars_qr', '15000')] }));
    expect(text).toContain('15,000.00 ARS + 735.00 ARS payment fee 15,735.00 ARS');
    expect(text).not.toContain('0.00 ARS payment fee 15,000.00');
  });

  it('shows no fee when the merchant bears it', () => {
    expect(textOf(page())).not.toContain('fee');
  });

  it('shows the amount in the payer’s currency and the declared amount it is equivalent to', () => {
    const link = aLink({ currency: toCurrency('BRL'), amount: Money.of('100000', 'ARS') });
    const text = textOf(page({ view: aView({ link }), offers: [anOffer('brl_pix', '505')] }));
    expect(text).toContain('You pay 505.00 BRL Equivalent to 100,000.00 ARS.');
  });

  it('shows a notice instead of a form when no method is available', () => {
    const link = aLink({ currency: toCurrency('USD'), amount: Money.of('120.50', 'USD') });
    const markup = page({ view: aView({ link }), offers: [] });
    expect(textOf(markup)).toContain('120.50 USD');
    expect(textOf(markup)).toContain('No payment method is available');
    expect(markup).not.toContain('<form');
  });

  it('shows each error beside its field, described by it, and keeps the typed values', () => {
    const form = {
      method: 'ars_qr',
      bank: '',
      name: 'Ana "A" <b>',
      email: 'ana@',
      document: '',
      document_type: '',
      phone: '',
    };
    const markup = page({ form, problems: { email: 'Wrong address.' } });
    expect(markup).toContain('<p class="problem" id="email-problem">Wrong address.</p>');
    expect(markup).toMatch(
      /<input id="email"[^>]* value="ana@"[^>]* aria-describedby="email-problem email-hint" aria-invalid="true">/,
    );
    expect(markup).toContain('value="Ana &quot;A&quot; &lt;b&gt;"');
    expect(markup).toContain('value="ars_qr" required checked>');
    expect(markup).toContain('role="alert"');
  });

  it('lists all errors at the top, linked to their fields, and focuses the list', () => {
    const markup = page({ problems: { method: 'Choose.', email: 'Wrong address.' } });
    expect(markup).toContain('<div class="alert" role="alert" tabindex="-1" autofocus>');
    for (const [, id] of markup.matchAll(/<li><a href="#(\w+)">/g)) expect(markup).toContain(` id="${id}"`);
    expect(markup.match(/<li><a href="#/g)).toHaveLength(2);
  });

  describe('with PSE', () => {
    const pse = (overrides: Partial<ChoosePage> = {}) => page({ offers: [anOffer('cop_pse', '60000')], ...overrides });

    it('asks for the payer’s bank within the method', () => {
      const [, block = ''] = /<div class="method">(.*?)<\/fieldset>/s.exec(pse()) ?? [];
      expect(block).toContain('<label for="bank">Your bank</label>');
      expect(block).toContain('<select id="bank" name="bank" required>');
      expect([...block.matchAll(/<option value="(\d*)">/g)].map(([, code]) => code)).toEqual([
        '',
        ...PSE_BANKS.map(({ code }) => code),
      ]);
    });

    it('shows an error for a missing bank and keeps a chosen one', () => {
      const form = { method: 'cop_pse', bank: '1007', name: '', email: '', document: '', document_type: '', phone: '' };
      expect(pse({ form, problems: { name: 'Too long.' } })).toContain('<option value="1007" selected>Bancolombia<');
      expect(pse({ problems: { bank: 'Choose the bank.' } })).toMatch(
        /<p class="problem" id="bank-problem">Choose the bank\.<\/p>\s*<select [^>]*aria-describedby="bank-problem" aria-invalid="true">/,
      );
    });

    it('asks for no bank for other methods', () => {
      expect(page()).not.toContain('<select');
    });
  });

  it('says that nothing was charged after a declined debit', () => {
    expect(page({ declined: 'debit' })).toContain(`<p class="alert" role="alert">${LANGUAGES.en.declined.debit}</p>`);
    expect(page()).not.toContain('class="alert"');
  });

  it('links back to the authorisation of an open debit', async () => {
    expect(page({ openOrder: await anOrder('usd_bank_debit', '20') })).toContain('Go back to the authorisation');
  });

  it('links back only if there are instructions', async () => {
    expect(page()).not.toContain('Go back to the payment instructions');
    expect(page({ openOrder: await anOrder('ars_qr', '15000') })).toContain('Go back to the payment instructions');
  });

  it('keeps details entered earlier without showing them', async () => {
    const payer = { name: null, email: 'ana@example.com', document: null };
    const again = page({ openOrder: await anOrder('ars_qr', '15000', { payer }) });
    expect(again).toContain('Leave a field empty to keep what you entered before.');
    expect(again).not.toContain('ana@');
    expect(page({ openOrder: await anOrder('ars_qr', '15000') })).not.toContain('Leave a field empty');
  });

  it.each(['en', 'es', 'pt'] as const)('is in %s throughout', (language) => {
    const texts = LANGUAGES[language];
    const markup = page({}, aContext({ texts }));
    expect(markup).toContain(`<html lang="${texts.locale}">`);
    expect(textOf(markup)).toContain(texts.choose.submit);
  });

  it('asks for the type of the document and the phone where the provider requires them, and says why (rule 4.9)', () => {
    const pix = { ...anOffer('brl_pix', '500.00'), requires: ['name', 'document', 'phone'] as const };
    const markup = page({ offers: [pix] });

    expect(markup).toContain('<option value="cpf">CPF</option>');
    expect(markup).toMatch(/<input id="phone"[^>]* required/);
    expect(markup).toMatch(/<input id="name"[^>]* required/);
    expect(markup).not.toMatch(/<input id="email"[^>]* required/);
    expect(markup).toContain('requires these details');
  });
});
