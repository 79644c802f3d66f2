import { randomBytes } from 'node:crypto';
import { givenAccount, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import { MigrationTrial } from '../../../../../test/support/migration-trial';

describe('the migration of browser sessions', () => {
  it('is reversible, and keeps the sessions of bearer tokens and no others', async () => {
    const migration = await MigrationTrial.of('0023-browser-sessions');
    const { source } = migration;
    try {
      const subject = postgresPanel(source);
      const user = await givenUser(subject, (await givenAccount(subject)).id);
      const begin = async (kind: 'bearer' | 'cookie') => {
        const session = { tokenHash: randomBytes(32), kind, userId: user.id, userAgent: 'Firefox', address: null };
        await subject.uow.run((tx) => subject.sessions.insert(tx, session));
        return session.tokenHash;
      };
      const [bearer, cookie] = [await begin('bearer'), await begin('cookie')];
      await subject.uow.once((tx) => subject.factors.begin(tx, user.id, randomBytes(48)));

      await migration.down();
      await migration.up();

      const { sessions } = postgresPanel(source);
      expect(await sessions.find(bearer, 'bearer')).toMatchObject({ user: { id: user.id }, isDue: false });
      expect(await sessions.find(cookie, 'cookie')).toBeUndefined();
    } finally {
      await migration.end();
    }
  });
});
