import { createDataSource } from '@app/platform';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createScratchDatabase } from '../../../../test/support/test-database';
import { givenAccount, givenUser } from './factories';
import { postgresPanel } from './postgres-repositories';

const FILE = join(__dirname, '../../../../migrations/0023-browser-sessions.ts');

describe('the migration of browser sessions', () => {
  it('is reversible, and keeps the sessions of bearer tokens and no others', async () => {
    const scratch = await createScratchDatabase();
    const source = await createDataSource(scratch.url, 2, 'test', [FILE]).initialize();
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

      const [migration] = source.migrations;
      const runner = source.createQueryRunner();
      await migration!.down(runner);
      await migration!.up(runner);
      await runner.release();

      const { sessions } = postgresPanel(source);
      expect(await sessions.find(bearer, 'bearer')).toMatchObject({ user: { id: user.id }, isDue: false });
      expect(await sessions.find(cookie, 'cookie')).toBeUndefined();
    } finally {
      await source.destroy();
      await scratch.drop();
    }
  });
});
