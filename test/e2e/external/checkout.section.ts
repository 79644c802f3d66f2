import { newId, UnitOfWork } from '@app/kernel';
import { Rates } from '@app/rates';
import { until } from '../../support/conditions';
import type { HttpResponse } from '../../support/http-client';
import { TestService, type Merchant } from '../../support/service';

describe('the checkout page', () => {
  let service: TestService;
  let merchant: Merchant;
  let linkId: string;

  beforeAll(async () => {
    service = await TestService.start();
    merchant = await service.merchant();
  });

  beforeEach(async () => {
    linkId = await service.createLink(merchant);
  });

  afterAll(() => service.stop());

  const page = (id = linkId, query = '', headers = {}) => service.anonymous().get(`/checkout/${id}${query}`, headers);

  function choose(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<HttpResponse> {
    const form = new URLSearchParams(fields).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return service.anonymous().post(`/checkout/${linkId}/orders`, form, { ...type, ...headers });
  }

  const linkNow = async () =>
    (await merchant.api.get(`/v1/payment-links/${linkId}`)).body.data as {
      status: string;
      expires_at: string | null;
      payment_method: string | null;
    };

  const ordersOf = (id: string) =>
    service.sql<{ method: string; status: string }>(
      'SELECT method, status FROM checkout_orders WHERE link_id = $1 ORDER BY created_at',
      [id],
    );

  const headingOf = ({ text }: HttpResponse) => /<h1>([^<]+)<\/h1>/.exec(text)?.[1];
  const methodsIn = ({ text }: HttpResponse) =>
    [...text.matchAll(/name="method" value="(\w+)"/g)].map(([, code]) => code);

  const setRate = (brl: string) =>
    service.get(UnitOfWork).run((tx) => service.get(Rates).setRate(tx, 'USD', 'BRL', brl));

  describe('of an active link', () => {
    it('is HTML that offers the methods of its currency', async () => {
      const response = await page();

      expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(methodsIn(response)).toEqual(['ars_transfer', 'ars_qr']);
    });

    it.each([
      ['BRL', ['brl_pix']],
      ['COP', ['cop_pse']],
      ['CLP', ['clp_webpay', 'clp_khipu']],
      ['MXN', ['mxn_spei']],
      ['BOB', ['bob_qr']],
    ])('offers for %s the methods %j', async (currency, methods) => {
      expect(methodsIn(await page(await service.createLink(merchant, { currency })))).toEqual(methods);
    });

    it('loads only its own files, cannot be framed and is not cached', async () => {
      const { headers } = await page();
      const policy = String(headers['content-security-policy']);

      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-robots-tag': expect.stringContaining('noindex'),
      });
      expect(headers).not.toHaveProperty('set-cookie');
    });

    it('has no inline script, style or event handler', async () => {
      const { text } = await page();

      expect(text).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
      expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/i);
    });

    it('loads only existing files', async () => {
      const { text } = await page();
      const files = [...text.matchAll(/(?:href|src)="(\/checkout\/assets\/[^"]+)"/g)].map(([, file]) => file!);
      const responses = await Promise.all(files.map((file) => service.anonymous().get(file)));

      expect(responses.map(({ status, headers }) => [status, headers['content-type']])).toEqual([
        [200, 'text/css; charset=utf-8'],
        [200, 'text/javascript; charset=utf-8'],
      ]);
    });

    it('shows text from the merchant as text, not as markup', async () => {
      const description = `<script>alert(1)</script><img src=x onerror="alert('2')">&amp;`;
      const { text } = await page(await service.createLink(merchant, { description }));

      expect(text).not.toContain('<script>alert');
      expect(text).not.toContain('<img');
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    });

    it.each([
      ['es-AR,es;q=0.9', 'es'],
      ['pt-BR', 'pt'],
      ['de', 'en'],
    ])('is in the payer’s language: %s', async (accepted, language) => {
      const { text, headers } = await page(linkId, '', { 'accept-language': accepted });

      expect(text).toMatch(new RegExp(`<html lang="${language}`));
      expect(headers.vary).toContain('Accept-Language');
    });

    it('is returned without a browser’s Accept header', async () => {
      expect((await page(linkId, '', { accept: 'application/json' })).headers['content-type']).toContain('text/html');
    });
  });

  describe('choosing a method', () => {
    it('returns to the page, which shows the instructions and the deadline', async () => {
      const { status, headers } = await choose({ method: 'ars_transfer', name: 'Ana Pérez', email: 'ana@example.com' });
      expect([status, headers.location]).toEqual([303, `/checkout/${linkId}`]);

      const instructions = await page();
      const { expires_at } = await linkNow();
      expect(instructions.status).toBe(200);
      expect(methodsIn(instructions)).toEqual([]);
      expect(instructions.text).toContain('15,000.00');
      expect(instructions.text).toMatch(/<dl class="instructions">/);
      expect(instructions.text).toContain(`datetime="${new Date(expires_at!).toISOString()}"`);
    });

    it('opens one order when it is repeated', async () => {
      await choose({ method: 'ars_qr' });
      await choose({ method: 'ars_qr' });

      expect(await ordersOf(linkId)).toEqual([{ method: 'ars_qr', status: 'open' }]);
    });

    it('replaces the order when another method is chosen', async () => {
      await choose({ method: 'ars_transfer' });
      expect(methodsIn(await page(linkId, '?change=1'))).toEqual(['ars_transfer', 'ars_qr']);
      await choose({ method: 'ars_qr' });

      expect(await ordersOf(linkId)).toEqual([
        { method: 'ars_transfer', status: 'superseded' },
        { method: 'ars_qr', status: 'open' },
      ]);
    });

    it('requires the payer’s bank for PSE, and redirects to it', async () => {
      linkId = await service.createLink(merchant, { currency: 'COP', amount: 15000 });
      const missing = await choose({ method: 'cop_pse' });
      expect([missing.status, await ordersOf(linkId)]).toEqual([422, []]);
      expect(missing.text).toContain('id="bank-problem"');
      expect((await choose({ method: 'cop_pse', bank: '0000' })).status).toBe(422);

      expect((await choose({ method: 'cop_pse', bank: '1007' })).status).toBe(303);
      expect((await page()).text).toMatch(/Bank<\/bdi><\/dt><dd><bdi>Bancolombia</);
    });

    it('charges the displayed amount when rates change later', async () => {
      const another = await service.merchant();
      linkId = await service.createLink(another, { currency: 'BRL', amount: 100000, customer_paid_fee: true });
      await choose({ method: 'brl_pix' });
      expect((await page()).text).toContain('521.00');

      await setRate('10');
      await service.simulate(linkId, { event: 'pay' });
      await setRate('5');

      expect(await service.balance(another.local!.id)).toBe('100000.00');
    });

    it.each([
      ['no method', {}],
      ['a method of another currency', { method: 'brl_pix' }],
      ['an unknown method', { method: 'cash' }],
      ['an invalid e-mail address', { method: 'ars_qr', email: 'ana at example' }],
      [
        'an address that would break a mail’s header',
        { method: 'ars_qr', email: 'a@example.com\r\nBcc: b@example.com' },
      ],
      ['a name that is too long', { method: 'ars_qr', name: 'x'.repeat(121) }],
    ])('is rejected with %s: shows the form again, and opens no order', async (_what, fields) => {
      const response = await choose(fields as Record<string, string>);

      expect(response.status).toBe(422);
      expect(methodsIn(response)).toEqual(['ars_transfer', 'ars_qr']);
      expect(await ordersOf(linkId)).toEqual([]);
    });

    it('shows the entered values again, as text', async () => {
      const { text } = await choose({ method: '', name: '"><script>alert(1)</script>' });

      expect(text).not.toContain('<script>alert');
      expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
    });

    it.each([
      ['another site', { origin: 'https://evil.example' }, 403],
      ['a page without an origin', { origin: 'null' }, 403],
      ['the public address', { origin: 'https://pay.example.com' }, 303],
    ])('depends on the origin: from %s', async (_what, headers, status) => {
      expect((await choose({ method: 'ars_qr' }, headers)).status).toBe(status);
    });

    it('is rejected with a page when the form is too large', async () => {
      const { status, headers } = await choose({ method: 'ars_qr', name: 'x'.repeat(20_000) });

      expect([status, headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    });

    it('is limited per IP address', async () => {
      const limited = await TestService.start({ env: { IP_RATE_LIMIT: '2' } });
      const id = await limited.createLink(await limited.merchant());
      const ask = () =>
        limited.anonymous().post(`/checkout/${id}/orders`, 'method=ars_qr', {
          'content-type': 'application/x-www-form-urlencoded',
        });
      const responses = [await ask(), await ask(), await ask()];
      await limited.stop();

      expect(responses.map(({ status }) => status)).toEqual([303, 303, 429]);
      expect(Number(responses[2]!.headers['retry-after'])).toBeGreaterThan(0);
    });

    it('redirects a reload with GET to the page', async () => {
      const { status, headers } = await service.anonymous().get(`/checkout/${linkId}/orders`);

      expect([status, headers.location]).toEqual([303, `/checkout/${linkId}`]);
    });
  });

  describe('of a link that cannot be paid', () => {
    const bringAbout: Record<string, () => Promise<unknown>> = {
      paid: () => service.simulate(linkId, { event: 'pay' }),
      expired: () => service.simulate(linkId, { event: 'lapse' }),
      cancelled: () => merchant.api.delete(`/v1/payment-links/${linkId}`),
    };

    it.each([
      ['paid', 'Payment received'],
      ['expired', 'The time to pay has run out'],
      ['cancelled', 'This payment was cancelled'],
    ])('says that it is %s and offers nothing', async (state, heading) => {
      await bringAbout[state]!();

      const response = await page();
      expect([response.status, headingOf(response)]).toEqual([200, heading]);
      expect(response.text).not.toContain('<form');
    });

    it('says that the time has run out from the deadline on', async () => {
      await choose({ method: 'ars_qr' });
      await service.sql('UPDATE checkout_orders SET expires_at = now() WHERE link_id = $1', [linkId]);

      await until('the page says so', async () => headingOf(await page()) === 'The time to pay has run out');
    });
  });

  describe('of an unknown link', () => {
    it('has status 404 and says that there is no such payment', async () => {
      const response = await page(newId());

      expect([response.status, response.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(headingOf(response)).toBe('We cannot find this payment');
    });

    it('does not exist for an id that is not a UUID', async () => {
      expect((await page('1')).body.code).toBe('RESOURCE_NOT_FOUND');
    });
  });

  describe('status', () => {
    const status = (id = linkId) => service.anonymous().get(`/checkout/${id}/status`);

    it('follows the link', async () => {
      expect((await status()).body.data).toEqual({ status: 'active', state: 'active', expires_at: null });
      await service.simulate(linkId, { event: 'pay' });

      expect((await status()).body.data.status).toBe('completed');
    });

    it('is PAYMENT_LINK_NOT_FOUND for an unknown link', async () => {
      const { status: code, body } = await status(newId());

      expect([code, body.code]).toEqual([404, 'PAYMENT_LINK_NOT_FOUND']);
    });
  });

  describe('after money that did not fit', () => {
    const pay = (amount: string) => service.simulate(linkId, { event: 'pay', amount });
    const stateNow = async () =>
      ((await service.anonymous().get(`/checkout/${linkId}/status`)).body.data as { state: string }).state;

    it('says what arrived, and offers no payment until staff have decided', async () => {
      const before = await stateNow();
      await pay('10000.00');
      const response = await page();

      expect(response.text.replaceAll('\u00A0', ' ')).toContain(
        'We received 10,000.00 ARS of 15,000.00 ARS; the shop is looking at it.',
      );
      expect([methodsIn(response), response.text.includes('class="instructions"')]).toEqual([[], false]);
      expect(await stateNow()).not.toBe(before);
      expect((await choose({ method: 'ars_qr' })).status).toBe(303);
      expect(await ordersOf(linkId)).toHaveLength(1);
    });

    it('says on a cancelled link that the money has arrived, and not that nothing has', async () => {
      await choose({ method: 'ars_transfer' });
      await merchant.api.delete(`/v1/payment-links/${linkId}`);
      await service.simulate(linkId, { event: 'pay' });

      const { text } = await page();
      expect(text).not.toContain('no payment has arrived');
    });
  });

  describe('at an address that a message has changed', () => {
    const browser = { accept: 'text/html,*/*;q=0.8', 'accept-language': 'es' };

    it.each(['.', ')', '&x=1', '%20'])('leads to the link despite %s after its id', async (mark) => {
      const { status, headers } = await page(`${linkId}${mark}`, '', browser);
      expect([status, headers.location]).toEqual([302, `/checkout/${linkId}`]);
    });

    it.each(['/', '/checkout', '/checkout/', '/checkout/0198', '/checkout/%'])(
      'is a page with status 404 in a browser, and JSON elsewhere: %s',
      async (path) => {
        const inBrowser = await service.anonymous().get(path, browser);
        expect([inBrowser.status, inBrowser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(inBrowser.text).toContain('<html lang="es');
        const elsewhere = await service.anonymous().get(path);
        expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
      },
    );
  });
});
