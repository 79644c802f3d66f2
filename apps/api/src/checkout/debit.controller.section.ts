import { inspect } from 'node:util';
import { DebitDeclinedError, MethodUnavailableError, PaymentLinkNotActiveError } from '@app/payment-links';
import { Log, type LogFields } from '@app/platform';
import { aDebitView, aLink, FakeCheckout } from './testing/fakes';
import { RunningPages } from './testing/running-pages';
import { MANDATE_VERSION } from './texts/texts';

const { id } = aLink();
const PAGE = `/checkout/${id}`;
const ACCOUNT = '000123456789';

/** Keeps all log lines, with the full contents of errors. */
class KeptLog extends Log {
  readonly lines: string[] = [];
  readonly debug = (fields: LogFields, message: string) => this.keep(fields, message);
  readonly info = this.debug;
  readonly warn = this.debug;
  readonly error = this.debug;
  child = () => this;

  private keep({ err, ...fields }: LogFields, message: string): void {
    this.lines.push(inspect({ ...fields, err, message }, { depth: null }));
  }
}

const checkout = new FakeCheckout();
const log = new KeptLog();

describe('DebitController', () => {
  let pages: RunningPages;
  let shown: string;

  beforeAll(async () => {
    pages = await RunningPages.start(checkout, log);
  });

  afterAll(() => pages.stop());

  beforeEach(async () => {
    Object.assign(checkout, new FakeCheckout());
    const view = await aDebitView();
    checkout.current = view;
    shown = view.order.id;
  });

  const post = (changed: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    pages.post(
      `${PAGE}/debit`,
      {
        order: shown,
        name: 'Ana Pérez',
        routing_number: '021000021',
        account_number: ACCOUNT,
        account_type: 'checking',
        consent: 'yes',
        ...changed,
      },
      headers,
    );

  describe('POST /checkout/:id/debit', () => {
    it('confirms the debit of the displayed order and redirects to the page', async () => {
      const response = await post();
      expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
      const numbers = { routingNumber: '021000021', accountNumber: ACCOUNT };
      const account = { holder: 'Ana Pérez', holderType: 'individual', ...numbers, type: 'checking' };
      expect(checkout.confirmed).toMatchObject([{ linkId: id, debit: { account, email: null }, shownOrderId: shown }]);
    });

    it('hands the address and browser of the payer, and the version of the mandate, to the rail (rule 4.11)', async () => {
      await post({ email: ' ana@example.com ' }, { 'User-Agent': 'Browser/1.0' });
      const consent = { ip: expect.stringContaining('127.0.0.1') as string, userAgent: 'Browser/1.0' };
      expect(checkout.confirmed).toMatchObject([
        { debit: { email: 'ana@example.com', consent: { ...consent, mandateVersion: MANDATE_VERSION } } },
      ]);
    });

    it('asks for the e-mail address that the provider requires, and confirms nothing without (rule 4.11)', async () => {
      checkout.requires = ['email'];
      const response = await post();
      expect([response.status, await response.text()]).toEqual([422, expect.stringContaining('id="email-problem"')]);
      expect(checkout.confirmed).toEqual([]);
    });

    it.each([
      ['name', ''],
      ['email', 'ana@'],
      ['routing_number', '123456789'],
      ['account_number', `${ACCOUNT}x`],
      ['account_type', ''],
      ['consent', ''],
    ])('shows an error for %s, confirms nothing and repeats no account number', async (field, value) => {
      const response = await post({ [field]: value });
      const text = await response.text();
      expect([response.status, response.headers.get('cache-control')]).toEqual([422, 'no-store']);
      expect([...text.matchAll(/id="(\w+)-problem"/g)].map(([, name]) => name)).toEqual([field]);
      expect(text).not.toContain(ACCOUNT);
      expect(checkout.confirmed).toEqual([]);
    });

    it('keeps the typed name, routing number and type', async () => {
      const text = await (await post({ consent: '' })).text();
      expect(text).toContain('value="Ana Pérez"');
      expect(text).toContain('value="021000021"');
      expect(text).toContain('value="checking" required checked>');
    });

    it('says that the account cannot be debited, without repeating it', async () => {
      checkout.failure = new DebitDeclinedError();
      const response = await post();
      const text = await response.text();
      expect([response.status, text]).toEqual([422, expect.stringContaining('This account cannot be debited.')]);
      expect(text).not.toContain(ACCOUNT);
    });

    it.each([
      ['a link that stopped being payable in between', new PaymentLinkNotActiveError('processing')],
      ['an order that was replaced in between', new MethodUnavailableError()],
    ])('redirects to the page of %s', async (_what, failure) => {
      checkout.failure = failure;
      const response = await post();
      expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
    });

    it.each(['', 'x', '0198f3a2-1c4b-7d2e-9a3b-5c6d7e8f9999'])(
      'redirects to the page when another order was displayed: %j',
      async (order) => {
        expect((await post({ order, consent: '' })).status).toBe(303);
        expect(checkout.confirmed).toEqual([]);
      },
    );

    it.each(['processing', 'in_transit', 'completed', 'cancelled', 'returned'] as const)(
      'redirects to the page of a link with status %s',
      async (status) => {
        checkout.current = await aDebitView({}, { status });
        expect((await post()).status).toBe(303);
        expect(checkout.confirmed).toEqual([]);
      },
    );

    it('redirects to the page once USD is disabled', async () => {
      checkout.current = { ...(await aDebitView()), usdEnabled: false };
      expect((await post()).status).toBe(303);
      expect(checkout.confirmed).toEqual([]);
    });

    it('rejects a form from another site', async () => {
      expect((await post({}, { Origin: 'https://evil.example' })).status).toBe(403);
      expect(checkout.confirmed).toEqual([]);
    });

    it('rejects a body over 10 kB with a page', async () => {
      expect((await post({ name: 'x'.repeat(11_000) })).status).toBe(413);
    });

    it('responds with a 404 page for a link that does not exist', async () => {
      checkout.current = undefined;
      expect((await post()).status).toBe(404);
    });

    it('responds with a 500 page after an unexpected error, and the log has no account number', async () => {
      checkout.failure = new Error('the rail does not respond');
      const response = await post();
      expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining(ACCOUNT)]);
      expect(log.lines.join('\n')).toContain('the rail does not respond');
      expect(log.lines.join('\n')).not.toContain(ACCOUNT);
    });
  });

  describe('GET /checkout/:id/debit', () => {
    it('redirects to the page', async () => {
      const response = await pages.get(`${PAGE}/debit`);
      expect([response.status, response.headers.get('location')]).toEqual([303, PAGE]);
    });
  });
});
