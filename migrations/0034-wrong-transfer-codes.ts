import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When wrong transfer codes were entered: an account that enters too many in a day cannot initiate transfers. */
export class WrongTransferCodes1790000000034 implements MigrationInterface {
  readonly name = 'WrongTransferCodes1790000000034';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE transfer_wrong_codes (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        at timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX transfer_wrong_codes_account_idx ON transfer_wrong_codes (account_id, at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE transfer_wrong_codes`);
  }
}
