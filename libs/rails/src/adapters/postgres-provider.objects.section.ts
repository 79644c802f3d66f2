import { newId, type UnitOfWork } from '@app/kernel';
import { PostgresDatabase, PostgresUnitOfWork } from '@app/platform';
import { testDataSource } from '../../../../test/support/test-database';
import { PostgresProviderObjects } from './postgres-provider.objects';

const anObject = (changes = {}) => ({
  provider: 'bank',
  kind: 'usd_account',
  ourId: newId(),
  theirId: newId(),
  ...changes,
});

describe('the object of a provider', () => {
  let objects: PostgresProviderObjects;
  let uow: UnitOfWork;

  beforeAll(async () => {
    const source = await testDataSource(2);
    objects = new PostgresProviderObjects(new PostgresDatabase(source));
    uow = new PostgresUnitOfWork(source);
  });

  const add = (object: ReturnType<typeof anObject>) => uow.once((tx) => objects.add(tx, object));

  it('is found by what of ours it belongs to', async () => {
    const object = anObject();
    expect(await add(object)).toBe(true);
    expect(await objects.find('usd_account', object.ourId)).toEqual(object);
    expect(await objects.find('recipient', object.ourId)).toBeUndefined();
  });

  it('is found by the id that its provider gave it', async () => {
    const object = anObject();
    await add(object);
    expect(await objects.findTheirs(object)).toEqual(object);
    expect(await objects.findTheirs({ ...object, provider: 'other' })).toBeUndefined();
    expect(await objects.findTheirs({ ...object, kind: 'recipient' })).toBeUndefined();
  });

  it('is the only one of ours at its provider, and belongs to nothing else of ours', async () => {
    const object = anObject();
    await add(object);
    expect(await add({ ...object, theirId: newId() })).toBe(false);
    expect(await add({ ...object, ourId: newId() })).toBe(false);
    expect(await objects.find('usd_account', object.ourId)).toEqual(object);
  });

  it('may be one of several that different providers keep for ours', async () => {
    const object = anObject();
    await add(object);
    expect(await add({ ...object, provider: 'other' })).toBe(true);
    expect(await objects.find('usd_account', object.ourId)).toEqual(object);
  });
});
