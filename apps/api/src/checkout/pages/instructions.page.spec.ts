import type { Instruction } from '@app/payment-links';
import { LANGUAGES } from '../texts/languages';
import { aContext, aLink, anOrder, aView, NOW } from '../testing/fakes';
import { textOf } from '../testing/text-of';
import { instructionsPage } from './instructions.page';

interface Shown {
  context?: Parameters<typeof aContext>[0];
  instructions?: Instruction[];
  expiresAt?: Date | null;
  now?: Date;
}

async function page(code: string, amount: string, { context, now = NOW, ...overrides }: Shown = {}): Promise<string> {
  const order = await anOrder(code, amount, overrides);
  return instructionsPage(aContext(context), { view: aView(), order, now });
}

describe('the page of the payment instructions', () => {
  it('shows the values of a transfer, including the exact amount', async () => {
    const text = textOf(await page('ars_transfer', '15000'));
    expect(text).toContain('Pay with bank transfer');
    expect(text).toContain('Exact amount 15,000.00 ARS');
    expect(text).toMatch(/CVU \d{22} Copy/);
    expect(text).toContain('Account holder Sandbox Collections');
  });

  it('has copy buttons that are hidden until the script runs', async () => {
    const markup = await page('ars_transfer', '15000');
    expect(markup).toMatch(
      /<code id="value-0" dir="ltr">\d{22}<\/code>\s*<button class="copy" type="button" data-copy="value-0"[^>]* hidden>/,
    );
  });

  it('draws a QR code and shows its text for copying', async () => {
    const markup = await page('brl_pix', '505');
    expect(markup).toMatch(/<svg class="qr" viewBox="0 0 \d+ \d+" role="img" aria-label="QR code of this payment"/);
    expect(markup).toMatch(/<code id="value-0" dir="ltr" class="long">000201[^<]+6304[0-9A-F]{4}<\/code>/);
    expect(textOf(markup)).not.toContain('Exact amount');
  });

  it('shows the text of a code that is too long to draw', async () => {
    const value = 'x'.repeat(3_000);
    const markup = await page('brl_pix', '505', { instructions: [{ kind: 'qr', label: 'qr_code', value }] });
    expect(markup).not.toContain('<svg class="qr"');
    expect(markup).toContain(value);
  });

  it('links to a bank without a referrer', async () => {
    const instructions: Instruction[] = [{ kind: 'link', label: 'bank', value: 'https://bank.example/pay?a=1&b=2' }];
    expect(await page('cop_pse', '5000', { instructions })).toContain(
      '<a class="primary" href="https://bank.example/pay?a=1&amp;b=2" rel="noopener noreferrer">',
    );
  });

  describe('for a card link', () => {
    async function cardPage(context: Shown['context'] = {}): Promise<string> {
      const link = aLink({ kind: 'card_payment_link' });
      const order = await anOrder('ars_qr', '16085', { method: 'card', expiresAt: null, instructions: [] }, '1085');
      return instructionsPage(aContext(context), { view: aView({ link }), order, now: NOW });
    }

    it.each([
      ['en', 'Pay with card'],
      ['es', 'Paga con tarjeta'],
      ['pt', 'Pague com cartão'],
    ] as const)('says so in the payer’s language (%s)', async (language, heading) => {
      expect(textOf(await cardPage({ texts: LANGUAGES[language] }))).toContain(heading);
    });

    it('shows the total and how it is made up', async () => {
      expect(textOf(await cardPage())).toContain(
        'You pay 16,085.00 ARS Amount 15,000.00 ARS Payment fee + 1,085.00 ARS',
      );
    });

    it('offers no other method', async () => {
      expect(await cardPage()).not.toContain('change=1');
    });

    it('simulates the payment through the card routes', async () => {
      expect(await cardPage({ sandbox: true, base: '/pay' })).toContain(
        `action="/pay/sandbox/cards/payment-links/${aLink().id}/simulate"`,
      );
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'not an address'])('does not link to %s', async (value) => {
    const markup = await page('cop_pse', '5000', { instructions: [{ kind: 'link', label: 'bank', value }] });
    expect(markup).not.toContain(`href="${value}"`);
    expect(textOf(markup)).toContain(value);
  });

  it('shows the deadline with its zone and the remaining time', async () => {
    const markup = await page('ars_qr', '15000', { now: new Date(NOW.getTime() + 60_000) });
    expect(markup).toContain('<time datetime="2026-09-29T15:30:00.000Z">');
    expect(markup).toContain('data-left="1740000"');
    expect(textOf(markup)).toMatch(/Pay before .*12:30 GMT-3 29 min left/);
  });

  it('shows no deadline for an order without one', async () => {
    expect(await page('ars_qr', '15000', { expiresAt: null })).not.toContain('class="deadline"');
  });

  it('links to the other methods and to a fresh page', async () => {
    const markup = await page('ars_qr', '15000');
    expect(markup).toContain(`href="/checkout/${aLink().id}?change=1"`);
    expect(markup).toContain(`<a href="/checkout/${aLink().id}">Check if it has arrived</a>`);
  });

  it('promises to update only when the script runs', async () => {
    expect(await page('ars_qr', '15000')).toContain('<span data-scripted hidden>This page updates');
  });

  it('has a button that simulates the payment in the sandbox only', async () => {
    const action = `action="/sandbox/payment-links/${aLink().id}/simulate"`;
    expect(await page('ars_qr', '15000', { context: { sandbox: true } })).toContain(action);
    expect(await page('ars_qr', '15000')).not.toContain('simulate');
  });

  it('has no such button for an order at the test environment of a real provider', async () => {
    const shown = { view: aView({ isSimulated: false }), order: await anOrder('ars_qr', '15000'), now: NOW };
    expect(instructionsPage(aContext({ sandbox: true }), shown)).not.toContain('simulate');
  });

  it('shows the fee separately when the payer bears it', async () => {
    const order = await anOrder('ars_qr', '15735', {}, '735');
    const text = textOf(instructionsPage(aContext(), { view: aView(), order, now: NOW }));
    expect(text).toContain('You pay 15,735.00 ARS Amount 15,000.00 ARS Payment fee + 735.00 ARS Total = 15,735.00 ARS');
  });

  it('translates the labels of the rail', async () => {
    const text = textOf(await page('mxn_spei', '2450', { context: { texts: LANGUAGES.es } }));
    expect(text).toContain('Importe exacto 2,450.00 MXN');
    expect(text).toContain('Beneficiario');
    expect(text).toContain('Referencia numérica');
  });
});
