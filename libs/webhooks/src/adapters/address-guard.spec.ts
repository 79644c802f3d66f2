import { AddressGuard, literalAddress } from './address-guard';

const guard = new AddressGuard([]);

describe('AddressGuard', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '2606:4700::1111'])(
    'allows the public address %s',
    (address) => {
      expect(guard.allows(address)).toBe(true);
    },
  );

  it.each([
    ['unspecified', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['shared', '100.64.0.1'],
    ["a cloud's metadata in the shared range", '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['link-local, where metadata services are', '169.254.169.254'],
    ['metadata in the protocol range', '192.0.0.192'],
    ['metadata at a public number', '168.63.129.16'],
    ['documentation', '192.0.2.1'],
    ['benchmarking', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['IPv6 unspecified', '::'],
    ['IPv6 loopback', '::1'],
    ['IPv4 inside IPv6', '::ffff:127.0.0.1'],
    ['IPv4 inside IPv6, in hexadecimal', '::ffff:a9fe:a9fe'],
    ['IPv4 inside IPv6, the deprecated way', '::7f00:1'],
    ['IPv4 translated', '::ffff:0:127.0.0.1'],
    ['IPv4 behind NAT64', '64:ff9b::7f00:1'],
    ['metadata behind NAT64', '64:ff9b::a9fe:a9fe'],
    ['a private network behind a local NAT64', '64:ff9b:1::10.0.0.1'],
    ['an address whose place a local NAT64 decides', '64:ff9b:1:7f00:0:100:808:808'],
    ['IPv4 behind 6to4', '2002:7f00:1::'],
    ['a private server of Teredo', '2001::7f00:1'],
    ['a private client of Teredo', '2001:0:808:808::80ff:fffe'],
    ['IPv6 link-local', 'fe80::1'],
    ['IPv6 site-local', 'fec0::1'],
    ['IPv6 private', 'fd00:ec2::254'],
    ['IPv6 multicast', 'ff02::1'],
    ['IPv6 documentation', '2001:db8::1'],
    ['IPv6 that is not assigned', '4000::1'],
    ['a name', 'localhost'],
    ['an empty text', ''],
  ])('forbids %s: %s', (_, address) => {
    expect(guard.allows(address)).toBe(false);
  });

  it.each([
    ['NAT64', '64:ff9b::808:808'],
    ['a local NAT64', '64:ff9b:1:fffe::8.8.8.8'],
    ['6to4', '2002:808:808::1'],
    ['Teredo', '2001:0:808:808::f7f7:f7f7'],
  ])('judges an address of %s by the IPv4 address that it leads to: %s', (_, address) => {
    expect(guard.allows(address)).toBe(true);
  });

  it('opens nothing behind a NAT64 gateway whose network the operator lists (rule 13.15)', () => {
    const listed = new AddressGuard(['64:ff9b::/96', '64:ff9b:1::/48']);
    const behind = ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::a00:1', '64:ff9b:1::7f00:1'];
    expect(behind.filter((address) => listed.allows(address))).toEqual([]);
  });

  it('opens a private network behind NAT64 when the operator lists that network', () => {
    expect(new AddressGuard(['10.1.0.0/16']).allows('64:ff9b::10.1.2.3')).toBe(true);
  });

  it('allows the networks that the operator lists', () => {
    const listed = new AddressGuard(['10.1.0.0/16', '::1/128']);
    expect([listed.allows('10.1.2.3'), listed.allows('::1'), listed.allows('::ffff:10.1.2.3')]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it('allows no other network', () => {
    const listed = new AddressGuard(['10.1.0.0/16', '::1/128']);
    expect([listed.allows('10.2.0.1'), listed.allows('::2'), listed.allows('127.0.0.1')]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe('literalAddress', () => {
  it.each([
    ['http://2130706433/', '127.0.0.1'],
    ['http://0x7f.1/', '127.0.0.1'],
    ['http://0177.0.0.1/', '127.0.0.1'],
    ['http://127.1/', '127.0.0.1'],
    ['http://127.0.0.1./', '127.0.0.1'],
    ['http://①②⑦.0.0.1/', '127.0.0.1'],
    ['http://0/', '0.0.0.0'],
    ['http://[::ffff:127.0.0.1]/', '::ffff:7f00:1'],
    ['http://[::1]/', '::1'],
  ])('recognises the address in %s', (url, address) => {
    expect(literalAddress(new URL(url).hostname)).toBe(address);
  });

  it.each(['localhost', 'shop.example', '127.0.0.1.example'])('finds no address in %s', (hostname) => {
    expect(literalAddress(hostname)).toBeUndefined();
  });
});
