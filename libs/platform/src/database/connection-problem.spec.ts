import { tlsProblemOf } from './connection-problem';

describe('a failed connection to PostgreSQL', () => {
  it.each(['SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'is explained by one line that names DATABASE_URL and sslrootcert: %s',
    (code) => {
      expect(tlsProblemOf(Object.assign(new Error('no'), { code }))).toMatch(/^DATABASE_URL [^\n]+sslrootcert[^\n]+$/);
    },
  );

  it('is explained when the server offers no TLS', () => {
    expect(tlsProblemOf(new Error('The server does not support SSL connections'))).toMatch(/^DATABASE_URL [^\n]+$/);
  });

  it('is left as it is for another reason', () => {
    expect(tlsProblemOf(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))).toBeUndefined();
  });
});
