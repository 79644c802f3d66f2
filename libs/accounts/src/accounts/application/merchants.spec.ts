import { newId } from '@app/kernel';
import { givenAccount, inMemoryAccounts } from '../../testing';
import { Merchants } from './merchants';

async function given() {
  const harness = inMemoryAccounts();
  const account = await givenAccount(harness, { name: 'Café Río' });
  const rename = (name: string) => harness.accounts.accounts.set(account.id, { ...account, name });
  return { clock: harness.clock, account, rename, merchants: new Merchants(harness.accounts, harness.clock) };
}

describe('the merchant that a payer sees', () => {
  it('is the account with that id', async () => {
    const { merchants, account } = await given();
    await expect(merchants.find(account.id)).resolves.toEqual(account);
  });

  it('is not found when there is no such account', async () => {
    const { merchants } = await given();
    await expect(merchants.find(newId())).resolves.toBeUndefined();
  });

  it('is read once within a few seconds', async () => {
    const { merchants, account, rename, clock } = await given();
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
    const { merchants, account, rename } = await given();
    await merchants.find(account.id);
    rename('Another name');
    merchants.forget(named ? account.id : undefined);
    await expect(merchants.find(account.id)).resolves.toMatchObject({ name: 'Another name' });
  });
});
