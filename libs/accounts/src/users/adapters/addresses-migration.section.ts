import { givenAccount, givenUser } from '../../testing/factories';
import { postgresPanel } from '../../testing/postgres-repositories';
import { MigrationTrial } from '../../../../../test/support/migration-trial';

const COMPOSED = 'josé@example.com';
const DECOMPOSED = 'jose\u0301@example.com';
const ASCII_DOMAIN = 'ana@xn--exmple-cua.com';

describe('the migration to one form of addresses', () => {
  it('gives users the form in which they are found, unless another user has it', async () => {
    const migration = await MigrationTrial.of('0025-one-form-of-addresses');
    const { source } = migration;
    try {
      const subject = postgresPanel(source);
      const { id } = await givenAccount(subject);
      const user = async (email: string) => {
        const { id: userId } = await givenUser(subject, id);
        await source.query('UPDATE users SET email = $2 WHERE id = $1', [userId, email]);
        return userId;
      };
      const given = ['ana@exämple.com', DECOMPOSED, 'taken@exämple.com', 'taken@xn--exmple-cua.com', 'Bo@Example.com'];
      const ids: string[] = [];
      for (const email of given) ids.push(await user(email));

      await migration.up();
      await migration.up();

      const rows = await source.query<{ email: string }[]>(
        'SELECT u.email FROM users u JOIN unnest($1::uuid[]) WITH ORDINALITY AS wanted (id, place) USING (id) ORDER BY place',
        [ids],
      );
      expect(rows.map(({ email }) => email)).toEqual([ASCII_DOMAIN, COMPOSED, ...given.slice(2)]);
      await migration.down();
    } finally {
      await migration.end();
    }
  });
});
