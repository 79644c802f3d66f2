import { parseRoutingNumber } from '@app/banking';
import { newId } from '@app/kernel';
import type { ReceivingAccounts } from '../links/application/receiving-accounts';

/** What every adapter of the port must do. */
export function receivingAccountsContract(accounts: () => ReceivingAccounts): void {
  const find = async (walletId: string) => (await accounts().find(walletId, 'Café Río', AbortSignal.timeout(10_000)))!;

  it('has a routing number whose check digit is right', async () => {
    const { routingNumber } = await find(newId());
    expect(parseRoutingNumber(routingNumber)).toBe(routingNumber);
  });

  it('has an account number of 4 to 17 digits', async () => {
    expect((await find(newId())).accountNumber).toMatch(/^\d{4,17}$/);
  });

  it('names the holder, and the bank as far as it is known', async () => {
    const { holder, bankName, bankAddress } = await find(newId());
    expect([holder, bankName, bankAddress].filter((text) => text?.trim() === '')).toEqual([]);
  });

  it('is not returned once the caller has given up', async () => {
    const gone = AbortSignal.abort(new Error('gave up'));
    await expect(accounts().find(newId(), 'Café Río', gone)).rejects.toThrow('gave up');
  });

  it('returns the same account for a wallet each time', async () => {
    const walletId = newId();
    const first = await find(walletId);
    await find(newId());
    expect(await find(walletId)).toEqual(first);
  });

  it('has a separate account for each wallet', async () => {
    const numbers = new Set<string>();
    for (let made = 0; made < 100; made++) numbers.add((await find(newId())).accountNumber);
    expect(numbers.size).toBe(100);
  });
}
