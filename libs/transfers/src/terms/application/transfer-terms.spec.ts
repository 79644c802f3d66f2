import type { Actor } from '@app/accounts';
import { newId } from '@app/kernel';
import { inMemoryDestinations } from '../../testing/harness-destinations';
import { CURRENT_TERMS_VERSION, TERMS_LANGUAGES, termsText, TransferTermsNotAcceptedError } from '../domain/terms';

const BY: Actor = { type: 'user', name: 'someone' };
const ACCOUNT = newId();
const USER = newId();

describe('TransferTerms', () => {
  let system: ReturnType<typeof inMemoryDestinations>;
  beforeEach(() => {
    system = inMemoryDestinations();
  });

  const accept = (version = CURRENT_TERMS_VERSION) => system.terms.accept(ACCOUNT, USER, BY, version);

  it('are accepted once for the account; later acceptances keep the first date', async () => {
    const first = await accept();
    system.clock.advance(1_000);

    expect(first).toMatchObject({ accountId: ACCOUNT, userId: USER, version: CURRENT_TERMS_VERSION });
    expect(await system.terms.accept(ACCOUNT, newId(), BY, CURRENT_TERMS_VERSION)).toEqual(first);
    expect(system.audit.entries).toEqual([
      {
        actor: BY,
        action: 'transfer_terms.accepted',
        object: { type: 'account', id: ACCOUNT },
        accountId: ACCOUNT,
        details: { version: CURRENT_TERMS_VERSION },
      },
    ]);
  });

  it.each(['', '1', `${CURRENT_TERMS_VERSION} `])('are not accepted in the version %j', async (version) => {
    await expect(accept(version)).rejects.toMatchObject({ details: { errors: { version: [expect.any(String)] } } });
    expect((await system.terms.status({ id: ACCOUNT, language: 'es' })).acceptance).toBeUndefined();
  });

  it('stop transfers until they are accepted, and say where that is done', async () => {
    const refused = system.terms.assertAccepted(ACCOUNT);
    await expect(refused).rejects.toThrow(TransferTermsNotAcceptedError);
    await expect(refused).rejects.toMatchObject({
      code: 'TRANSFER_TERMS_NOT_ACCEPTED',
      details: { meta: { accept_at: '/api/v1/clients/transfers/accept-terms' } },
    });
    await accept();
    await expect(system.terms.assertAccepted(ACCOUNT)).resolves.toBeUndefined();
  });

  it.each(TERMS_LANGUAGES)('are read in the language of the account: %s', async (language) => {
    const status = await system.terms.status({ id: ACCOUNT, language });

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
