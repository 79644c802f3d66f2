import { httpUrlProblem } from './http-url';

const problem = (url: unknown, httpsOnly = false) => httpUrlProblem(url, 'return_url', { httpsOnly });

describe('httpUrlProblem', () => {
  it.each(['https://shop.example', 'http://localhost:8080/a?b=1#c', 'HTTPS://shop.example/año'])(
    'accepts %s',
    (url) => {
      expect(problem(url)).toBeUndefined();
    },
  );

  it.each([
    [7, 'must be text'],
    ['', 'must be an http or https address'],
    ['shop.example', 'must be an http or https address'],
    ['//shop.example', 'must be an http or https address'],
    ['javascript:alert(1)', 'must be an http or https address'],
    ['java\nscript:alert(1)', 'must be an http or https address'],
    ['data:text/html,x', 'must be an http or https address'],
    ['https:shop.example', 'must be an http or https address'],
    ['https://shop.example/a b', 'must be an http or https address'],
    ['https://shop.example\\@evil.example', 'must be an http or https address'],
    ['https://shop.example/\0', 'must be an http or https address'],
    ['https://shop.example/\ud83d', 'must be an http or https address'],
    ['https://user:secret@shop.example', 'must not contain credentials'],
    ['https://user@shop.example', 'must not contain credentials'],
    [`https://shop.example/${'x'.repeat(2_048)}`, 'may have at most 2048 characters'],
  ])('says about %j that it %s', (url, expected) => {
    expect(problem(url)).toBe(`The return_url ${expected}.`);
  });

  it.each([
    'https://shop_a.example./x',
    'http://shop:8080/',
    'http://[::1]:4000/hook',
    'http://127.1/hook',
    'https://tienda-año.example/ñ?a[]=1&b=%7BID%7D|^"<>',
    `https://${'a'.repeat(63)}.example/`,
    'https://shop.example/می‌خواهم',
    'https://shop.example/https://other.example',
  ])('accepts %s', (url) => {
    expect(problem(url)).toBeUndefined();
  });

  it.each([
    ['https://https://shop.example/hook', 'must have http:// or https:// once'],
    ['https://http//shop.example/hook', 'must have http:// or https:// once'],
    ['HTTP://HTTP://shop.example', 'must have http:// or https:// once'],
    ['https:///shop.example/hook', 'must have // and a host after http: or https:'],
    ['https:////hook', 'must have // and a host after http: or https:'],
    ['https://{{HOST}}/hook', 'must not have { or }: fill in the placeholder, or write %7B and %7D'],
    ['https://${HOST}/hook', 'must not have { or }: fill in the placeholder, or write %7B and %7D'],
    ['https://shop.example/thanks/{ORDER_ID}', 'must not have { or }: fill in the placeholder, or write %7B and %7D'],
    ['https://shop.example/\u200Bhook', 'must not have invisible characters'],
    ['https://shop.example/\u202Ehook', 'must not have invisible characters'],
    ['https://$HOST/hook', 'must name a host, of letters, digits and hyphens with dots between them'],
    ['https://*.shop.example/', 'must name a host, of letters, digits and hyphens with dots between them'],
    ['https://shop..example/', 'must name a host, of letters, digits and hyphens with dots between them'],
    ['https://.shop.example/', 'must name a host, of letters, digits and hyphens with dots between them'],
    ['https://shop.example../', 'must name a host, of letters, digits and hyphens with dots between them'],
    [`https://${'a'.repeat(64)}.example/`, 'must name a host, of letters, digits and hyphens with dots between them'],
    [`https://${'a.'.repeat(130)}example/`, 'must name a host, of letters, digits and hyphens with dots between them'],
    ['https://shop.example:0/', 'must have a port from 1 to 65535'],
  ])('rejects %s, which leads somewhere else or nowhere: it %s', (url, expected) => {
    expect(problem(url)).toBe(`The return_url ${expected}.`);
  });

  it('accepts only https where that is asked for', () => {
    expect(problem('http://shop.example', true)).toBe('The return_url must be an https address.');
    expect(problem('https://shop.example', true)).toBeUndefined();
  });
});
