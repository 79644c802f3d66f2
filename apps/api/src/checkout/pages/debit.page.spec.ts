import { LANGUAGES } from '../texts/languages';
import { aContext, aDebitView, aLink, NOW } from '../testing/fakes';
import { textOf } from '../testing/text-of';
import { debitPage, type DebitPage } from './debit.page';

async function page(overrides: Partial<DebitPage> = {}, context = aContext()): Promise<string> {
  const view = await aDebitView();
  return debitPage(context, { view, order: view.order, now: NOW, requiresEmail: false, ...overrides });
}

/** The complete tag of the field. */
const field = (markup: string, id: string) => new RegExp(`<input [^>]*id="${id}"[^>]*>`).exec(markup)?.[0];

describe('the page that authorises a debit', () => {
  it('states the merchant, the exact amount, the day, the duration and how to revoke', async () => {
    const [, mandate = ''] = /<section class="mandate"(.*?)<\/section>/s.exec(await page()) ?? [];
    const text = textOf(mandate);
    expect(text).toContain('On 29 September 2026 I authorise Librería del Lago to debit 120.50 USD, once,');
    expect(text).toContain('one to three business days');
    expect(text).toContain('revoke this authorisation by contacting Librería del Lago before');
  });

  it('states the day in the time zone of the bank', async () => {
    expect(await page({ now: new Date('2026-09-30T03:00:00Z') })).toContain('>29 September 2026</time>');
  });

  it('posts the form to the debit of this link, with the displayed order', async () => {
    const { order } = await aDebitView();
    const markup = await page();
    expect(markup).toContain(`<form method="post" action="/checkout/${aLink().id}/debit"`);
    expect(markup).toContain(`<input type="hidden" name="order" value="${order.id}">`);
  });

  it('asks for the account, its type and a consent that is not preselected', async () => {
    const markup = await page();
    for (const name of ['name', 'routing_number', 'account_number', 'consent']) {
      expect(field(markup, name)).toContain(' required');
    }
    expect(markup.match(/<input type="radio" name="account_type" value="(checking|savings)" required>/g)).toHaveLength(
      2,
    );
    expect(markup.match(/<input [^>]* checked>/g)).toEqual([
      '<input type="radio" name="account_holder_type" value="individual" required checked>',
    ]);
    expect(field(markup, 'consent')).toContain('aria-describedby="mandate"');
  });

  it('disables autocomplete for the numbers and requests a numeric keypad', async () => {
    for (const name of ['routing_number', 'account_number']) {
      expect(field(await page(), name)).toContain('autocomplete="off" inputmode="numeric"');
    }
  });

  it('shows each error beside its field, described by it, and keeps the values that may be shown', async () => {
    const typed = { name: 'Ana "A"', email: 'ana@example.com', account_holder_type: 'company' };
    const form = { ...typed, routing_number: '021000021', account_type: 'savings' };
    const markup = await page({ form, problems: { account_number: 'Too short.', consent: 'Missing.' } });
    expect(field(markup, 'name')).toContain('value="Ana &quot;A&quot;"');
    expect(markup).toContain('value="company" required checked>');
    expect(field(markup, 'routing_number')).toContain('value="021000021"');
    expect(markup).toContain('value="savings" required checked>');
    expect(field(markup, 'account_number')).toContain(
      'value="" autocomplete="off" inputmode="numeric" spellcheck="false" required aria-describedby="account_number-problem account_number-hint" aria-invalid="true"',
    );
    expect(field(markup, 'consent')).toContain('aria-describedby="consent-problem mandate" aria-invalid="true"');
    expect(textOf(markup)).toContain('Please check the fields marked below. Too short. Missing.');
  });

  it('marks the e-mail address as optional unless the provider requires it (rule 4.11)', async () => {
    expect(field(await page(), 'email')).not.toContain(' required');
    expect(field(await page({ requiresEmail: true }), 'email')).toContain(' required');
  });

  it('repeats the name and the address that the payer has given before', async () => {
    const { order } = await aDebitView({ payer: { name: 'Ana', email: 'ana@example.com', document: null } });
    const markup = await page({ order });
    expect(field(markup, 'name')).toContain('value="Ana"');
    expect(field(markup, 'email')).toContain('value="ana@example.com"');
  });

  it('says that an account cannot be debited', async () => {
    expect(textOf(await page({ accountDeclined: true }))).toContain(
      'This account cannot be debited. You were not charged.',
    );
    expect(await page()).not.toContain('role="alert"');
  });

  it('links back without authorising anything', async () => {
    expect(await page()).toContain(`href="/checkout/${aLink().id}?change=1"`);
  });

  it('has a button that simulates the confirmation in the sandbox only', async () => {
    const sandbox = await page({}, aContext({ sandbox: true }));
    expect(sandbox).toContain(`action="/sandbox/payment-links/${aLink().id}/simulate"`);
    expect(sandbox).toContain('<button type="submit" name="event" value="debit_confirm">');
    expect(await page()).not.toContain('simulate');
  });

  it.each(Object.values(LANGUAGES))('is complete in $language', async (texts) => {
    const text = textOf(await page({}, aContext({ texts })));
    const { debit } = texts;
    for (const said of [debit.heading, debit.holder, debit.routingNumber, debit.accountNumber, debit.consent]) {
      expect(text).toContain(said);
    }
    expect(text).toContain(debit.types.checking);
  });
});
