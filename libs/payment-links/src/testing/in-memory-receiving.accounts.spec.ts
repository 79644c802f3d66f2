import { newId } from '@app/kernel';
import { InMemoryReceivingAccounts } from './in-memory-receiving.accounts';
import { receivingAccountsContract } from './receiving-accounts.contract';

describe('InMemoryReceivingAccounts', () => {
  const subject = new InMemoryReceivingAccounts();
  receivingAccountsContract(() => subject);

  it('has none for a wallet whose account a test has closed', async () => {
    const walletId = newId();
    subject.closed.add(walletId);
    await expect(subject.find(walletId, 'Café Río', new AbortController().signal)).resolves.toBeUndefined();
  });
});
