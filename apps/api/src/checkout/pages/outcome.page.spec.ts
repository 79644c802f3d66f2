import type { CheckoutOrder } from '@app/payment-links';
import { LANGUAGES } from '../texts/languages';
import { aContext, aDebitView, aLink, anOrder, aView } from '../testing/fakes';
import { textOf } from '../testing/text-of';
import { OUTCOMES } from '../testing/every-page';
import { outcomePage } from './outcome.page';

async function paidOrder(overrides: Partial<CheckoutOrder> = {}): Promise<CheckoutOrder> {
  return anOrder('ars_qr', '15735', { status: 'paid', ...overrides });
}

describe('the page of a payment’s outcome', () => {
  it.each(OUTCOMES)('shows the status %s in every language', (outcome) => {
    for (const texts of Object.values(LANGUAGES)) {
      const text = textOf(outcomePage(aContext({ texts }), aView(), outcome));
      expect(text).toContain(`${texts[outcome].heading} ${texts[outcome].text}`);
    }
  });

  it.each(OUTCOMES)('offers no payment method when the status is %s', async (outcome) => {
    const markup = outcomePage(aContext({ sandbox: true }), aView({ order: await paidOrder() }), outcome);
    expect(markup).not.toContain('<form');
    expect(markup).not.toContain('class="instructions"');
  });

  it('shows the amount, the method, the date and the reference of a paid link', async () => {
    const link = aLink({ status: 'completed', updatedAt: new Date('2026-09-29T18:05:00Z') });
    const text = textOf(outcomePage(aContext(), aView({ link, order: await paidOrder() }), 'paid'));
    expect(text).toContain('Amount paid 15,735.00 ARS');
    expect(text).toContain('Paid with QR interoperable');
    expect(text).toMatch(/Date .*29 Sept 2026, 15:05 GMT-3/);
    expect(text).toContain(`Reference ${link.id}`);
  });

  it('shows the fee separately when the payer bore it', async () => {
    const order = await anOrder('ars_qr', '15735', { status: 'paid' }, '735');
    const text = textOf(outcomePage(aContext(), aView({ order }), 'paid'));
    expect(text).toContain(
      'Amount paid 15,735.00 ARS Amount 15,000.00 ARS Payment fee + 735.00 ARS Total = 15,735.00 ARS',
    );
  });

  describe('for a debit', () => {
    const debit = { holder: 'Ana Pérez', type: 'checking', lastDigits: '6789' } as const;

    it.each(['processing', 'inTransit', 'paid', 'returned'] as const)(
      'shows only the last digits of the account: %s',
      async (outcome) => {
        const markup = outcomePage(aContext(), await aDebitView({ debit }), outcome);
        expect(textOf(markup)).toContain('Bank account Checking •••• 6789');
        expect(markup).toContain('<span class="unseen">ending in 6789</span>');
        expect(markup).not.toContain('Ana Pérez');
      },
    );

    it.each([
      ['processing', ['debit_submit', 'debit_settle', 'debit_refuse']],
      ['inTransit', ['debit_settle', 'debit_refuse']],
      ['paid', ['debit_return']],
      ['returned', []],
      ['cancelled', []],
      ['expired', []],
    ] as const)('lets a tester play the bank in the sandbox, and nowhere else: %s', async (outcome, events) => {
      const view = await aDebitView({ debit });
      const offered = (sandbox: boolean) =>
        [...outcomePage(aContext({ sandbox }), view, outcome).matchAll(/name="event" value="(\w+)"/g)].map(
          ([, event]) => event,
        );
      expect([offered(true), offered(false)]).toEqual([events, []]);
    });
  });

  it('announces a receipt only if the payer gave an address, without showing it', async () => {
    const payer = { name: 'Ana', email: 'ana@example.com', document: null };
    const announced = outcomePage(aContext(), aView({ order: await paidOrder({ payer }) }), 'paid');
    expect(announced).toContain(LANGUAGES.en.paid.receipt);
    expect(announced).not.toContain('ana@example.com');
    expect(outcomePage(aContext(), aView({ order: await paidOrder() }), 'paid')).toContain(LANGUAGES.en.paid.noReceipt);
  });

  it('shows the declared amount if no method was chosen', () => {
    expect(textOf(outcomePage(aContext(), aView(), 'cancelled'))).toContain('Amount 15,000.00 ARS');
  });

  it.each([
    ['paid', false],
    ['cancelled', false],
    ['returned', false],
    ['expired', true],
    ['processing', true],
    ['inTransit', true],
  ] as const)('watches a payment that is %s: %s', (outcome, watched) => {
    expect(outcomePage(aContext(), aView(), outcome).includes('data-status-url')).toBe(watched);
  });
});
