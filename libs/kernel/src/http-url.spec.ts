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

  it('accepts only https where that is asked for', () => {
    expect(problem('http://shop.example', true)).toBe('The return_url must be an https address.');
    expect(problem('https://shop.example', true)).toBeUndefined();
  });
});
