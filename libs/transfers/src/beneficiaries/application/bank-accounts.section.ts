import type { Actor } from '@app/accounts';
import { anAccount } from '@app/accounts/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { NewBankAccount } from '../domain/bank-account';
import { BankAccountNotFoundError } from '../domain/errors';
import { aNewBankAccount, BANK } from '../../testing/factories';
import { givenAccount, postgresDestinations } from '../../testing/harness-destinations';

const BY: Actor = { type: 'user', name: 'someone' };

describe('BankAccounts', () => {
  let source: DataSource;
  let system: ReturnType<typeof postgresDestinations>;
  let accountId: string;

  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    system = postgresDestinations(source);
    accountId = await givenAccount(source);
  });

  const owner = () => ({ account: anAccount({ id: accountId, email: 'pay@example.com' }), email: 'ana@example.com' });
  const create = (changes: Partial<NewBankAccount> = {}) =>
    system.bankAccounts.create(owner(), BY, aNewBankAccount(changes));

  it('creates one that is found and listed, with its number masked', async () => {
    const created = await create();

    expect(created.bank).toEqual({ name: 'Banco Galicia', cbu: '******************5201' });
    expect(await system.bankAccounts.find(accountId, created.id)).toEqual(created);
    expect((await system.bankAccounts.list(accountId, { perPage: 10 })).items).toEqual([created]);
  });

  it('registers the same one twice', async () => {
    expect((await create()).id).not.toBe((await create()).id);
  });

  it.each<[string, Partial<NewBankAccount>]>([
    ['holder_name', { holderName: '' }],
    ['holder_name', { holderName: 'x'.repeat(141) }],
    ['currency', { currency: 'USD' }],
    ['currency', { currency: 'x' }],
    ['country', { country: 'PE' }],
    ['bank.cbu', { bank: { name: 'Banco' } }],
    ['document.number', { document: { type: 'cuit', number: '1' } }],
  ])('rejects by %s: %j', async (field, changes) => {
    await expect(create(changes)).rejects.toMatchObject({ details: { errors: { [field]: [expect.any(String)] } } });
    expect(system.audit.entries).toEqual([]);
  });

  it('decrypts the full account numbers only for a payout', async () => {
    const { id, bank } = await create();

    expect(await system.bankAccounts.findPayableBankAccount(accountId, id)).toEqual({
      destination: { type: 'bank_account', id, name: 'Café Río', country: 'AR', bank },
      rail: { name: 'Café Río', document: { type: 'cuit', number: '20055361682' }, country: 'AR', bank: BANK },
      currency: 'ARS',
      email: null,
    });
  });

  it('removes one, once', async () => {
    const { id } = await create();
    await system.bankAccounts.remove(accountId, BY, id);

    await expect(system.bankAccounts.remove(accountId, BY, id)).rejects.toThrow(BankAccountNotFoundError);
    await expect(system.bankAccounts.find(accountId, id)).rejects.toThrow(BankAccountNotFoundError);
    await expect(system.bankAccounts.findPayableBankAccount(accountId, id)).rejects.toThrow(BankAccountNotFoundError);
  });

  it('writes every change into the audit log, without a full account number', async () => {
    const { id } = await create();
    await system.bankAccounts.remove(accountId, BY, id);

    expect(system.audit.entries).toMatchObject([
      { actor: BY, action: 'bank_account.created', object: { type: 'bank_account', id }, accountId },
      { actor: BY, action: 'bank_account.deleted', details: { bank: { cbu: '******************5201' } } },
    ]);
    expect(JSON.stringify(system.audit.entries)).not.toMatch(/2850590940090418135201|20055361682/);
  });
});
