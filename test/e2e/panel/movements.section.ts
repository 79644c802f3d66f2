import { addDays, dayIn, Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aPayout, letDaysPass } from '@app/ledger/testing';
import { expectBooksBalanced } from '../../support/books';
import type { HttpClient } from '../../support/http-client';
import { payNewCardLink, payNewLink, post } from '../../support/paid-links';
import { signIn } from '../../support/panel';
import {
  adjust,
  data,
  debit,
  debitReturned,
  owner,
  paged,
  TEXT,
  watchDocumented,
  type Item,
} from '../../support/panel-money';
import { TestService, type Merchant } from '../../support/service';
import { expectError, naming } from '../../support/expect-error';
import { ISO } from '../../support/shapes';
import { DataSource } from 'typeorm';

describe('balance movements in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant({ usd: true, cards: true });
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(async () => {
    await expectBooksBalanced(service);
    await service.stop();
  });

  describe('GET /balance-movements', () => {
    const movements = (query = '') => data<Item[]>(panel, `/balance-movements?${query}`);

    it('has each movement with exactly its fields', async () => {
      const linkId = await payNewLink(service, merchant, { reference: 'A-1001' });
      const { status, body } = await panel.get(`/balance-movements?virtual_wallet_id=${merchant.local!.id}`);

      expect(status).toBe(200);
      expect(body).toEqual({
        success: true,
        message: TEXT,
        data: [
          {
            id: expect.stringMatching(/^\d+$/),
            type: 'payment',
            direction: 'in',
            amount: '14265.00',
            currency: 'ARS',
            balance_after: '14265.00',
            fee: null,
            label: 'Payment received',
            reference: { type: 'payment_link', id: linkId },
            description: 'Order 1001',
            payment_reference: 'A-1001',
            created_at: expect.stringMatching(ISO),
          },
        ],
        meta: { per_page: 20, next_cursor: null },
      });
    });

    it('shows the direction when the sign of the amount does not', async () => {
      await payNewLink(service, merchant);
      await post(
        service,
        debit(merchant),
        debitReturned(merchant),
        aPayout(merchant.local!.id, Money.of('1000.00', 'ARS')),
      );
      const [payout] = await movements(`virtual_wallet_id=${merchant.local!.id}`);
      const [returned] = await movements(`virtual_wallet_id=${merchant.usd!.id}`);

      expect(payout).toMatchObject({ direction: 'out', amount: '-1000.00', label: 'Payout' });
      expect(returned).toMatchObject({ direction: 'out', amount: '50.00', label: 'Payment returned' });
    });

    it('uses the local wallet by default, or else the USD wallet', async () => {
      await payNewLink(service, merchant);
      await post(service, debit(merchant));
      const onlyUsd = await service.merchant({ localCurrency: null, usd: true, cards: true });
      await payNewCardLink(service, onlyUsd, { currency: 'USD', amount: 50 });

      expect(await movements()).toMatchObject([{ currency: 'ARS' }]);
      expect(await data((await signIn(service, onlyUsd)).panel, '/balance-movements')).toMatchObject([
        { currency: 'USD' },
      ]);
    });

    it('has the movements of one type', async () => {
      await payNewLink(service, merchant);
      await adjust(service, merchant, '5.00');

      expect(await movements('type=adjustment')).toMatchObject([{ type: 'adjustment', amount: '5.00' }]);
      expect(await movements('type=deposit')).toEqual([]);
    });

    it('has those of a period, including both ends', async () => {
      await adjust(service, merchant, '5.00');
      const { local } = merchant;
      const at = '2030-03-10T12:00:00.000Z';
      await service.get(UnitOfWork).run((tx) =>
        service.get(LedgerService).adjust(tx, {
          walletId: local!.id,
          amount: Money.of('7.00', 'ARS'),
          reason: 'later',
          occurredAt: new Date(at),
        }),
      );
      const [latest] = await movements();
      const moment = latest!.created_at as string;
      const day = moment.slice(0, 10);

      expect(await movements(`start_date=${moment}&end_date=${moment}`)).toMatchObject([{ amount: '7.00' }]);
      expect((await movements(`start_date=${day}&end_date=${day}`)).length).toBeGreaterThan(0);
      expect(await movements('end_date=2001-01-01')).toEqual([]);
      expect(await movements('start_date=2900-01-01')).toEqual([]);
    });

    it('has pages, newest first, without gaps or repetitions', async () => {
      for (const amount of ['1.00', '2.00', '3.00', '4.00', '5.00']) await adjust(service, merchant, amount);
      const all = await movements();

      expect(all.map(({ amount }) => amount)).toEqual(['5.00', '4.00', '3.00', '2.00', '1.00']);
      expect(await paged(panel, '/balance-movements')).toEqual({ sizes: [2, 2, 1], seen: all.map(({ id }) => id) });
    });

    it.each([
      ['type=fee', 'type'],
      ['type=', 'type'],
      ['virtual_wallet_id=1', 'virtual_wallet_id'],
      ['start_date=yesterday', 'start_date'],
      ['end_date=2030-02-30', 'end_date'],
      ['start_date=2030-01-02&end_date=2030-01-01', 'end_date'],
      ['per_page=51', 'per_page'],
      ['cursor=garbage', 'cursor'],
    ])('rejects %s, naming %s', async (query, field) => {
      expectError(await panel.get(`/balance-movements?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe('GET /balance-movements/stats', () => {
    it('has the totals of the listed movements, with exactly these fields', async () => {
      await payNewLink(service, merchant);
      await adjust(service, merchant, '-265.00');

      expect(await data(panel, `/balance-movements/stats?virtual_wallet_id=${merchant.local!.id}`)).toEqual({
        virtual_wallet_id: merchant.local!.id,
        currency: 'ARS',
        total_in: '14265.00',
        total_out: '265.00',
        count_in: 1,
        count_out: 1,
      });
    });

    it('does not include hidden movements', async () => {
      await post(service, debit(merchant));

      expect(await data(panel, `/balance-movements/stats?virtual_wallet_id=${merchant.usd!.id}`)).toMatchObject({
        total_in: '50.00',
        total_out: '0.00',
        count_in: 1,
        count_out: 0,
      });
    });

    it('covers the lifetime of the wallet: dates are ignored, even invalid ones', async () => {
      await payNewLink(service, merchant);
      const whole = await data(panel, '/balance-movements/stats');

      expect(await data(panel, '/balance-movements/stats?start_date=2900-01-01')).toEqual(whole);
      expect(await data(panel, '/balance-movements/stats?end_date=soon')).toEqual(whole);
    });
  });

  describe('GET /balance-movements/series', () => {
    const DAY_MS = 86_400_000;
    const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
    const series = (query = '') => data<object[]>(panel, `/balance-movements/series?${query}`);
    const daysPass = (days: number) => letDaysPass(service.get(DataSource), merchant.local!.id, days);

    it('has each day of the period, with exactly these fields', async () => {
      await payNewLink(service, merchant);
      await adjust(service, merchant, '-265.00');
      await daysPass(2);
      await adjust(service, merchant, '7.00');

      const wallet = `virtual_wallet_id=${merchant.local!.id}`;
      expect(await series(`${wallet}&start_date=${day(-3)}&end_date=${day(0)}`)).toEqual([
        { date: day(-3), total_in: '0.00', total_out: '0.00', balance: '0.00' },
        { date: day(-2), total_in: '14265.00', total_out: '265.00', balance: '14000.00' },
        { date: day(-1), total_in: '0.00', total_out: '0.00', balance: '14000.00' },
        { date: day(0), total_in: '7.00', total_out: '0.00', balance: '14007.00' },
      ]);
    });

    it('has the last 30 days by default', async () => {
      const found = await series();

      expect(found).toHaveLength(30);
      expect([found[0], found.at(-1)]).toMatchObject([{ date: day(-29) }, { date: day(0) }]);
    });

    it('adds up to the totals of the same movements', async () => {
      await payNewLink(service, merchant);
      await daysPass(366);
      await payNewLink(service, merchant);
      await adjust(service, merchant, '-265.00');
      const { total_in, total_out } = await data(panel, '/balance-movements/stats');

      const recent = (await series()) as { total_in: string; total_out: string }[];
      const old = (await series(`end_date=${day(-366)}`)) as typeof recent;
      const all = [...old, ...recent].map((row) => [Money.of(row.total_in, 'ARS'), Money.of(row.total_out, 'ARS')]);
      expect(
        [0, 1].map((side) =>
          Money.sum(
            all.map((row) => row[side]!),
            'ARS',
          ).toFixed(),
        ),
      ).toEqual([total_in, total_out]);
    });

    it('has at most 366 days', async () => {
      const period = (first: string) => `start_date=${first}&end_date=2030-12-31`;

      expect(await series(period('2029-12-31'))).toHaveLength(366);
      const rejected = await panel.get(`/balance-movements/series?${period('2029-12-30')}`);
      expectError(rejected, 422, 'VALIDATION_FAILED', naming('end_date'));
    });

    it.each([
      ['virtual_wallet_id=1', 'virtual_wallet_id'],
      ['start_date=yesterday', 'start_date'],
      ['start_date=2001-01-31', 'start_date'],
      ['end_date=2030-02-30', 'end_date'],
      ['start_date=2030-01-02&end_date=2030-01-01', 'end_date'],
    ])('rejects %s, naming %s', async (query, field) => {
      expectError(await panel.get(`/balance-movements/series?${query}`), 422, 'VALIDATION_FAILED', naming(field));
    });
  });

  describe.each(['Etc/GMT+12', 'Pacific/Kiritimati'])('the days of an account in %s', (zone) => {
    const today = () => dayIn(zone, new Date());

    it('are those to which movements belong, in the list and in the series', async () => {
      await adjust(service, merchant, '5.00');
      await panel.send('PATCH', '/account', { time_zone: zone });
      await adjust(service, merchant, '2.00');

      const day = today();
      const of = (date: string) => data<Item[]>(panel, `/balance-movements?start_date=${date}&end_date=${date}`);
      expect([await of(addDays(day, -1)), (await of(day)).length, await of(addDays(day, 1))]).toEqual([[], 2, []]);
      const series = await data<Item[]>(panel, '/balance-movements/series');
      expect(series.at(-1)).toEqual({ date: day, total_in: '7.00', total_out: '0.00', balance: '7.00' });
    });
  });

  const PATHS = ['', '/stats', '/series'].map((path) => `/balance-movements${path}`);
  describe.each(PATHS)('the wallet of GET %s', (path) => {
    it('of another account returns the same as an unknown one', async () => {
      const stranger = await service.merchant();
      const [foreign, absent] = await Promise.all(
        [stranger.local!.id, newId()].map((id) => panel.get(`${path}?virtual_wallet_id=${id}`)),
      );

      expectError(foreign!, 404, 'VIRTUAL_WALLET_NOT_FOUND');
      expect(foreign!.text).toBe(absent!.text);
    });

    it('is not found when the account has none', async () => {
      expectError(await (await owner(service, { localCurrency: null })).get(path), 404, 'VIRTUAL_WALLET_NOT_FOUND');
    });
  });
});
