import { Money } from '@app/kernel';
import {
  AmountDeclinedError,
  BanksUnavailableError,
  MethodUnavailableError,
  OrderDeclinedError,
  PaymentLinkNotActiveError,
  TooManyOrdersError,
} from '@app/payment-links';
import { SilentLog } from '@app/platform';
import { ExchangeRateUnavailableError } from '@app/rates';
import { aDebitView, aLink, anOffer, anOrder, aView, FakeCheckout, NOW } from './testing/fakes';
import { RunningPages } from './testing/running-pages';

const { id } = aLink();
const PAGE = `/checkout/${id}`;

const checkout = new FakeCheckout();

describe('CheckoutController', () => {
  let pages: RunningPages;

  beforeAll(async () => {
    pages = await RunningPages.start(checkout);
  });

  afterAll(() => pages.stop());

  beforeEach(() => {
    Object.assign(checkout, new FakeCheckout());
  });

  const get = (path: string, headers: Record<string, string> = {}) => pages.get(path, headers);

  const post = (fields: Record<string, string> | string, headers: Record<string, string> = {}) =>
    pages.post(`${PAGE}/orders`, fields, headers);

  describe('GET /checkout/:id', () => {
    it('has headers against caching, indexing, framing and injection', async () => {
      const response = await get(PAGE);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('x-robots-tag')).toContain('noindex');
      expect(response.headers.get('referrer-policy')).toBe('same-origin');
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(response.headers.get('set-cookie')).toBeNull();
    });

    it.each([
      ['es-AR,es;q=0.9,en;q=0.5', 'es-419'],
      ['pt-BR', 'pt-BR'],
      ['de, en;q=0.3', 'en-GB'],
      ['de', 'en-GB'],
      ['*', 'en-GB'],
    ])('responds to Accept-Language %s in %s', async (accepted, locale) => {
      const response = await get(PAGE, { 'Accept-Language': accepted });
      expect(response.headers.get('vary')).toContain('Accept-Language');
      expect(await response.text()).toContain(`<html lang="${locale}">`);
    });

    it('shows an open order, or the methods on request', async () => {
      checkout.current = aView({ order: await anOrder('ars_qr', '15000') });
      expect(await (await get(PAGE)).text()).toContain('<svg class="qr"');
      expect(await (await get(`${PAGE}?change=1`)).text()).toContain('type="radio"');
    });

    it('asks for the authorisation of an open debit', async () => {
      checkout.current = await aDebitView();
      expect(await (await get(PAGE)).text()).toContain(`action="${PAGE}/debit"`);
    });

    it('says that nothing was charged after a declined debit', async () => {
      checkout.current = await aDebitView({ status: 'refused' });
      checkout.offered = [anOffer('usd_bank_debit', '120.50')];
      expect(await (await get(PAGE)).text()).toContain('Your bank declined the last debit. You were not charged.');
    });

    it('says that nothing was charged after a declined payment (rule 6.14)', async () => {
      checkout.current = aView({ order: await anOrder('ars_qr', '15000', { status: 'refused' }) });
      expect(await (await get(PAGE)).text()).toContain('Your last payment was declined, and nothing was charged.');
    });

    it('responds with a 503 page with Retry-After while a list of banks is unavailable (rule 4.2)', async () => {
      checkout.offered = new BanksUnavailableError('cop_pse', { cause: new Error('the secret provider is down') });
      const response = await get(PAGE);
      const page = await response.text();
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '120']);
      expect(page).toContain('The list of banks is unavailable at the moment');
      expect(page).not.toContain('secret');
    });

    it('needs no rates to show instructions', async () => {
      checkout.current = aView({ order: await anOrder('ars_qr', '15000') });
      checkout.offered = new ExchangeRateUnavailableError('ARS', 'USD');
      expect((await get(PAGE)).status).toBe(200);
    });

    it('responds with a 404 page for a link that does not exist', async () => {
      checkout.current = undefined;
      const response = await get(PAGE);
      expect(response.status).toBe(404);
      expect(await response.text()).toContain('We cannot find this payment');
    });

    it('responds with a 503 page with Retry-After while there are no rates', async () => {
      checkout.offered = new ExchangeRateUnavailableError('BRL', 'ARS');
      const response = await get(PAGE);
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('120');
      expect(await response.text()).toContain(`href="${PAGE}">Try again`);
    });

    it('responds with a 500 page without details after an unexpected error', async () => {
      checkout.offered = new Error('relation "secret" does not exist');
      const response = await get(PAGE);
      expect(response.status).toBe(500);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.text()).not.toContain('secret');
    });
  });

  describe('POST /checkout/:id/orders', () => {
    it('opens an order and redirects to the page', async () => {
      const response = await post({ method: 'ars_qr', name: ' Ana ', email: 'ana@example.com', document: '' });
      expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
      const payer = { name: 'Ana', email: 'ana@example.com', document: null };
      expect(checkout.chosen).toEqual([{ linkId: id, method: 'ars_qr', payer, bank: null, language: 'en' }]);
    });

    it.each([
      ['a field', 'document', 'document-problem', 'The payment company does not accept this.'],
      ['the payment', null, 'method-problem', 'The payment company declined this payment.'],
    ] as const)('shows the form again when the provider does not accept %s', async (_, field, id, text) => {
      checkout.failure = new OrderDeclinedError(field);
      const response = await post({ method: 'ars_qr', document: '20123456789' });
      const page = await response.text();
      expect(response.status).toBe(422);
      expect(page).toContain(`id="${id}"`);
      expect(page).toContain(text);
    });

    it('says so when the provider does not take the amount by that method (rule 3.27)', async () => {
      checkout.failure = new AmountDeclinedError(Money.of('15000', 'ARS'));
      const response = await post({ method: 'ars_qr' });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('This method does not take this amount.');
    });

    it('keeps the e-mail address when the payer chooses another method', async () => {
      const payer = { name: null, email: 'ana@example.com', document: null };
      checkout.current = aView({ order: await anOrder('ars_transfer', '15000', { payer }) });
      await post({ method: 'ars_qr', email: '' });
      expect(checkout.chosen).toEqual([{ linkId: id, method: 'ars_qr', payer, bank: null, language: 'en' }]);
    });

    it('shows errors beside the typed values and opens no order', async () => {
      const response = await post({ method: 'ars_qr', name: '<b>', email: 'ana@' });
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain('id="email-problem"');
      expect(page).toContain('value="&lt;b&gt;"');
      expect(checkout.chosen).toEqual([]);
    });

    it('passes the bank of a PSE payment on, and requires one', async () => {
      checkout.offered = [anOffer('cop_pse', '60000')];
      const missing = await post({ method: 'cop_pse', name: 'Ana' });
      expect([missing.status, await missing.text()]).toEqual([422, expect.stringContaining('id="bank-problem"')]);
      expect((await post({ method: 'cop_pse', bank: '1007' })).status).toBe(303);
      expect(checkout.chosen).toMatchObject([{ method: 'cop_pse', bank: '1007' }]);
    });

    it('opens no order without what the provider requires, and asks for it (rule 4.9)', async () => {
      checkout.requires = ['document', 'phone'];
      checkout.offered = [{ ...anOffer('brl_pix', '500.00'), requires: checkout.requires }];
      const typed = { method: 'brl_pix', document_type: 'cpf', document: '111.444.777-35' };
      const missing = await post(typed);
      expect([missing.status, await missing.text()]).toEqual([422, expect.stringContaining('id="phone-problem"')]);
      expect(checkout.chosen).toEqual([]);

      expect((await post({ ...typed, phone: '+55 11 91234-5678' })).status).toBe(303);
      const payer = { document: '11144477735', documentType: 'cpf', phone: '+5511912345678' };
      expect(checkout.chosen).toMatchObject([{ method: 'brl_pix', payer }]);
    });

    describe('for a method that is paid on the page of a bank', () => {
      const link = (value: string) => ({ kind: 'link' as const, label: 'bank_page' as const, value });
      const atBank = (address: string) => anOrder('cop_pse', '60000', { instructions: [link(address)] });

      it('opens the page of the bank at once (rule 4.10)', async () => {
        checkout.opened = await atBank('https://bank.example/pay?a=1&b=2');
        const response = await post({ method: 'ars_qr' });
        expect([response.status, response.headers.get('location')]).toEqual([303, `${PAGE}?chosen=1`]);

        checkout.current = aView({ order: checkout.opened });
        const page = await (await get(`${PAGE}?chosen=1`)).text();
        expect(page).toContain('<meta http-equiv="refresh" content="0; url=https://bank.example/pay?a=1&amp;b=2">');
        expect(page).toContain('<h1>Your bank’s page is opening</h1>');
      });

      it('waits for the bank when the payer is back, and opens nothing (rule 4.10)', async () => {
        checkout.current = aView({ order: await atBank('https://bank.example/pay') });
        const page = await (await get(PAGE)).text();
        expect(page).toContain('<h1>We are waiting for your bank</h1>');
        expect(page).not.toContain('http-equiv="refresh"');
        expect(page).toContain('href="https://bank.example/pay"');
      });

      it('shows a payer whom the provider brings back with a form the page, and reads nothing (rule 4.13)', async () => {
        const foreign = { Origin: 'https://bank.example', 'Sec-Fetch-Site': 'cross-site' };
        const response = await pages.post(PAGE, { status: 'APPROVED', method: 'ars_qr' }, foreign);
        expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
        expect(checkout.chosen).toEqual([]);
      });

      it('opens no page whose address is not one of the web', async () => {
        checkout.opened = await atBank('javascript:alert(1)');
        expect((await post({ method: 'ars_qr' })).headers.get('location')).toBe(PAGE);
      });
    });

    it('asks for another method when the chosen one is not available', async () => {
      checkout.failure = new MethodUnavailableError();
      const response = await post({ method: 'brl_pix' });
      expect(response.status).toBe(422);
      expect(await response.text()).toContain('id="method-problem"');
    });

    it.each([
      ['a form of another type', 'text/plain', 'method=ars_qr'],
      ['a field given twice', 'application/x-www-form-urlencoded', 'method=ars_qr&method=ars_transfer'],
      ['nothing', 'application/x-www-form-urlencoded', ''],
    ])('asks for a method when the body is %s', async (_, type, body) => {
      const response = await post(body, { 'Content-Type': type });
      expect(response.status).toBe(422);
      expect(checkout.chosen).toEqual([]);
    });

    it.each(['completed', 'cancelled', 'expired', 'processing'] as const)(
      'redirects to the page of a link with status %s',
      async (status) => {
        checkout.current = aView({ link: aLink({ status }) });
        expect((await post({ method: 'ars_qr' })).status).toBe(303);
        expect(checkout.chosen).toEqual([]);
      },
    );

    it('redirects to the page of a link that stopped being payable in the meantime', async () => {
      checkout.failure = new PaymentLinkNotActiveError('cancelled');
      const response = await post({ method: 'ars_qr' });
      expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
    });

    it('opens no order after the deadline', async () => {
      checkout.current = aView({ order: await anOrder('ars_qr', '15000', { expiresAt: NOW }) });
      expect((await post({ method: 'ars_qr' })).status).toBe(303);
      expect(checkout.chosen).toEqual([]);
    });

    it.each([
      ['another site', 'https://evil.example', 403],
      ['a page without an origin', 'null', 403],
      ['something that is not an origin', 'evil', 403],
      ['the public address', 'https://pay.example.com', 303],
      ['a site whose name starts with ours', 'https://pay.example.com.evil.example', 403],
    ])('responds to a form from %s (%s) with %d', async (_, origin, status) => {
      const response = await post({ method: 'ars_qr' }, { Origin: origin });
      expect(response.status).toBe(status);
      expect(checkout.chosen).toHaveLength(status === 303 ? 1 : 0);
    });

    it.each([
      ['no origin, as privacy settings leave it', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 303],
      ['no origin, from another site', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
      ['no origin header, from another site', { 'Sec-Fetch-Site': 'cross-site' }, 403],
      ['no origin header, from a neighbouring site', { 'Sec-Fetch-Site': 'same-site' }, 403],
      ['no origin header, from the page', { 'Sec-Fetch-Site': 'same-origin' }, 303],
      ['the default port', { Origin: 'https://pay.example.com:443' }, 303],
    ] as [string, Record<string, string>, number][])(
      'responds to a form with %s with the right status',
      async (_, headers, status) => {
        expect((await post({ method: 'ars_qr' }, headers)).status).toBe(status);
        expect(checkout.chosen).toHaveLength(status === 303 ? 1 : 0);
      },
    );

    it('keeps the language that the payer chose, and stores it with the order (rule 4.1)', async () => {
      const response = await pages.post(`${PAGE}/orders?lang=pt`, { method: 'ars_qr' });
      expect(response.headers.get('location')).toBe(`${PAGE}?lang=pt`);
      expect(checkout.chosen).toMatchObject([{ language: 'pt' }]);
    });

    it('opens no order while money that arrived waits for a decision (rule 4.5)', async () => {
      checkout.current = aView({ arrived: [{ amount: Money.of('10000', 'ARS'), status: 'open', at: NOW }] });
      expect((await post({ method: 'ars_qr' })).status).toBe(303);
      expect(checkout.chosen).toEqual([]);
    });

    it('accepts a form from the host that serves the page', async () => {
      expect((await post({ method: 'ars_qr' }, { Origin: pages.url })).status).toBe(303);
    });

    it('rejects a body over 10 kB with a page', async () => {
      const response = await post({ method: 'ars_qr', name: 'x'.repeat(11_000) });
      expect(response.status).toBe(413);
      expect(await response.text()).toContain('This form could not be accepted');
    });

    it('responds with a 404 page for a link that does not exist', async () => {
      checkout.current = undefined;
      expect((await post({ method: 'ars_qr' })).status).toBe(404);
    });

    it('responds with a 503 page while there are no rates', async () => {
      checkout.failure = new ExchangeRateUnavailableError('BRL', 'ARS');
      expect((await post({ method: 'ars_qr' })).status).toBe(503);
    });

    it('responds with a 429 page with Retry-After when the link has had too many orders', async () => {
      checkout.failure = new TooManyOrdersError();
      const response = await post({ method: 'ars_qr' });
      expect([response.status, response.headers.get('retry-after')]).toEqual([429, '3600']);
      expect(await response.text()).toContain('This payment was started too often');
    });

    it('redirects a GET to the page', async () => {
      const response = await get(`${PAGE}/orders`);
      expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
    });
  });

  describe('GET /checkout/:id/status', () => {
    it('returns the status and the deadline', async () => {
      checkout.current = aView({ link: aLink({ expiresAt: new Date('2026-09-29T15:30:00Z') }) });
      const response = await get(`${PAGE}/status`);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toEqual({
        success: true,
        message: expect.any(String) as string,
        data: { status: 'active', state: 'active', expires_at: '2026-09-29T15:30:00.000Z' },
      });
    });

    it('changes with money that arrives, so that the page is opened again', async () => {
      checkout.current = aView({ arrived: [{ amount: Money.of('10000', 'ARS'), status: 'open', at: NOW }] });
      expect(await (await get(`${PAGE}/status`)).json()).toMatchObject({
        data: { status: 'active', state: 'active open' },
      });
    });

    it('changes when the order is declined, so that the page of a payer who waits opens again', async () => {
      checkout.current = aView({ order: await anOrder('ars_qr', '15000', { status: 'refused' }) });
      expect(await (await get(`${PAGE}/status`)).json()).toMatchObject({
        data: { status: 'active', state: 'active refused' },
      });
    });

    it('has a budget of its own, so that polls use up no page', async () => {
      const limited = await RunningPages.start(checkout, new SilentLog(), 1);
      try {
        for (let poll = 0; poll < 4; poll++) expect((await limited.get(`${PAGE}/status`)).status).toBe(200);
        const fifth = await limited.get(`${PAGE}/status`);
        expect([fifth.status, Number(fifth.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
        expect((await limited.get(PAGE)).status).toBe(200);
      } finally {
        await limited.stop();
      }
    });

    it('responds in JSON for a link that does not exist', async () => {
      checkout.current = undefined;
      const response = await get(`${PAGE}/status`);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ success: false, code: 'PAYMENT_LINK_NOT_FOUND' });
    });
  });

  describe('GET /checkout/assets', () => {
    it('serves the files of the page with immutable caching', async () => {
      const page = await (await get(PAGE)).text();
      const [, stylesheet = ''] = /href="(\/checkout\/assets\/checkout\.css\?v=[0-9a-f]+)"/.exec(page) ?? [];
      const [, script = ''] = /src="(\/checkout\/assets\/checkout\.js\?v=[0-9a-f]+)"/.exec(page) ?? [];
      for (const [path, type] of [
        [stylesheet, 'text/css'],
        [script, 'text/javascript'],
      ] as const) {
        const response = await get(path);
        expect(response.status).toBe(200);
        expect(response.headers.get('content-type')).toContain(type);
        expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      }
    });

    it('serves another version with short caching', async () => {
      const response = await get('/checkout/assets/checkout.css?v=0');
      expect(response.headers.get('cache-control')).toBe('public, max-age=60');
    });
  });
});
