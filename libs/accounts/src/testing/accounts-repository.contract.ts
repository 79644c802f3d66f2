import { newId } from '@app/kernel';
import type { AccountChanges } from '../accounts/domain/account';
import { SlugTakenError } from '../accounts/domain/errors';
import { anAccount, givenAccount, type AccountRepositories } from './factories';

/** An id that is newer than those of all other tests. */
const atTheEndOfTime = (order: number) => `ffffffff-fff${order}${newId().slice(13)}`;

/** What every adapter of the port must do. */
export function accountsRepositoryContract(subject: () => AccountRepositories): void {
  const update = (id: string, changes: AccountChanges) =>
    subject().uow.run((tx) => subject().accounts.update(tx, id, changes));

  it('finds an account by its slug and by its id, as stored', async () => {
    const account = await givenAccount(subject(), {
      name: 'Niño & Søn "SA"',
      email: 'owner@example.com',
      country: 'CL',
      status: 'paused',
      kycStatus: 'verified',
      kybStatus: 'pending',
      usdEnabled: true,
      cardsEnabled: false,
      customerPaidFeeEnabled: true,
      customerPaidFeeDefault: true,
      language: 'pt',
      timeZone: 'America/Santiago',
    });
    expect(await subject().accounts.findBySlug(account.slug)).toEqual(account);
    expect(await subject().accounts.findById(account.id)).toEqual(account);
  });

  it('finds nothing that was not stored', async () => {
    expect(await subject().accounts.findBySlug('nobody')).toBeUndefined();
    expect(await subject().accounts.findById(newId())).toBeUndefined();
  });

  it('refuses a slug that is taken, and the transaction can continue', async () => {
    const { slug } = await givenAccount(subject());
    const other = anAccount();
    await subject().uow.run(async (tx) => {
      await expect(subject().accounts.insert(tx, anAccount({ slug }))).rejects.toThrow(SlugTakenError);
      await subject().accounts.insert(tx, other);
    });
    expect(await subject().accounts.findById(other.id)).toEqual(other);
  });

  it.each<AccountChanges>([
    { status: 'paused' },
    { kycStatus: 'pending' },
    { kybStatus: 'pending' },
    { usdEnabled: true },
    { cardsEnabled: true },
    { customerPaidFeeEnabled: false },
    { customerPaidFeeDefault: true },
    { language: 'en' },
    { timeZone: 'America/Bogota' },
    { status: 'paused', usdEnabled: true },
  ])('changes %j and nothing else', async (changes) => {
    const account = await givenAccount(subject());
    expect(await update(account.id, changes)).toEqual({ ...account, ...changes });
    expect(await subject().accounts.findById(account.id)).toEqual({ ...account, ...changes });
  });

  it('keeps settings that are undefined', async () => {
    const account = await givenAccount(subject());
    await update(account.id, { status: undefined, usdEnabled: undefined });
    expect(await subject().accounts.findById(account.id)).toEqual(account);
  });

  it.each([
    ['America/Bogota', 'America/Bogota'],
    ['america/BOGOTA', 'America/Bogota'],
    ['utc', 'UTC'],
    ['Nowhere/City', undefined],
    ['-03:00', undefined],
    ['', undefined],
  ])('knows the time zone %j as %j', async (name, zone) => {
    expect(await subject().accounts.findTimeZone(name)).toBe(zone);
  });

  it('lists accounts, newest first, page by page and by status', async () => {
    const [one, two, three] = [
      await givenAccount(subject(), { id: atTheEndOfTime(1) }),
      await givenAccount(subject(), { id: atTheEndOfTime(2), status: 'paused' }),
      await givenAccount(subject(), { id: atTheEndOfTime(3) }),
    ];
    const { accounts } = subject();

    expect(await accounts.list(undefined, 3)).toEqual([three, two, one]);
    expect(await accounts.list(undefined, 1, three.id)).toEqual([two]);
    expect(await accounts.list('active', 2)).toEqual([three, one]);
  });

  it('changes no other account', async () => {
    const [one, other] = [await givenAccount(subject()), await givenAccount(subject())];
    await update(one.id, { status: 'paused' });
    expect(await subject().accounts.findById(other.id)).toEqual(other);
  });
}
