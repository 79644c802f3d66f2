import { Money, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aCollection, aPayout } from '@app/ledger/testing';
import { Database } from '@app/platform';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { readSheet } from 'read-excel-file/node';
import { until } from '../../support/conditions';
import { allPages, asRow, rowsOf } from '../../support/csv';
import type { HttpClient } from '../../support/http-client';
import { signIn, userWith } from '../../support/panel';
import { CHARGED_BRL, watchDocumented } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';

const CSV = { accept: 'text/csv' };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const MOVEMENTS = 2_000;

/** A row without its empty cells. */
const filled = (row: Record<string, string>) =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== ''));

describe('lists of the panel as files', () => {
  let service: TestService;
  let merchant: Merchant;
  let token: string;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
    merchant = await service.merchant({ usd: true, cards: true });
    ({ token, panel } = await signIn(service, merchant));
    await moneyMoves();
    // Statements were planned for empty tables by other sections, and would scan them until autovacuum comes.
    await service.sql('ANALYZE postings, journal_entries');
    for (const fields of [{}, CHARGED_BRL]) await service.simulate(await service.createLink(merchant, fields), PAID);
    await service.createLink(merchant, { description: '=HYPERLINK("http://evil.example","Pay, now")\r\nor later' });
  }, 120_000);

  afterAll(() => service.stop());

  const PAID = { event: 'pay', payer: { name: '@Ana, "A"', email: 'ana@example.com' } };

  /** Many pages of movements of the merchant's wallet: every tenth goes out. */
  async function moneyMoves(): Promise<void> {
    const [{ id }, ledger] = [merchant.local!, service.get(LedgerService)];
    const one = Money.of('1.00', 'ARS');
    const entries = Array.from({ length: MOVEMENTS }, (_, index) =>
      index % 10 === 9 ? aPayout(id, one) : aCollection(id, one),
    );
    for (let at = 0; at < MOVEMENTS; at += 500) {
      await service.get(UnitOfWork).run((tx) => ledger.post(tx, entries.slice(at, at + 500)));
    }
  }

  const LISTS = [
    ['balance-movements', ['type=payout', 'type=payment&end_date=2099-01-01', 'end_date=2020-01-01']],
    ['received-payments', ['status=credited', 'status=returned', 'start_date=2020-01-01']],
    ['payment-links', ['currency=BRL', 'status=active', 'search=%3Dhyperlink']],
  ] as const;

  describe.each(LISTS)('GET /%s', (name, filters) => {
    it.each(['', ...filters])('?%s has the rows of all pages, in their order', async (query) => {
      const pages = await allPages(panel, `/${name}?${query}`);
      const { status, text } = await panel.get(`/${name}?${query}`, CSV);
      // The apostrophe in front of what would be a formula.
      const rows = rowsOf(text).map((row) => mapped(filled(row), (cell) => cell.replace(/^'(?=[=@])/, '')));

      expect(status).toBe(200);
      expect(rows).toEqual(pages.map((json) => filled(asRow(json))));
    });

    it('is a file in UTF-8 with a name, lines that end in CR LF, and a header', async () => {
      const { headers, text } = await panel.get(`/${name}`, CSV);

      expect(headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(headers['content-disposition']).toBe(`attachment; filename="${name}.csv"`);
      expect(text).toMatch(/^id,[a-z_,]+\r\n/);
      expect(text.endsWith('\r\n')).toBe(true);
    });

    it('has only a header where there is nothing', async () => {
      const stranger = await signIn(service, await service.merchant());
      const { status, text } = await stranger.panel.get(`/${name}?format=csv`);

      expect(status).toBe(200);
      expect(text).toMatch(/^id,[a-z_,]+\r\n$/);
    });

    it.each([
      ['format=csv', {}, 'text/csv'],
      ['', { accept: XLSX }, XLSX],
      ['format=xlsx', CSV, XLSX],
      ['', { accept: 'text/csv;q=0.9, application/json;q=0.1' }, 'text/csv'],
      ['format=json', CSV, 'application/json'],
      ['', { accept: '*/*' }, 'application/json'],
      ['', { accept: 'text/html,*/*;q=0.8' }, 'application/json'],
      ['', {}, 'application/json'],
    ])('?%s with the headers %j is %s', async (query, headers, type) => {
      expect((await panel.get(`/${name}?${query}`, headers)).headers['content-type']).toContain(type);
    });

    it('is a workbook with the same rows, in the language of the reader (rule 14.10)', async () => {
      const rows = rowsOf((await panel.get(`/${name}`, CSV)).text);
      const response = await fetch(`${service.url}/api/v1/clients/${name}?format=xlsx`, {
        headers: { authorization: `Bearer ${token}`, 'accept-language': 'pt-BR' },
      });
      const [headings, ...cells] = await readSheet(Buffer.from(await response.arrayBuffer()));
      const at = headings!.indexOf('Moeda');

      expect(response.headers.get('content-disposition')).toMatch(/filename="[a-z-]+_20\d\d-\d\d-\d\d\.xlsx"/);
      expect(cells.map((row) => [row[0], row[at]])).toEqual(rows.map(({ id, currency }) => [id, currency]));
    });

    it('is rejected as JSON, as the list is', async () => {
      const unprivileged = await userWith(service, merchant, 'manage_account');

      expectError(await unprivileged.get(`/${name}`, CSV), 403, 'PERMISSION_DENIED');
      expectError(await panel.get(`/${name}?format=xml`), 422, 'VALIDATION_FAILED', naming('format'));
      expectError(await panel.get(`/${name}?end_date=x`, CSV), 422, 'VALIDATION_FAILED', naming('end_date'));
    });
  });

  it('a wallet of another account is not found', async () => {
    const { local } = await service.merchant();

    expectError(
      await panel.get(`/balance-movements?virtual_wallet_id=${local!.id}`, CSV),
      404,
      'VIRTUAL_WALLET_NOT_FOUND',
    );
  });

  it('no cell is a formula, whatever payers and merchants write, and amounts stay numbers', async () => {
    const { text: links } = await panel.get('/payment-links?search=%3Dhyperlink', CSV);
    const { text: payments } = await panel.get('/received-payments', CSV);
    const { text: payouts } = await panel.get('/balance-movements?type=payout', CSV);

    expect(rowsOf(links)[0]!['description']).toBe(`'=HYPERLINK("http://evil.example","Pay, now")\r\nor later`);
    expect(rowsOf(payments)[0]!['payer_name']).toBe(`'@Ana, "A"`);
    expect(rowsOf(payouts)).toHaveLength(MOVEMENTS / 10);
    expect(rowsOf(payouts)[0]!['amount']).toBe('-1.00');
  });

  describe('while it is sent', () => {
    afterEach(() => jest.restoreAllMocks());

    /** Endless rows, all like the first one; counts the rows read and records whether reading ended. */
    async function endless(failsAt = Infinity) {
      const seen = { read: 0, ended: false };
      const database = service.get(Database);
      const original = database.stream.bind(database);
      jest.spyOn(database, 'stream').mockImplementation(async function* (...given) {
        let first: unknown;
        for await (const row of original(...given)) first ??= row;
        try {
          for (; seen.read < failsAt; seen.read++) yield first as never;
          throw new Error('the database is gone');
        } finally {
          seen.ended = true;
        }
      });
      return seen;
    }

    async function open(): Promise<IncomingMessage> {
      const asked = request(`${service.url}/api/v1/clients/balance-movements?type=payout&end_date=2099-01-01`, {
        headers: { ...CSV, authorization: `Bearer ${token}` },
      });
      asked.end();
      return (await once(asked, 'response'))[0] as IncomingMessage;
    }

    it('reads no more than the client takes, and stops when the client disconnects', async () => {
      const seen = await endless();
      const response = await open();
      response.pause();
      let before = -1;
      await until('no more rows are read', async () => {
        if (before === seen.read) return true;
        before = seen.read;
        await new Promise((resolve) => setTimeout(resolve, 300));
        return false;
      });
      expect([response.statusCode, seen.ended]).toEqual([200, false]);
      response.destroy();

      await until('the reading is ended', () => seen.ended);
    });

    it('a failure breaks off the connection, so that the file does not look complete', async () => {
      await endless(3_000);
      const response = await open();
      response.resume();

      await expect(once(response, 'end')).rejects.toThrow();
      expect([response.statusCode, response.complete]).toEqual([200, false]);
    });

    it('a failure before the first row gets a response like any other', async () => {
      await endless(0);
      const response = await panel.get('/balance-movements', CSV);

      expectError(response, 500, 'SYSTEM_DATABASE_ERROR');
    });
  });
});

function mapped(row: Record<string, string>, change: (cell: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, change(cell)]));
}
