import { newId, type Tx, type UnitOfWork } from '@app/kernel';
import type { BankAccountsRepository, BeneficiariesRepository } from '../beneficiaries/application/ports';
import { aBankAccount, aBeneficiary } from './factories';

const ENCRYPTED = Buffer.from('encrypted');

interface Subject {
  uow: UnitOfWork;
  /** The ids of two accounts. */
  owners: readonly [string, string];
}

/** Ids in the order of the milliseconds in which they were made. */
const idsInOrder = (count: number) =>
  Array.from({ length: count }, (_, ms) => `01890a5d-ac9${ms}${newId().slice(13)}`) as [string, string, string];

/** What every adapter of the port must do. */
export function beneficiariesRepositoryContract(
  subject: () => Subject & { beneficiaries: BeneficiariesRepository },
): void {
  const run = <T>(work: (tx: Tx) => Promise<T>) => subject().uow.run(work);
  const given = async (changes: { id?: string; accountId?: string } = {}) => {
    const beneficiary = aBeneficiary({ accountId: subject().owners[0], ...changes });
    await run((tx) => subject().beneficiaries.insert(tx, beneficiary, ENCRYPTED));
    return beneficiary;
  };

  it('finds what was inserted, and the encrypted fields only where they are asked for', async () => {
    const given1 = await given();
    const { accountId, id } = given1;

    expect(await subject().beneficiaries.find(accountId, id)).toEqual(given1);
    expect(await run((tx) => subject().beneficiaries.lock(tx, accountId, id))).toEqual(given1);
    expect(await subject().beneficiaries.findEncrypted(accountId, id)).toEqual({ value: given1, encrypted: ENCRYPTED });
  });

  it('writes every field, and the encrypted ones only when they are given', async () => {
    const before = await given();
    const { accountId, id } = before;
    const after = {
      ...aBeneficiary({ accountId, id, createdAt: before.createdAt }),
      name: 'Other',
      email: 'other@example.com',
      document: { type: 'rfc', number: 'X' },
      active: false,
      country: 'UY',
      bankCountry: 'MX',
      bank: { name: 'BBVA', clabe: '*9719' },
      updatedAt: new Date('2031-01-01T00:00:00.000Z'),
    };
    await run((tx) => subject().beneficiaries.update(tx, after));
    expect(await subject().beneficiaries.findEncrypted(accountId, id)).toEqual({ value: after, encrypted: ENCRYPTED });
    await run((tx) => subject().beneficiaries.update(tx, before, Buffer.from('other')));
    expect(await subject().beneficiaries.findEncrypted(accountId, id)).toEqual({
      value: before,
      encrypted: Buffer.from('other'),
    });
  });

  it('never changes the time of creation', async () => {
    const before = await given();
    await run((tx) => subject().beneficiaries.update(tx, { ...before, createdAt: new Date(0) }));

    expect(await subject().beneficiaries.find(before.accountId, before.id)).toEqual(before);
  });

  it('lists the newest first, page by page', async () => {
    const ids = idsInOrder(3);
    for (const id of ids) await given({ id });
    const list = async (limit: number, olderThan?: string) =>
      (await subject().beneficiaries.list(subject().owners[0], limit, olderThan)).map(({ id }) => id);

    expect(await list(50, ids[2])).toEqual(expect.arrayContaining([ids[1], ids[0]]));
    expect((await list(1, ids[2]))[0]).toBe(ids[1]);
    expect(await list(1, ids[1])).toEqual([ids[0]]);
  });

  it('reaches nothing of another account', async () => {
    const beneficiary = await given();
    const { beneficiaries, owners } = subject();
    const { id } = beneficiary;
    await run((tx) => beneficiaries.update(tx, { ...beneficiary, accountId: owners[1], name: 'stolen' }));

    expect(await beneficiaries.find(owners[1], id)).toBeUndefined();
    expect(await beneficiaries.findEncrypted(owners[1], id)).toBeUndefined();
    expect(await run((tx) => beneficiaries.lock(tx, owners[1], id))).toBeUndefined();
    expect((await beneficiaries.list(owners[1], 50)).map((each) => each.id)).not.toContain(id);
    expect(await beneficiaries.find(owners[0], id)).toEqual(beneficiary);
  });
}

/** What every adapter of the port must do. */
export function bankAccountsRepositoryContract(subject: () => Subject & { accounts: BankAccountsRepository }): void {
  const run = <T>(work: (tx: Tx) => Promise<T>) => subject().uow.run(work);
  const given = async (id = newId()) => {
    const account = aBankAccount({ accountId: subject().owners[0], id });
    await run((tx) => subject().accounts.insert(tx, account, ENCRYPTED));
    return account;
  };

  it('finds what was inserted, with its encrypted fields', async () => {
    const value = await given();

    expect(await subject().accounts.findEncrypted(value.accountId, value.id)).toEqual({ value, encrypted: ENCRYPTED });
  });

  it('lists the newest first, page by page, even after one that was deleted', async () => {
    const { accounts, owners } = subject();
    const ids = idsInOrder(3);
    for (const id of ids) await given(id);
    await run((tx) => accounts.remove(tx, owners[0], ids[2]));
    const list = async (limit: number, olderThan?: string) =>
      (await accounts.list(owners[0], limit, olderThan)).map(({ id }) => id);

    expect(await list(1, ids[2])).toEqual([ids[1]]);
    expect(await list(1, ids[1])).toEqual([ids[0]]);
    expect(await list(50)).not.toContain(ids[2]);
  });

  it('removes it once, and returns it', async () => {
    const account = await given();
    const { accounts } = subject();
    const { accountId, id } = account;

    expect(await run((tx) => accounts.remove(tx, accountId, id))).toEqual(account);
    expect(await run((tx) => accounts.remove(tx, accountId, id))).toBeUndefined();
    expect(await accounts.findEncrypted(accountId, id)).toBeUndefined();
  });

  it('reaches nothing of another account', async () => {
    const { id } = await given();
    const { accounts, owners } = subject();

    expect(await accounts.findEncrypted(owners[1], id)).toBeUndefined();
    expect(await run((tx) => accounts.remove(tx, owners[1], id))).toBeUndefined();
    expect((await accounts.list(owners[1], 50)).map((each) => each.id)).not.toContain(id);
    expect(await accounts.findEncrypted(owners[0], id)).toBeDefined();
  });
}
