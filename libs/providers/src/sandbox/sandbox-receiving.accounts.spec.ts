import { newId } from '@app/kernel';
import { receivingAccountsContract } from '@app/payment-links/testing';
import { SandboxReceivingAccounts } from './sandbox-receiving.accounts';

describe('SandboxReceivingAccounts', () => {
  receivingAccountsContract(() => new SandboxReceivingAccounts(true));

  it('has the same account for a wallet in every process', async () => {
    const walletId = newId();
    const [one, other] = [new SandboxReceivingAccounts(true), new SandboxReceivingAccounts(true)];
    expect(await one.find(walletId, 'Café Río')).toEqual(await other.find(walletId, 'Café Río'));
  });

  it('gives no wallet an account where money is real', async () => {
    await expect(new SandboxReceivingAccounts(false).find(newId(), 'Café Río')).resolves.toBeUndefined();
  });
});
