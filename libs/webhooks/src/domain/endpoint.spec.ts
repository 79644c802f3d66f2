import { webhookUrlComplaint } from './endpoint';

describe('webhookUrlComplaint', () => {
  it.each([
    'https://a.example',
    'https://a.example:8443/x/y?z=%20',
    'https://ünïcode.example/påth',
    'https://192.0.2.1/hook',
    'https://[2001:db8::1]/hook',
    `https://a.example/${'x'.repeat(2_030)}`,
  ])('accepts %s', (address) => {
    expect(webhookUrlComplaint(address, true)).toBeUndefined();
  });

  it.each([
    'a.example/hook',
    'ftp://a.example/hook',
    'javascript:alert(1)',
    'https://',
    'https:a.example',
    'https://a b.example',
    ' https://a.example',
    'https://a.example/\nhook',
    'https://a.example\\@b.example/',
    'https://user:pass@a.example/',
    'https://user@a.example/',
    'https://a.example:99999/',
    `https://a.example/${'x'.repeat(2_031)}`,
    `https://a.example/${'é'.repeat(1_000)}`,
    'https://a.example/\ud800',
    'https://a.example/\0',
  ])('rejects %j', (address) => {
    expect(webhookUrlComplaint(address, true)).toEqual(expect.any(String));
  });

  it('accepts http only outside of production', () => {
    const address = 'http://127.0.0.1:4000/hook';
    expect([webhookUrlComplaint(address, false), webhookUrlComplaint(address, true)]).toEqual([
      undefined,
      'The url must be an https address.',
    ]);
  });
});
