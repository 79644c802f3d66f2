import { LinePrefixer } from './line-prefixer';

describe('LinePrefixer', () => {
  it('prefixes every line of a chunk', () => {
    expect(new LinePrefixer('api | ').push('one\n\ntwo\n')).toBe('api | one\napi | \napi | two\n');
  });

  it('holds back an incomplete line until it is complete', () => {
    const prefixer = new LinePrefixer('api | ');

    expect([prefixer.push('one\ntw'), prefixer.push('o'), prefixer.push('\n')]).toEqual([
      'api | one\n',
      '',
      'api | two\n',
    ]);
  });

  it('returns an incomplete line at the end, once', () => {
    const prefixer = new LinePrefixer('api | ');
    prefixer.push('one');

    expect([prefixer.end(), prefixer.end()]).toEqual(['api | one\n', '']);
  });
});
