import { sentinelAddress } from './redis-url';

describe('an address of Sentinels', () => {
  it('names them, the master, the database and all credentials (rule 16.26)', () => {
    expect(
      sentinelAddress('rediss+sentinel://me:p%40ss@a,[::1]:26380/pay.1/2?sentinel_username=s&sentinel_password=%23'),
    ).toEqual({
      sentinels: [
        { host: 'a', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      master: 'pay.1',
      database: 2,
      username: 'me',
      password: 'p@ss',
      sentinelUsername: 's',
      sentinelPassword: '#',
      tls: true,
    });
  });

  it('needs only a host and the name of a master', () => {
    expect(sentinelAddress('redis+sentinel://a/mymaster')).toMatchObject({
      master: 'mymaster',
      database: 0,
      tls: false,
    });
  });
});
