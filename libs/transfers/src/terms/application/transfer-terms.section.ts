import type { Actor } from '@app/accounts';
import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import { givenAccount, postgresDestinations } from '../../testing/harness-destinations';
import { CURRENT_TERMS_VERSION, TERMS_LANGUAGES, termsText, TransferTermsNotAcceptedError } from '../domain/terms';

const BY: Actor = { type: 'user', name: 'someone' };
const USER = newId();

describe('TransferTerms', () => {
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

  const accept = (version = CURRENT_TERMS_VERSION) => system.terms.accept(accountId, USER, BY, version);

  it('are accepted once for the account; later acceptances keep the first date', async () => {
    const first = await accept();
    system.clock.advance(1_000);

    expect(first).toMatchObject({ accountId, userId: USER, version: CURRENT_TERMS_VERSION });
    expect(await system.terms.accept(accountId, newId(), BY, CURRENT_TERMS_VERSION)).toEqual(first);
    expect(system.audit.entries).toEqual([
      {
        actor: BY,
        action: 'transfer_terms.accepted',
        object: { type: 'account', id: accountId },
        accountId,
        details: { version: CURRENT_TERMS_VERSION },
      },
    ]);
  });

  it.each(['', '1', `${CURRENT_TERMS_VERSION} `])('are not accepted in the version %j', async (version) => {
    await expect(accept(version)).rejects.toMatchObject({ details: { errors: { version: [expect.any(String)] } } });
    expect((await system.terms.status({ id: accountId, language: 'es' })).acceptance).toBeUndefined();
  });

  it('stop transfers until they are accepted, and say where that is done', async () => {
    const rejected = system.terms.assertAccepted(accountId);
    await expect(rejected).rejects.toThrow(TransferTermsNotAcceptedError);
    await expect(rejected).rejects.toMatchObject({
      code: 'TRANSFER_TERMS_NOT_ACCEPTED',
      details: { meta: { accept_at: '/api/v1/clients/transfers/accept-terms' } },
    });
    await accept();
    await expect(system.terms.assertAccepted(accountId)).resolves.toBeUndefined();
  });

  it.each(TERMS_LANGUAGES)('are read in the language of the account: %s', async (language) => {
    const status = await system.terms.status({ id: accountId, language });

    expect(status).toEqual({
      acceptance: undefined,
      currentVersion: CURRENT_TERMS_VERSION,
      text: termsText(language),
    });
  });

  it('have the same number of clauses in every language', () => {
    const clauses = TERMS_LANGUAGES.map((language) => termsText(language).match(/^\d\./gm));

    expect(clauses).toEqual([clauses[0], clauses[0], clauses[0]]);
  });
});
