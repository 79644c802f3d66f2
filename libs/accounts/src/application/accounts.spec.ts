import type { Account } from '../domain/account';
import type { Actor } from '../domain/audit';
import { givenAccount, inMemoryAccounts } from '../testing';

const by: Actor = { type: 'staff', name: 'ana' };

let harness: ReturnType<typeof inMemoryAccounts>;
let account: Account;
beforeEach(async () => {
  harness = inMemoryAccounts();
  account = await givenAccount(harness, { slug: 'caferio' });
});

const lanes = async () => (await harness.ledger.walletsOf(account.id)).map(({ lane }) => lane);

describe('an account', () => {
  it('is found by its slug', async () => {
    await expect(harness.service.bySlug('caferio')).resolves.toEqual(account);
  });

  it('that does not exist is refused', async () => {
    await expect(harness.service.bySlug('nobody')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
    await expect(harness.service.update('nobody', by, {})).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' });
  });
});

describe('an update', () => {
  it('changes the settings that are defined, and returns the account with them', async () => {
    const changes = { status: 'paused', kybStatus: 'pending', kycStatus: undefined, usdEnabled: undefined } as const;
    const changed = { ...account, status: 'paused', kybStatus: 'pending' };

    await expect(harness.service.update('caferio', by, changes)).resolves.toEqual(changed);
    await expect(harness.service.bySlug('caferio')).resolves.toEqual(changed);
  });

  it('has an audit entry with the settings that were sent', async () => {
    await harness.service.update('caferio', by, { status: 'paused' });

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
    await harness.service.update('caferio', by, { usdEnabled: true });
    await harness.service.update('caferio', by, { usdEnabled: false });
    await harness.service.update('caferio', by, { usdEnabled: true });

    expect(await lanes()).toEqual(['usd']);
  });

  it('of other settings opens no wallet', async () => {
    await harness.service.update('caferio', by, { usdEnabled: false, cardsEnabled: true });

    expect(await lanes()).toEqual([]);
  });
});
