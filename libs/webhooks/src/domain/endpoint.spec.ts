import { AddressGuard } from '../adapters/address-guard';
import { normalAddress, webhookUrlProblem } from './endpoint';

const PRODUCTION = { httpsOnly: true, guard: new AddressGuard([]) };
const SANDBOX = { httpsOnly: false, guard: new AddressGuard(['127.0.0.0/8', '::1/128']) };

describe('webhookUrlProblem', () => {
  it.each([
    'https://a.example',
    'https://a.example:8443/x/y?z=%20',
    'https://ünïcode.example/påth',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
    `https://a.example/${'x'.repeat(2_030)}`,
  ])('accepts %s', (address) => {
    expect(webhookUrlProblem(address, PRODUCTION)).toBeUndefined();
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
    expect(webhookUrlProblem(address, PRODUCTION)).toEqual(expect.any(String));
  });

  it('accepts http only outside of production', () => {
    const address = 'http://127.0.0.1:4000/hook';
    expect([webhookUrlProblem(address, SANDBOX), webhookUrlProblem(address, PRODUCTION)]).toEqual([
      undefined,
      'The url must be an https address.',
    ]);
  });

  describe('rejects an address that only this machine or its network can reach, however it is spelled:', () => {
    it.each([
      'http://127.0.0.1/',
      'http://127.1/',
      'http://127.0.0.1./',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://0x7f000001/',
      'http://0177.0.0.1/',
      'http://%31%32%37.0.0.1/',
      'http://①②⑦.0.0.1/',
      'http://１２７.０.０.１/',
      'http://127。0。0。1/',
      'http://[::1]/',
      'http://[0:0:0:0:0:0:0:1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[::127.0.0.1]/',
      'http://localhost/',
      'http://LOCALHOST./',
      'http://shop.localhost/',
      'http://0/',
      'http://0.0.0.0/',
      'http://[::]/',
      'http://10.0.0.1/',
      'http://172.16.0.1/',
      'http://192.168.0.1/',
      'http://100.64.0.1/',
      'http://169.254.169.254/latest/meta-data',
      'http://0xa9fea9fe/',
      'http://168.63.129.16/',
      'http://[fd00:ec2::254]/',
      'http://[fe80::1]/',
      'http://[64:ff9b::a00:1]/',
      'http://224.0.0.1/',
      'http://[ff02::1]/',
      'http://255.255.255.255/',
    ])('%s', (address) => {
      expect(webhookUrlProblem(address, { ...PRODUCTION, httpsOnly: false })).toBe(
        'The url must not lead to a private, local or reserved address.',
      );
    });

    it.each([
      'https://user@127.0.0.1/',
      'http://127.0.0.1 /',
      'http://[fe80::1%25eth0]/',
      'http://127.0.0.1\\@a.example/',
    ])('%s', (address) => {
      expect(webhookUrlProblem(address, { ...PRODUCTION, httpsOnly: false })).toEqual(expect.any(String));
    });
  });

  it.each(['http://127.1:4000/', 'http://[::1]/', 'http://localhost:4000/'])(
    'accepts %s where the operator allows the network',
    (address) => {
      expect(webhookUrlProblem(address, SANDBOX)).toBeUndefined();
    },
  );

  it.each(['https://shop.example', 'https://127.0.0.1.shop.example', 'https://localhost.example', 'https://8.8.8.8'])(
    'accepts %s, which is public or a name that is judged when it is resolved',
    (address) => {
      expect(webhookUrlProblem(address, PRODUCTION)).toBeUndefined();
    },
  );
});

describe('normalAddress', () => {
  it.each([
    'https://shop.example/hook',
    'HTTPS://SHOP.example/hook',
    'https://shop.example:443/hook',
    'https://shop.example/./hook',
    'https://shop.example/a/../hook',
    'https://shop.example/a/%2E%2e/hook',
    'https://shop.example/hook#a',
    'https://shop.example./hook',
    'https://shop.example/%68ook',
    'https://ｓｈｏｐ.example/hook',
  ])('is the same for %s', (url) => {
    expect(normalAddress(url)).toBe('https://shop.example/hook');
  });

  it.each([
    ['https://münchen.example/x', 'https://xn--mnchen-3ya.example/x'],
    ['http://shop.example:80', 'http://shop.example/'],
    ['https://shop.example.:8443/x?a=%2f%7e', 'https://shop.example:8443/x?a=%2F~'],
    ['http://[0:0::1]/', 'http://[::1]/'],
    ['https://shop.example/hook?', 'https://shop.example/hook'],
  ])('of %s is %s', (url, address) => {
    expect(normalAddress(url)).toBe(address);
  });

  it.each([
    'https://shop.example/hook/',
    'http://shop.example/hook',
    'https://shop.example/hook?a',
    'https://shop.example/Hook',
  ])('of %s is another one than of https://shop.example/hook', (url) => {
    expect(normalAddress(url)).not.toBe('https://shop.example/hook');
  });
});
