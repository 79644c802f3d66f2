import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The last four characters of an API key, by which people tell keys apart; null for keys of earlier versions. */
export class KeyOwners1790000000033 implements MigrationInterface {
  readonly name = 'KeyOwners1790000000033';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE api_keys ADD COLUMN last_four text
        CONSTRAINT api_keys_last_four CHECK (char_length(last_four) = 4)`);
    // The keys of a user are looked up when the user loses a permission.
    await runner.query(`CREATE INDEX api_keys_user_idx ON api_keys (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX api_keys_user_idx`);
    await runner.query(`ALTER TABLE api_keys DROP COLUMN last_four`);
  }
}
