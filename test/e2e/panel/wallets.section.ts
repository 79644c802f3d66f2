import { Money, newId, UnitOfWork } from '@app/kernel';
import { LedgerService } from '@app/ledger';
import { aPayout } from '@app/ledger/testing';
import { expectBooksBalanced } from '../../support/books';
import type { HttpClient } from '../../support/http-client';
import { payNewLink, post } from '../../support/paid-links';
import { signIn, userWith } from '../../support/panel';
import {
  adjust,
  CHARGED_BRL,
  data,
  debit,
  debitReturned,
  ids,
  LINK,
  owner,
  TEXT,
  watchDocumented,
} from '../../support/panel-money';
import { TestService, type Merchant } from '../../support/service';
import { expectError } from '../../support/expect-error';

describe('wallets in the panel', () => {
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

  const colleague = (...permissions: string[]) => userWith(service, merchant, ...permissions);

  const hold = (amount: string) =>
    service.get(UnitOfWork).run((tx) =>
      service.get(LedgerService).placeHold(tx, {
        walletId: merchant.local!.id,
        amount: Money.of(amount, 'ARS'),
        referenceType: 'test_outflow',
        referenceId: newId(),
      }),
    );

  describe('permissions', () => {
    const id = newId();
    const open = ['GET /virtual-wallets', 'GET /usd-wallet'];
    const guarded = [
      ['view_balance_movements', `GET /virtual-wallets/${id}/proof`],
      ['view_balance_movements', 'GET /balance-movements'],
      ['view_balance_movements', 'GET /balance-movements/stats'],
      ['view_balance_movements', 'GET /balance-movements/series'],
      ['view_payins', 'GET /received-payments'],
      ['view_payins', `GET /received-payments/${id}`],
      ['view_payins', 'GET /payment-links'],
      ['view_payins', `GET /payment-links/${id}`],
      ['create_payins', 'POST /payment-links'],
      ['create_payins', `PATCH /payment-links/${id}/cancel`],
    ] as const;
    const ask = (by: HttpClient, operation: string) => {
      const [method, path] = operation.split(' ') as ['GET', string];
      return by.send(method, path, method === 'GET' ? undefined : LINK);
    };

    it.each(open)('%s requires none', async (operation) => {
      expect((await ask(await colleague('manage_webhooks'), operation)).status).toBe(200);
    });

    it.each(guarded)('%s is enough for %s', async (permission, operation) => {
      expect((await ask(await colleague(permission), operation)).status).not.toBe(403);
    });

    it.each(guarded)('without %s, %s is denied', async (permission, operation) => {
      const others = ['create_payouts', 'view_payouts', 'view_payins', 'create_payins', 'view_balance_movements'];
      const by = await colleague(...others.filter((other) => other !== permission));
      expectError(await ask(by, operation), 403, 'PERMISSION_DENIED');
    });
  });

  describe('GET /virtual-wallets', () => {
    it('has every wallet that can be credited, with exactly its fields', async () => {
      await payNewLink(service, merchant);
      await hold('10000.00');

      expect(await data(panel, '/virtual-wallets')).toEqual([
        {
          id: merchant.local!.id,
          currency: 'ARS',
          lane: 'local',
          balance: '14265.00',
          reserved_balance: '10000.00',
          available_balance: '4265.00',
        },
        {
          id: merchant.usd!.id,
          currency: 'USD',
          lane: 'usd',
          balance: '0.00',
          reserved_balance: '0.00',
          available_balance: '0.00',
        },
      ]);
    });

    it('does not have internal wallets, here and wherever a wallet is selected', async () => {
      const { id } = await service
        .get(UnitOfWork)
        .run((tx) =>
          service
            .get(LedgerService)
            .createWallet(tx, { accountId: merchant.account.id, currency: 'USDT', lane: 'internal' }),
        );

      expect(await ids(panel, '/virtual-wallets')).toEqual([merchant.local!.id, merchant.usd!.id]);
      expectError(await panel.get(`/virtual-wallets/${id}/proof`), 404, 'VIRTUAL_WALLET_NOT_FOUND');
      expectError(await panel.get(`/balance-movements?virtual_wallet_id=${id}`), 404, 'VIRTUAL_WALLET_NOT_FOUND');
    });

    it('is empty for an account without wallets', async () => {
      expect(await data(await owner(service, { localCurrency: null }), '/virtual-wallets')).toEqual([]);
    });
  });

  describe('GET /virtual-wallets/{id}/proof', () => {
    const proof = (walletId: string) => data(panel, `/virtual-wallets/${walletId}/proof`);

    it('adds up after local, converted and adjusted movements', async () => {
      await payNewLink(service, merchant);
      await payNewLink(service, merchant, CHARGED_BRL);
      await adjust(service, merchant, '-65.00');
      await post(service, aPayout(merchant.local!.id, Money.of('10000.00', 'ARS')));

      expect(await proof(merchant.local!.id)).toEqual({
        virtual_wallet_id: merchant.local!.id,
        currency: 'ARS',
        balance: '100000.00',
        lines: [
          { type: 'adjustment', visible: true, count: 1, total: '-65.00' },
          { type: 'payment', visible: true, count: 2, total: '110065.00' },
          { type: 'payout', visible: true, count: 1, total: '-10000.00' },
        ],
        sum: '100000.00',
        adds_up: true,
      });
    });

    it('has lines for the types that the list of movements hides', async () => {
      await post(service, debit(merchant), debit(merchant), debitReturned(merchant));

      expect(await proof(merchant.usd!.id)).toMatchObject({
        balance: '49.50',
        lines: [
          { type: 'payment', visible: true, count: 2, total: '100.00' },
          { type: 'return', visible: true, count: 1, total: '-50.00' },
          { type: 'fee', visible: false, count: 2, total: '-1.00' },
          { type: 'fee_refund', visible: false, count: 1, total: '0.50' },
        ],
        sum: '49.50',
        adds_up: true,
      });
    });

    it('has no lines for a wallet without movements', async () => {
      expect(await proof(merchant.local!.id)).toMatchObject({ lines: [], sum: '0.00', adds_up: true });
    });

    it('accepts the id in upper case too, like every id in a path', async () => {
      expect(await proof(merchant.local!.id.toUpperCase())).toMatchObject({ virtual_wallet_id: merchant.local!.id });
    });
  });

  describe('GET /usd-wallet', () => {
    it('has the balances and the bank account, with exactly these fields', async () => {
      await post(service, debit(merchant));

      expect(await data(panel, '/usd-wallet')).toEqual({
        id: merchant.usd!.id,
        currency: 'USD',
        lane: 'usd',
        balance: '49.50',
        reserved_balance: '0.00',
        available_balance: '49.50',
        bank_account: {
          holder_name: merchant.account.name,
          bank_name: 'Sandbox Bank',
          bank_address: TEXT,
          routing_number: expect.stringMatching(/^\d{9}$/),
          account_number: expect.stringMatching(/^\d{12}$/),
          account_type: 'checking',
        },
      });
    });

    it('has the same bank account each time, and another one for another account', async () => {
      const numberFor = async (by: HttpClient) =>
        (await data<{ bank_account: { account_number: string } }>(by, '/usd-wallet')).bank_account.account_number;
      const [first, again, other] = [
        await numberFor(panel),
        await numberFor(panel),
        await numberFor(await owner(service, { usd: true })),
      ];

      expect(again).toBe(first);
      expect(other).not.toBe(first);
    });

    it('is rejected when USD is not enabled, with and without a USD wallet', async () => {
      await service.sql('UPDATE accounts SET usd_enabled = false WHERE id = $1', [merchant.account.id]);
      const without = await owner(service, {});

      expectError(await panel.get('/usd-wallet'), 422, 'USD_ACCOUNT_NOT_ENABLED');
      expectError(await without.get('/usd-wallet'), 422, 'USD_ACCOUNT_NOT_ENABLED');
    });

    it('is rejected when USD is enabled but there is no USD wallet', async () => {
      const without = await service.merchant();
      await service.sql('UPDATE accounts SET usd_enabled = true WHERE id = $1', [without.account.id]);

      expectError(await (await signIn(service, without)).panel.get('/usd-wallet'), 422, 'USD_ACCOUNT_NOT_ENABLED');
    });
  });
});
