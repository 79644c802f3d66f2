import { Money } from '@app/kernel';
import type { ArrivedPayment, CheckoutOrder, Instruction } from '@app/payment-links';
import { LANGUAGES } from '../texts/languages';
import { aContext, aDebitView, aLink, anOrder, aView, NOW } from '../testing/fakes';
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
    expect(text).toContain('Paid with Interoperable QR');
    expect(text).toMatch(/Date .*29 Sept 2026, 15:05 GMT-3/);
    expect(text).toContain(`Reference ${link.id}`);
  });

  it('lets the payer save the receipt of a payment, which needs the page’s script', async () => {
    const markup = outcomePage(aContext(), aView({ order: await paidOrder() }), 'paid');
    expect(markup).toMatch(/<p data-scripted hidden><button [^>]*data-print>Save receipt</);
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

  describe('for a debit whose account the payer has to verify (rule 4.12)', () => {
    const instructions: Instruction[] = [
      { label: 'account_verification', value: 'https://bank.example/verify?a=1', kind: 'link' },
      { label: 'deposits_expected', value: '2026-10-02', kind: 'date' },
    ];

    it.each([
      ['en', 'Verify the account', '2 October 2026'],
      ['es', 'Verificar la cuenta', '2 de octubre de 2026'],
      ['pt', 'Verificar a conta', '2 de outubro de 2026'],
    ] as const)('leads to the page for that, and says when the deposits arrive: %s', async (language, open, day) => {
      const texts = LANGUAGES[language];
      const page = outcomePage(aContext({ texts }), await aDebitView({ instructions }), 'processing');
      expect(page).toContain(`href="https://bank.example/verify?a=1" rel="noopener noreferrer">${open}<`);
      expect(textOf(page)).toContain(`${texts.verification.heading} ${texts.verification.text}`);
      expect(textOf(page)).toContain(`${texts.labels.deposits_expected} ${day}`);
      expect(textOf(page)).not.toContain(texts.processing.text);
    });

    it.each(OUTCOMES.filter((outcome) => outcome !== 'processing'))(
      'says no more of it when it is %s',
      async (name) => {
        const text = textOf(outcomePage(aContext(), await aDebitView({ instructions }), name));
        expect(text).toContain(`${LANGUAGES.en[name].heading} ${LANGUAGES.en[name].text}`);
        expect(text).not.toContain('Verify');
      },
    );

    it('opens no page of another kind', async () => {
      const script = [{ ...instructions[0]!, value: 'javascript:alert(1)' }];
      expect(outcomePage(aContext(), await aDebitView({ instructions: script }), 'processing')).not.toMatch(
        /href="javascript/,
      );
    });

    it('says so in the sandbox, which has no such page', async () => {
      const simulated: Instruction[] = [{ label: 'account_verification', value: '', kind: 'simulated' }];
      const page = outcomePage(
        aContext({ sandbox: true }),
        await aDebitView({ instructions: simulated }),
        'processing',
      );
      expect(textOf(page)).toContain(LANGUAGES.en.simulated.account_verification);
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
    ['creditedLater', false],
    ['sentBack', false],
    ['returned', false],
    ['cancelled', true],
    ['received', true],
    ['expired', true],
    ['processing', true],
    ['inTransit', true],
  ] as const)('watches a payment that is %s: %s', (outcome, watched) => {
    expect(outcomePage(aContext(), aView(), outcome).includes('data-status-url')).toBe(watched);
  });
});

describe('the page of a link for which money arrived that did not fit', () => {
  const arrival = (amount: ArrivedPayment['amount'], status: ArrivedPayment['status'] = 'open') => ({
    amount,
    status,
    at: NOW,
  });
  const ars = (amount: string) => Money.of(amount, 'ARS');
  const textFor = async (
    arrived: ArrivedPayment[],
    language: 'en' | 'es' | 'pt' = 'en',
    outcome = 'received' as const,
  ) =>
    textOf(
      outcomePage(
        aContext({ texts: LANGUAGES[language] }),
        aView({ arrived, order: await anOrder('ars_transfer', '15000') }),
        outcome,
      ),
    );

  it.each([
    ['en', 'We received 10,000.00 ARS of 15,000.00 ARS; the shop is looking at it.'],
    ['es', 'Recibimos 10.000,00 ARS de 15.000,00 ARS; el comercio lo está revisando.'],
    ['pt', 'Recebemos 10.000,00 ARS de 15.000,00 ARS; a loja está verificando.'],
  ] as const)('says what arrived of what was due: %s', async (language, sentence) => {
    expect(await textFor([arrival(ars('10000'))], language)).toContain(sentence);
  });

  it.each([
    ['a second part', [arrival(ars('10000')), arrival(ars('5000'))], 'We received 15,000.00 ARS. The shop'],
    ['too much', [arrival(ars('20000'))], 'We received 20,000.00 ARS; 15,000.00 ARS was due.'],
    ['another currency', [arrival(Money.of('100', 'USD'))], 'We received 100.00 USD; 15,000.00 ARS was due.'],
    ['an unknown currency', [arrival({ amount: '7', currency: 'XXX' })], 'We received 7 XXX; 15,000.00 ARS was due.'],
    ['the whole amount', [arrival(ars('15000'))], 'We received 15,000.00 ARS. The shop is looking at it.'],
  ])('says so for %s', async (_, arrived, sentence) => {
    expect(await textFor(arrived)).toContain(sentence);
  });

  it('asks for no payment and never says that nothing was charged', async () => {
    const text = await textFor([arrival(ars('10000'))]);
    expect(text).not.toMatch(/Nothing has been charged|You pay/);
    expect(text).toContain('Please do not pay again.');
    expect(text).toContain('Original amount 15,000.00 ARS');
    expect(text).toContain('Received 10,000.00 ARS · being checked');
  });

  it('says on a paid link that more has arrived', async () => {
    const link = aLink({ status: 'completed' });
    const view = aView({ link, order: await paidOrder(), arrived: [arrival(ars('5000'))] });
    expect(textOf(outcomePage(aContext(), view, 'paid'))).toContain('We also received 5,000.00 ARS in addition.');
  });
});

describe('the way back to the shop', () => {
  const link = aLink({ returnUrl: 'https://shop.example/orders/7?a=1' });

  it.each(OUTCOMES)('is offered on the page of a link that is %s, and leads nowhere by itself', (outcome) => {
    const page = outcomePage(aContext(), aView({ link }), outcome);
    expect(page).toContain(
      `href="https://shop.example/orders/7?a=1&amp;payment_link_id=${link.id}" rel="noopener noreferrer"`,
    );
    expect(textOf(page)).toContain('Back to Librería del Lago');
    expect(page).not.toMatch(/http-equiv="refresh"/);
  });

  it('is not offered without an address of the shop', () => {
    expect(outcomePage(aContext(), aView(), 'paid')).not.toContain('class="primary shop"');
  });
});
