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

  it('is rejected when a connection moves from session to session, as in a busy pooler (rule 16.16)', async () => {
    const url = await testDatabaseUrl();
    const sessions = [new Client(url), new Client(url), new Client(url)];
    await Promise.all(sessions.map((session) => session.connect()));
    let queries = 0;
    const lent = () => ({
      connect: () => Promise.resolve(),
      query: (text: string) => sessions[queries++ % sessions.length]!.query(text),
      end: () => Promise.resolve(),
    });
    await expect(assertOwnSessions(lent as unknown as () => Client)).rejects.toThrow(/^DATABASE_URL .*session mode$/m);
    await Promise.all(sessions.map((session) => session.end()));
  });

  it('is rejected when the pooler lends only one connection (rule 16.16)', async () => {
    const sole = new Client(await testDatabaseUrl());
    await sole.connect();
    let opened = 0;
    const lent = () => {
      const isFirst = opened++ === 0;
      return {
        connect: () => Promise.resolve(),
        query: (text: string) => (isFirst ? sole.query(text) : Promise.reject(new Error('Query read timeout'))),
        end: () => Promise.resolve(),
      };
    };
    await expect(assertOwnSessions(lent as unknown as () => Client)).rejects.toThrow(
      /^DATABASE_URL .*enlarge its pool$/,
    );
    await sole.end();
  });

  it('is not reached when nothing listens there', async () => {
    await expect(checkedAddress('postgres://127.0.0.1:1/pay')).rejects.toThrow('ECONNREFUSED');
  });
});
