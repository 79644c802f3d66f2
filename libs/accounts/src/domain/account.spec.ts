import { isSlug, slugFrom } from './account';

describe('a slug', () => {
  it.each(['abc', 'caferio', '123', 'a1b2c3', 'x'.repeat(32)])('can be %s', (text) => {
    expect(isSlug(text)).toBe(true);
  });

  it.each(['', 'ab', 'x'.repeat(33), 'Cafe', 'café', 'a_b', 'a-b', 'a b', 'abc\n', ' abc'])('cannot be %j', (text) => {
    expect(isSlug(text)).toBe(false);
  });
});

describe('the slug of a name', () => {
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
  `('$name is $slug', ({ name, slug }) => {
    expect(slugFrom(name)).toBe(slug);
  });

  it.each(['Café', '!!!', 'İstanbul', 'x'.repeat(1_000), '\ud83d'])(
    '%j can be a slug, also with a tail of six',
    (name) => {
      expect([isSlug(slugFrom(name)), isSlug(`${slugFrom(name)}abc123`)]).toEqual([true, true]);
    },
  );
});
