import { limitedAddress } from './client-address';

describe('the budget of a client (limits per IP)', () => {
  it.each`
    address                            | budget                 | why
    ${'192.0.2.1'}                     | ${'192.0.2.1'}         | ${'IPv4 counts by itself'}
    ${'::ffff:192.0.2.1'}              | ${'192.0.2.1'}         | ${'on a socket that listens on both'}
    ${'::ffff:c000:201'}               | ${'192.0.2.1'}         | ${'the same, written differently'}
    ${'2001:db8:1:2::77'}              | ${'2001:db8:1:2::/64'} | ${'IPv6 counts by /64'}
    ${'2001:db8:1:2:ffff:ffff:ffff:1'} | ${'2001:db8:1:2::/64'} | ${'whatever the host is'}
    ${'2001:db8:1:3::77'}              | ${'2001:db8:1:3::/64'} | ${'the next network is another client'}
    ${'fe80::1%eth0'}                  | ${'fe80:0:0:0::/64'}   | ${'a zone does not matter'}
    ${'192.0.2.1:5555'}                | ${'192.0.2.1'}         | ${'a proxy that writes the port'}
    ${'[2001:db8:1:2::77]:443'}        | ${'2001:db8:1:2::/64'} | ${'a proxy that writes the port'}
    ${'[2001:db8:1:2::77]'}            | ${'2001:db8:1:2::/64'} | ${'a proxy that writes brackets'}
    ${undefined}                       | ${'unknown'}           | ${'the socket is gone'}
  `('$address counts as $budget: $why', ({ address, budget }) => {
    expect(limitedAddress(address)).toBe(budget);
  });

  it.each(['', 'unknown', '_hidden', 'x y', '1.1.1.256', '01.1.1.1', '1.1.1.256:80', ':', '[::1', '[x]:1', '1::2::3'])(
    'everything that is not an address shares one budget: %j',
    (junk) => {
      expect(limitedAddress(junk)).toBe('unknown');
    },
  );
});
