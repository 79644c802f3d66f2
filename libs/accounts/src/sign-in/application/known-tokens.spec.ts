import { KnownTokens } from './known-tokens';

const hash = (text: string) => Buffer.from(text);

describe('KnownTokens', () => {
  it('knows the tokens that were added and not deleted', () => {
    const tokens = new KnownTokens();
    tokens.add(hash('a'));
    tokens.add(hash('b'));
    tokens.delete(hash('b'));

    expect(['a', 'b', 'c'].map((each) => tokens.has(hash(each)))).toEqual([true, false, false]);
  });

  it('forgets the oldest one beyond its bound', () => {
    const tokens = new KnownTokens(2);
    for (const each of ['a', 'b', 'b', 'c']) tokens.add(hash(each));

    expect(['a', 'b', 'c'].map((each) => tokens.has(hash(each)))).toEqual([false, true, true]);
  });
});
