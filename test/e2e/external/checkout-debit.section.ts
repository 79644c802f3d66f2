import { newId } from '@app/kernel';
import { expectBooksBalanced } from '../../support/books';
import { HttpClient, type HttpResponse } from '../../support/http-client';
import { logOf } from '../../support/recorded-log';
import { TestService, type Merchant } from '../../support/service';

/** A unique number: wherever it is found, it comes from this test. */
const ACCOUNT_NUMBER = '84150773629416789';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the checkout of a USD bank debit', () => {
  let service: TestService;
  let merchant: Merchant;
  let linkId: string;

  beforeAll(async () => {
    service = await TestService.start();
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true });
    linkId = await service.createLink(merchant, { currency: 'USD', amount: '50.00' });
  });

  afterEach(() => expectBooksBalanced(service));

  afterAll(() => service.stop());

  const path = (rest = '') => `/checkout/${linkId}${rest}`;
  const page = (query = '') => service.anonymous().get(path(query));
  const send = (to: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    service.anonymous().post(path(to), new URLSearchParams(fields).toString(), { ...FORM, ...headers });
  const choose = () => send('/orders', { method: 'usd_bank_debit' });

  const shownOrder = async () => /name="order" value="([^"]+)"/.exec((await page()).text)?.[1] ?? '';

  const good = async (changed: Record<string, string> = {}): Promise<Record<string, string>> => ({
    order: await shownOrder(),
    name: 'Ana Pérez',
    routing_number: '021000021',
    account_number: ACCOUNT_NUMBER,
    account_type: 'checking',
    consent: 'yes',
    ...changed,
  });

  const confirm = async (changed: Record<string, string> = {}) => send('/debit', await good(changed));
  const simulate = (event: string) => service.simulate(linkId, { event });

  const linkNow = async () =>
    (await merchant.api.get(`/v1/payment-links/${linkId}`)).body.data as Record<string, unknown>;

  const ordersNow = () =>
    service.sql<{ status: string; debit: unknown }>(
      'SELECT status, debit FROM checkout_orders WHERE link_id = $1 ORDER BY created_at',
      [linkId],
    );

  const headingOf = ({ text }: HttpResponse) => /<h1>([^<]+)<\/h1>/.exec(text)?.[1];
  const problemsIn = ({ text }: HttpResponse) => [...text.matchAll(/id="(\w+)-problem"/g)].map(([, field]) => field);
  const eventsIn = ({ text }: HttpResponse) =>
    [...text.matchAll(/name="event" value="(\w+)"/g)].map(([, event]) => event);

  describe('before the payer consents', () => {
    it('offers the debit, which sets no deadline on the link', async () => {
      expect((await page()).text).toContain('name="method" value="usd_bank_debit"');
      expect((await choose()).status).toBe(303);

      expect(await linkNow()).toMatchObject({ status: 'active', expires_at: null, payment_method: 'usd_bank_debit' });
    });

    it('shows the authorisation, with a strict content security policy', async () => {
      await choose();

      const { text, headers } = await page();
      expect(text).toContain(`action="/checkout/${linkId}/debit"`);
      expect(text).toMatch(/I authorise <bdi>Café Río<\/bdi> to debit\s+<b>50\.00\u00A0USD<\/b>/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    });

    it('is not cached, so that each consent is asked for again', async () => {
      await choose();

      expect((await page()).headers['cache-control']).toBe('no-store');
    });

    it('shows the fee separately when the payer bears it', async () => {
      linkId = await service.createLink(merchant, { currency: 'USD', amount: '50.00', customer_paid_fee: true });
      await choose();

      const { text } = await page();
      expect(text).toMatch(/50\.00\u00A0USD<.*\+ 0\.50\u00A0USD<.*= 50\.50\u00A0USD</s);
      expect(text).toContain('<b>50.50\u00A0USD</b>');
    });
  });

  describe('rejects the consent', () => {
    beforeEach(choose);

    it.each([
      ['no consent', { consent: '' }, ['consent']],
      ['a routing number with a wrong digit', { routing_number: '021000022' }, ['routing_number']],
      ['an account number that is too short', { account_number: '123' }, ['account_number']],
      ['no name', { name: ' ' }, ['name']],
      ['another type of account', { account_type: 'current' }, ['account_type']],
      [
        'nothing filled in',
        { consent: '', routing_number: '', account_number: '' },
        ['routing_number', 'account_number', 'consent'],
      ],
    ])('with %s: shows the page with the error, and confirms nothing', async (_what, changed, fields) => {
      const response = await confirm(changed as Record<string, string>);

      expect([response.status, problemsIn(response)]).toEqual([422, fields]);
      expect([(await linkNow())['status'], await ordersNow()]).toEqual(['active', [{ status: 'open', debit: null }]]);
    });

    it('from another site', async () => {
      const { status } = await send('/debit', await good(), { origin: 'https://evil.example' });

      expect([status, (await linkNow())['status']]).toEqual([403, 'active']);
    });

    it('with an account that the rail declines, which the payer can replace', async () => {
      const response = await confirm({ account_number: '1234569999' });
      expect([response.status, response.text]).toEqual([
        422,
        expect.stringContaining('This account cannot be debited.'),
      ]);
      expect(response.text).not.toContain('1234569999');
      expect((await linkNow())['status']).toBe('active');

      expect((await confirm()).status).toBe(303);
      expect((await linkNow())['status']).toBe('processing');
    });

    it('for an order that is not the open one', async () => {
      const response = await confirm({ order: newId() });

      expect([response.status, response.headers.location]).toEqual([303, path()]);
      expect((await linkNow())['status']).toBe('active');
    });

    it('after USD was disabled: the method is unavailable', async () => {
      const form = await good();
      await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [merchant.account.id]);

      expect((await send('/debit', form)).status).toBe(303);
      expect(headingOf(await page())).toBe('No payment method is available');
      expect((await linkNow())['status']).toBe('active');
    });

    it('by opening the address manually', async () => {
      const { status, headers } = await service.anonymous().get(path('/debit'));

      expect([status, headers.location]).toEqual([303, path()]);
    });
  });

  describe('once the payer has consented', () => {
    beforeEach(async () => {
      await choose();
    });

    it('returns to the page, which says that the payment is being processed', async () => {
      const response = await confirm();
      expect([response.status, response.headers.location]).toEqual([303, path()]);

      const shown = await page();
      expect(headingOf(shown)).toBe('Your payment is being processed');
      expect(shown.text).toContain('•••• 6789');
      expect(await linkNow()).toMatchObject({ status: 'processing', expires_at: null });
      expect((await service.anonymous().get(path('/status'))).body.data.status).toBe('processing');
      expect(await service.balance(merchant.usd!.id)).toBe('0.00');
    });

    it('accepts a repeated consent as the same one', async () => {
      const form = await good();
      const responses = await Promise.all([send('/debit', form), send('/debit', form)]);
      responses.push(await send('/debit', form));

      expect(responses.map(({ status }) => status)).toEqual([303, 303, 303]);
      expect(await ordersNow()).toMatchObject([{ status: 'confirmed' }]);
      const records = await service.sql('SELECT status FROM received_payments WHERE payment_link_id = $1', [linkId]);
      expect(records).toHaveLength(1);
    });

    it('returns to the page when a method is chosen again', async () => {
      await confirm();

      expect((await choose()).status).toBe(303);
      expect(await ordersNow()).toMatchObject([{ status: 'confirmed' }]);
    });

    it('no longer lets the merchant cancel', async () => {
      await confirm();
      const { status, body } = await merchant.api.delete(`/v1/payment-links/${linkId}`);

      expect(status).toBeGreaterThanOrEqual(400);
      expect(body).toMatchObject({ code: 'PAYMENT_LINK_NOT_ACTIVE', errors: { status: 'processing' } });
    });

    it('shows the states of the debit up to its return', async () => {
      await confirm();
      const seen = [];
      for (const event of ['debit_submit', 'debit_settle', 'debit_return']) {
        expect((await simulate(event)).status).toBe(200);
        const shown = await page();
        seen.push([headingOf(shown), eventsIn(shown), shown.text.includes('•••• 6789')]);
      }

      expect(seen).toEqual([
        ['Your payment is on its way', ['debit_settle', 'debit_refuse'], true],
        ['Payment received', ['debit_return'], true],
        ['This payment was returned', [], true],
      ]);
    });

    it('says after a declined debit that nothing was charged, and offers to pay again', async () => {
      await confirm();
      expect((await simulate('debit_refuse')).status).toBe(200);

      const shown = await page();
      expect(shown.text).toContain('Your bank declined the last debit. You were not charged.');
      expect(shown.text).toContain('name="method" value="usd_bank_debit"');
      expect((await choose()).status).toBe(303);
      expect((await confirm()).status).toBe(303);
      expect((await linkNow())['status']).toBe('processing');
    });
  });

  describe('the sandbox’s buttons', () => {
    const press = (event: string) =>
      service.anonymous().post(`/sandbox/payment-links/${linkId}/simulate`, `event=${event}`, FORM);

    it('do what the page says, and return to it', async () => {
      await choose();
      const pressed = [];
      for (let events = eventsIn(await page()); events.length > 0; events = eventsIn(await page())) {
        const { status, headers } = await press(events[0]!);
        pressed.push([events[0], status, headers.location, (await linkNow())['status']]);
      }

      expect(pressed).toEqual([
        ['debit_confirm', 303, path(), 'processing'],
        ['debit_submit', 303, path(), 'in_transit'],
        ['debit_settle', 303, path(), 'completed'],
        ['debit_return', 303, path(), 'returned'],
      ]);
    });
  });

  describe('the account number', () => {
    /** Tables with the number in any row and column. */
    async function tablesWith(text: string): Promise<string[]> {
      const tables = await service.sql<{ name: string }>(
        'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
      );
      const found = await Promise.all(
        tables.map(async ({ name }) => {
          const rows = await service.sql(`SELECT 1 FROM "${name}" t WHERE t::text LIKE $1 LIMIT 1`, [`%${text}%`]);
          return rows.length > 0 ? [name] : [];
        }),
      );
      return found.flat();
    }

    it('is in no response and no table, when the form is accepted or rejected', async () => {
      await choose();
      const responses = [
        await confirm({ consent: '' }),
        await confirm({ routing_number: ACCOUNT_NUMBER }),
        await confirm({ account_number: `${ACCOUNT_NUMBER}9` }),
        await confirm({ order: 'x' }),
        await confirm(),
        await confirm(),
        await page(),
        await merchant.api.get(`/v1/payment-links/${linkId}`),
      ];
      for (const event of ['debit_submit', 'debit_settle', 'debit_return']) responses.push(await simulate(event));
      responses.push(await page());

      for (const { text, headers } of responses) expect(text + JSON.stringify(headers)).not.toContain(ACCOUNT_NUMBER);
      expect(await tablesWith(ACCOUNT_NUMBER)).toEqual([]);
      expect(await tablesWith(linkId)).toContain('checkout_orders');
      expect((await ordersNow())[0]?.debit).toEqual({ holder: 'Ana Pérez', type: 'checking', lastDigits: '6789' });
    });

    it('is in no line of the log at any level', async () => {
      await choose();
      const forms: Record<string, string>[] = [{ consent: '' }, { account_number: `${ACCOUNT_NUMBER}x` }, {}];
      const statuses: number[] = [];
      const log = await logOf('debug', async ({ url }) => {
        const client = new HttpClient(url);
        for (const changed of forms) {
          const form = new URLSearchParams(await good(changed)).toString();
          statuses.push((await client.post(path('/debit'), form, FORM)).status);
        }
      });

      expect(statuses).toEqual([422, 422, 303]);
      expect(log).toContain('"level":"debug"');
      expect(log).not.toContain(ACCOUNT_NUMBER);
    });
  });
});
