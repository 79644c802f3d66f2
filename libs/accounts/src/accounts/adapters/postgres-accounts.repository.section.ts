import { newId } from '@app/kernel';
import { SQLSTATE, sqlStateOf } from '@app/platform';
import type { DataSource } from 'typeorm';
import type { AccountChanges } from '../domain/account';
import { SlugTakenError } from '../domain/errors';
import { anAccount, givenAccount } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import { testDataSource } from '../../../../../test/support/test-database';

/** An id that is newer than those of all other tests. */
const atTheEndOfTime = (order: number) => `ffffffff-fff${order}${newId().slice(13)}`;

describe('PostgresAccountsRepository', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresPanel>;
  beforeAll(async () => {
    source = await testDataSource();
    panel = postgresPanel(source);
  });

  const update = (id: string, changes: AccountChanges) => panel.uow.run((tx) => panel.accounts.update(tx, id, changes));

  it('finds an account by its slug and by its id, as stored', async () => {
    const account = await givenAccount(panel, {
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
    expect(await panel.accounts.findBySlug(account.slug)).toEqual(account);
    expect(await panel.accounts.findById(account.id)).toEqual(account);
  });

  it('finds nothing that was not stored', async () => {
    expect(await panel.accounts.findBySlug('nobody')).toBeUndefined();
    expect(await panel.accounts.findById(newId())).toBeUndefined();
  });

  it('rejects a slug that is taken, and the transaction can continue', async () => {
    const { slug } = await givenAccount(panel);
    const other = anAccount();
    await panel.uow.run(async (tx) => {
      await expect(panel.accounts.insert(tx, anAccount({ slug }))).rejects.toThrow(SlugTakenError);
      await panel.accounts.insert(tx, other);
    });
    expect(await panel.accounts.findById(other.id)).toEqual(other);
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
    const account = await givenAccount(panel);
    expect(await update(account.id, changes)).toEqual({ ...account, ...changes });
    expect(await panel.accounts.findById(account.id)).toEqual({ ...account, ...changes });
  });

  it('keeps settings that are undefined', async () => {
    const account = await givenAccount(panel);
    await update(account.id, { status: undefined, usdEnabled: undefined });
    expect(await panel.accounts.findById(account.id)).toEqual(account);
  });

  it.each([
    ['America/Bogota', 'America/Bogota'],
    ['america/BOGOTA', 'America/Bogota'],
    ['utc', 'UTC'],
    ['Nowhere/City', undefined],
    ['-03:00', undefined],
    ['', undefined],
  ])('knows the time zone %j as %j', async (name, zone) => {
    expect(await panel.accounts.findTimeZone(name)).toBe(zone);
  });

  it('lists accounts, newest first, page by page and by status', async () => {
    const [one, two, three] = [
      await givenAccount(panel, { id: atTheEndOfTime(1) }),
      await givenAccount(panel, { id: atTheEndOfTime(2), status: 'paused' }),
      await givenAccount(panel, { id: atTheEndOfTime(3) }),
    ];
    const { accounts } = panel;

    expect(await accounts.list(undefined, 3)).toEqual([three, two, one]);
    expect(await accounts.list(undefined, 1, three.id)).toEqual([two]);
    expect(await accounts.list('active', 2)).toEqual([three, one]);
  });

  it('changes no other account', async () => {
    const [one, other] = [await givenAccount(panel), await givenAccount(panel)];
    await update(one.id, { status: 'paused' });
    expect(await panel.accounts.findById(other.id)).toEqual(other);
  });

  it('gives a slug to one of many concurrent accounts, and no database error to the others', async () => {
    const slug = anAccount().slug;
    const attempts = Array.from({ length: 10 }, () => givenAccount(panel, { slug }));
    const results = await Promise.allSettled(attempts);
    const rejected = results.filter((result) => result.status === 'rejected');
    expect(rejected.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array.from({ length: 9 }, () => 'ACCOUNT_ALREADY_EXISTS'),
    );
  });

  it.each`
    what                          | changes
    ${'an underscored slug'}      | ${{ slug: 'a_b_c' }}
    ${'a slug in capitals'}       | ${{ slug: 'CAFE' }}
    ${'a slug of two characters'} | ${{ slug: 'ab' }}
    ${'no country'}               | ${{ country: '' }}
    ${'an unknown status'}        | ${{ status: 'closed' }}
  `('has a table that rejects $what', async ({ changes }) => {
    await expect(givenAccount(panel, changes).catch(sqlStateOf)).resolves.toBe(SQLSTATE.checkViolation);
  });
});
