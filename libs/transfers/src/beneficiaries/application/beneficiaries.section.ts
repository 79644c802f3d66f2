import type { Actor } from '@app/accounts';
import { newId } from '@app/kernel';
import { aClaim } from '@app/kernel/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { aNewBeneficiary, BANK } from '../../testing/factories';
import { givenAccount, postgresDestinations } from '../../testing/harness-destinations';
import { BeneficiaryInactiveError, BeneficiaryNotFoundError } from '../domain/errors';

const BY: Actor = { type: 'user', name: 'someone' };
const WHOLE = /2850590940090418135201|20055361682/;

describe('Beneficiaries', () => {
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

  const create = (changes = {}) => system.beneficiaries.create(accountId, BY, aNewBeneficiary(changes));
  const actions = () => system.audit.entries.map(({ action }) => action);

  it('creates one that is found and listed', async () => {
    const created = await create();

    expect(await system.beneficiaries.find(accountId, created.id)).toEqual(created);
    expect(await system.beneficiaries.list(accountId, { perPage: 10 })).toEqual({ items: [created], nextCursor: null });
  });

  it('keeps the response of a call with a key', async () => {
    const claim = aClaim();
    await system.beneficiaries.create(accountId, BY, aNewBeneficiary(), { claim, present: ({ name }) => name });

    expect(system.responses.kept).toEqual([{ claim, response: 'Ana Gómez' }]);
  });

  it('lists page by page', async () => {
    const made = [await create(), await create(), await create()].map(({ id }) => id);
    const first = await system.beneficiaries.list(accountId, { perPage: 2 });
    const second = await system.beneficiaries.list(accountId, { perPage: 2, cursor: first.nextCursor! });

    expect([...first.items, ...second.items].map(({ id }) => id).sort()).toEqual(made.sort());
    expect(second.nextCursor).toBeNull();
    await expect(system.beneficiaries.list(accountId, { perPage: 2, cursor: 'x' })).rejects.toMatchObject({
      details: { errors: { cursor: [expect.any(String)] } },
    });
  });

  it('decrypts the full account numbers only for a transfer', async () => {
    const { id, bank } = await create();
    const payable = await system.beneficiaries.findPayableBeneficiary(accountId, id);

    expect(payable).toEqual({
      destination: { type: 'beneficiary', id, name: 'Ana Gómez', country: 'AR', bank },
      rail: { name: 'Ana Gómez', document: { type: 'cuit', number: '20055361682' }, country: 'AR', bank: BANK },
      currency: 'ARS',
      email: 'ana@example.com',
    });
    expect(JSON.stringify(payable.destination)).not.toMatch(WHOLE);
  });

  it('sends a transfer to the new bank after a change', async () => {
    const { id } = await create();
    const bank = { name: 'Macro', cbu: 'ana.gomez.pagos' };
    await system.beneficiaries.update(accountId, BY, id, { bank });

    expect((await system.beneficiaries.findPayableBeneficiary(accountId, id)).rail.bank).toEqual(bank);
  });

  it('sends no transfer to one that is deactivated, until it is active again', async () => {
    const { id } = await create();
    await system.beneficiaries.update(accountId, BY, id, { active: false });
    await expect(system.beneficiaries.findPayableBeneficiary(accountId, id)).rejects.toThrow(BeneficiaryInactiveError);
    await system.beneficiaries.update(accountId, BY, id, { active: true });
    expect(await system.beneficiaries.findPayableBeneficiary(accountId, id)).toBeDefined();
    expect(actions()).toEqual(['beneficiary.created', 'beneficiary.deactivated', 'beneficiary.reactivated']);
  });

  it('writes every change into the audit log, without a full account number', async () => {
    const { id } = await create();
    await system.beneficiaries.update(accountId, BY, id, { name: 'Ana', active: false });
    await system.beneficiaries.update(accountId, BY, id, { bank: BANK });

    expect(system.audit.entries).toMatchObject([
      { actor: BY, action: 'beneficiary.created', object: { type: 'beneficiary', id }, accountId },
      { action: 'beneficiary.updated', details: { name: { from: 'Ana Gómez', to: 'Ana' } } },
      { action: 'beneficiary.deactivated' },
      { action: 'beneficiary.updated', details: { bank: expect.anything() } },
    ]);
    expect(JSON.stringify(system.audit.entries)).not.toMatch(WHOLE);
  });

  it('does not write an unchanged one, and records nothing', async () => {
    const created = await create();
    system.clock.advance(1_000);

    expect(await system.beneficiaries.update(accountId, BY, created.id, { name: created.name, active: true })).toEqual(
      created,
    );
    expect(actions()).toEqual(['beneficiary.created']);
  });

  it('moves updatedAt with a change', async () => {
    const { id, createdAt } = await create();
    system.clock.advance(1_000);
    const changed = await system.beneficiaries.update(accountId, BY, id, { name: 'Ana' });

    expect(changed).toMatchObject({ createdAt, updatedAt: new Date(createdAt.getTime() + 1_000) });
  });

  it.each([
    ['read', (id: string) => system.beneficiaries.find(newId(), id)],
    ['changed', (id: string) => system.beneficiaries.update(newId(), BY, id, { name: 'x' })],
    ['paid', (id: string) => system.beneficiaries.findPayableBeneficiary(newId(), id)],
  ])('is not %s by another account', async (_done, attempt) => {
    const { id } = await create();

    await expect(attempt(id)).rejects.toThrow(BeneficiaryNotFoundError);
  });
});
