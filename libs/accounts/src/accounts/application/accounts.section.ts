import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Account } from '../domain/account';
import type { Actor } from '../../audit/domain/audit';
import { givenAccount, postgresAccounts } from '../../testing';

const by: Actor = { type: 'staff', name: 'ana' };

describe('Accounts', () => {
  let source: DataSource;
  let harness: ReturnType<typeof postgresAccounts>;
  let account: Account;
  let slug: string;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    harness = postgresAccounts(source);
    account = await givenAccount(harness);
    ({ slug } = account);
  });

  const lanes = async () => (await harness.ledger.walletsOf(account.id)).map(({ lane }) => lane);

  describe('an account', () => {
    it('is found by its slug', async () => {
      await expect(harness.service.getBySlug(slug)).resolves.toEqual(account);
    });

    it('that does not exist is rejected', async () => {
      await expect(harness.service.getBySlug('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
      await expect(harness.service.update('nobody', by, {})).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    });
  });

  describe('an update', () => {
    it('changes the settings that are defined, and returns the account with them', async () => {
      const changes = { status: 'paused', kybStatus: 'pending', kycStatus: undefined, usdEnabled: undefined } as const;
      const changed = { ...account, status: 'paused', kybStatus: 'pending' };

      await expect(harness.service.update(slug, by, changes)).resolves.toEqual(changed);
      await expect(harness.service.getBySlug(slug)).resolves.toEqual(changed);
    });

    it('has an audit entry with the settings that were sent', async () => {
      await harness.service.update(slug, by, { status: 'paused' });

      expect(harness.audit.entries).toEqual([
        {
          actor: by,
          action: 'account.updated',
          object: { type: 'account', id: account.id },
          accountId: account.id,
          details: { status: 'paused' },
        },
      ]);
    });

    it('that enables the USD channel opens a USD wallet, once', async () => {
      await harness.service.update(slug, by, { usdEnabled: true });
      await harness.service.update(slug, by, { usdEnabled: false });
      await harness.service.update(slug, by, { usdEnabled: true });

      expect(await lanes()).toEqual(['usd']);
    });

    it('that changes the time zone gives it to the wallets, and understands any letter case', async () => {
      await harness.service.update(slug, by, { usdEnabled: true });
      const given = jest.spyOn(harness.ledger, 'setTimeZone');
      const changed = await harness.service.update(slug, by, { timeZone: 'america/bogota' });

      expect(changed.timeZone).toBe('America/Bogota');
      expect(given).toHaveBeenCalledWith(expect.anything(), account.id, 'America/Bogota');
      expect(harness.audit.entries.at(-1)).toMatchObject({ details: { time_zone: 'America/Bogota' } });
    });

    it('that names an unknown time zone changes nothing', async () => {
      const changes = { timeZone: 'Nowhere/City', language: 'pt' } as const;
      await expect(harness.service.update(slug, by, changes)).rejects.toMatchObject({
        details: { errors: { time_zone: [expect.stringContaining('Nowhere/City')] } },
      });
      expect(await harness.service.getBySlug(slug)).toEqual(account);
    });

    it('that enables the USD channel opens a wallet with the days of the account', async () => {
      await harness.service.update(slug, by, { timeZone: 'America/Santiago' });
      const created = jest.spyOn(harness.ledger, 'createWallet');
      await harness.service.update(slug, by, { usdEnabled: true });

      expect(created).toHaveBeenCalledWith(
        expect.anything(),
        expect.objectContaining({ timeZone: 'America/Santiago' }),
      );
    });

    it('of other settings opens no wallet', async () => {
      await harness.service.update(slug, by, { usdEnabled: false, cardsEnabled: true });

      expect(await lanes()).toEqual([]);
    });
  });
});
