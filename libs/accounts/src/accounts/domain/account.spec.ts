import { newId, ValidationError } from '@app/kernel';
import { assertEmail, openAccount, slugFrom, type NewAccount } from './account';

function aNewAccount(changes: Partial<NewAccount> = {}): NewAccount {
  return {
    name: 'Café Río',
    email: 'owner@example.com',
    country: 'AR',
    kycStatus: 'verified',
    kybStatus: 'pending',
    usdEnabled: true,
    cardsEnabled: false,
    customerPaidFeeEnabled: true,
    ...changes,
  };
}

describe('openAccount', () => {
  it('opens an active account with the given settings and a slug made from its name', () => {
    const id = newId();
    expect(openAccount(id, aNewAccount())).toEqual({
      id,
      slug: 'caferio',
      name: 'Café Río',
      email: 'owner@example.com',
      country: 'AR',
      status: 'active',
      kycStatus: 'verified',
      kybStatus: 'pending',
      usdEnabled: true,
      cardsEnabled: false,
      customerPaidFeeEnabled: true,
      customerPaidFeeDefault: false,
      language: 'es',
      timeZone: 'America/Argentina/Buenos_Aires',
    });
  });

  it.each<Partial<NewAccount>>([{ email: null }, { slug: 'mine' }, { customerPaidFeeDefault: true }])(
    'accepts %j',
    (changes) => {
      expect(openAccount(newId(), aNewAccount(changes))).toMatchObject(changes);
    },
  );

  it.each(['abc', 'caferio', '123', 'a1b2c3', 'x'.repeat(32)])('accepts the slug %s', (slug) => {
    expect(openAccount(newId(), aNewAccount({ slug })).slug).toBe(slug);
  });

  it.each`
    field        | changes
    ${'name'}    | ${{ name: '' }}
    ${'name'}    | ${{ name: '   ' }}
    ${'name'}    | ${{ name: 'x'.repeat(201) }}
    ${'name'}    | ${{ name: 'a\0b' }}
    ${'email'}   | ${{ email: '' }}
    ${'email'}   | ${{ email: 'nobody' }}
    ${'country'} | ${{ country: '' }}
    ${'country'} | ${{ country: 'ar' }}
    ${'country'} | ${{ country: 'ARG' }}
    ${'slug'}    | ${{ slug: '' }}
    ${'slug'}    | ${{ slug: 'ab' }}
    ${'slug'}    | ${{ slug: 'x'.repeat(33) }}
    ${'slug'}    | ${{ slug: 'Cafe' }}
    ${'slug'}    | ${{ slug: 'café' }}
    ${'slug'}    | ${{ slug: 'a_b' }}
    ${'slug'}    | ${{ slug: 'a-b' }}
    ${'slug'}    | ${{ slug: ' abc' }}
    ${'slug'}    | ${{ slug: 'abc\n' }}
  `('rejects $changes, naming $field', ({ field, changes }) => {
    const open = () => openAccount(newId(), aNewAccount(changes));
    expect(open).toThrow(ValidationError);
    expect(open).toThrow(expect.objectContaining({ details: { errors: { [field]: [expect.any(String)] } } }));
  });
});

describe('the slug made from a name', () => {
  it.each`
    name                                         | slug
    ${'Café Río S.A.'}                           | ${'caferiosa'}
    ${'ACME'}                                    | ${'acme'}
    ${'Niño & Ñandú'}                            | ${'ninonandu'}
    ${'ﬁnance'}                                  | ${'finance'}
    ${'a_b_c'}                                   | ${'abc'}
    ${'The Very Long Company Name Of Argentina'} | ${'theverylongcompanyna'}
    ${'AB'}                                      | ${'abaccount'}
    ${'支払い'}                                  | ${'account'}
    ${'!!!'}                                     | ${'account'}
    ${''}                                        | ${'account'}
  `('of $name is $slug', ({ name, slug }) => {
    expect(slugFrom(name)).toBe(slug);
  });

  it.each(['Café', '!!!', 'İstanbul', 'x'.repeat(1_000), '\ud83d'])(
    'of %j is valid, also with a tail of six',
    (name) => {
      expect(slugFrom(name)).toMatch(/^[a-z0-9]{3,26}$/);
    },
  );
});

describe('an e-mail address', () => {
  it.each(['ana@example.com', 'ana.b+c@sub.example.com', 'año@ejemplo.com', `${'a'.repeat(64)}@example.com`])(
    'can be %s',
    (email) => {
      expect(() => assertEmail(email)).not.toThrow();
    },
  );

  it.each([
    '',
    'ana',
    '@example.com',
    'ana@example',
    'ana@@example.com',
    'ana@example.com, bob@example.com',
    'Ana <ana@example.com>',
    'ana @example.com',
    'ana@example.com\r\nBcc: bob@example.com',
    'ana\0@example.com',
    '\ud83d@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(191)}.com`,
  ])('cannot be %j', (email) => {
    expect(() => assertEmail(email)).toThrow(
      expect.objectContaining({ details: { errors: { email: [expect.any(String)] } } }),
    );
  });
});
