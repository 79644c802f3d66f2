import { newId } from '@app/kernel';
import { StandingClock } from '@app/kernel/testing';
import { anAccount } from '../../testing';
import type { Account } from '../domain/account';
import type { AccountsRepository } from './ports';
import { Merchants } from './merchants';

function given() {
  const account = anAccount({ name: 'Café Río' });
  const stored = new Map<string, Account>([[account.id, account]]);
  const rename = (name: string) => stored.set(account.id, { ...account, name });
  const clock = new StandingClock();
  const accounts = { findById: async (id: string) => stored.get(id) } as unknown as AccountsRepository;
  return { clock, account, rename, merchants: new Merchants(accounts, clock) };
}

describe('the merchant that a payer sees', () => {
  it('is the account with that id', async () => {
    const { merchants, account } = given();
    await expect(merchants.find(account.id)).resolves.toEqual(account);
  });

  it('is not found when there is no such account', async () => {
    const { merchants } = given();
    await expect(merchants.find(newId())).resolves.toBeUndefined();
  });

  it('is read once within a few seconds', async () => {
    const { merchants, account, rename, clock } = given();
    await merchants.find(account.id);
    rename('Another name');
    await expect(merchants.find(account.id)).resolves.toMatchObject({ name: 'Café Río' });
    clock.advance(4_001);
    await expect(merchants.find(account.id)).resolves.toMatchObject({ name: 'Another name' });
  });

  it.each([
    ['its change is announced', true],
    ['anything may have changed', false],
  ] as const)('is read again when %s', async (_, named) => {
    const { merchants, account, rename } = given();
    await merchants.find(account.id);
    rename('Another name');
    merchants.forget(named ? account.id : undefined);
    await expect(merchants.find(account.id)).resolves.toMatchObject({ name: 'Another name' });
  });
});
