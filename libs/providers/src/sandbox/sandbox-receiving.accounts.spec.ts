import { newId } from '@app/kernel';
import { SandboxReceivingAccounts } from './sandbox-receiving.accounts';

describe('SandboxReceivingAccounts', () => {
  it('has the same account for a wallet in every process', async () => {
    const walletId = newId();
    const [one, other] = [new SandboxReceivingAccounts(), new SandboxReceivingAccounts()];
    const { signal } = new AbortController();
    const account = await one.find(walletId, 'Café Río', signal);
    expect(account).toMatchObject({ holder: 'Café Río', bankName: 'Sandbox Bank' });
    expect(await other.find(walletId, 'Café Río', signal)).toEqual(account);
  });
});
