import { newId } from '@app/kernel';
import { SandboxReceivingAccounts } from './sandbox-receiving.accounts';

describe('SandboxReceivingAccounts', () => {
  it('has the same account for a wallet in every process', async () => {
    const walletId = newId();
    const [one, other] = [new SandboxReceivingAccounts(), new SandboxReceivingAccounts()];
    expect(await one.find(walletId, 'Café Río')).toEqual(await other.find(walletId, 'Café Río'));
  });
});
