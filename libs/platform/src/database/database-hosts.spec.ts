import { DatabaseHosts, hostUrls } from './database-hosts';

describe('hostUrls', () => {
  it.each([
    ['postgres://me:p%2Cw@db/pay?sslmode=disable', ['postgres://me:p%2Cw@db/pay?sslmode=disable']],
    ['postgres:///pay?host=/run/postgresql', ['postgres:///pay?host=/run/postgresql']],
    [
      'postgres://me:pw@db1:5432,db2:5433/pay?target_session_attrs=read-write&sslmode=disable',
      ['postgres://me:pw@db1:5432/pay?sslmode=disable', 'postgres://me:pw@db2:5433/pay?sslmode=disable'],
    ],
  ])('gives each host of %s an address of its own (rule 16.13)', (url, urls) => {
    expect(hostUrls(url)).toEqual(urls);
  });
});

describe('DatabaseHosts', () => {
  const [one, two] = ['postgres://db1/pay', 'postgres://db2/pay'] as const;

  it('stays with a host until it fails, and comes back to it after the others (rule 16.13)', () => {
    const hosts = new DatabaseHosts('postgres://db1,db2/pay');
    expect(hosts.current).toBe(one);
    hosts.moveOn(one);
    expect(hosts.current).toBe(two);
    hosts.moveOn(two);
    expect(hosts.current).toBe(one);
  });

  it('moves on once, however many connections to the same host fail', () => {
    const hosts = new DatabaseHosts('postgres://db1,db2/pay');
    for (let failed = 0; failed < 3; failed++) hosts.moveOn(one);
    expect(hosts.current).toBe(two);
  });
});
