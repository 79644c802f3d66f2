import { parseUrl } from './url';

describe('parseUrl', () => {
  it('parses an address, and nothing else', () => {
    expect(parseUrl('https://shop.example/hook?of=1')?.pathname).toBe('/hook');
    expect(['', 'shop.example', 'https://', 'https://a b/'].map(parseUrl)).toEqual([undefined, ...Array(3)]);
  });

  it('parses a host with Latin-1 letters, also after thousands of other addresses (unlike URL.canParse of Node 20)', () => {
    for (let n = 0; n < 20_000; n++) parseUrl(`https://shop.example/${n}`);
    expect(parseUrl('https://año.example/påth')?.host).toBe('xn--ao-zja.example');
  });
});
