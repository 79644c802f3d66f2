import { Client } from 'pg';
import { testDatabaseUrl } from '../../../../test/support/test-database';
import { assertOwnSessions, checkedAddress } from './own-sessions';

describe('the address of a database', () => {
  it('may be that of a server or of a pooler in session mode (rule 16.16)', async () => {
    const url = await testDatabaseUrl();
    expect(await checkedAddress(url)).toBe(url);
  });

  it('is rejected when connections share a session, as in transaction mode (rule 16.16)', async () => {
    const shared = new Client(await testDatabaseUrl());
    await shared.connect();
    const lent = {
      connect: () => Promise.resolve(),
      query: shared.query.bind(shared),
      end: () => Promise.resolve(),
    };
    await expect(assertOwnSessions(() => lent as unknown as Client)).rejects.toThrow(/^DATABASE_URL .*session mode$/m);
    await shared.end();
  });

  it('is not reached when nothing listens there', async () => {
    await expect(checkedAddress('postgres://127.0.0.1:1/pay')).rejects.toThrow('ECONNREFUSED');
  });
});
