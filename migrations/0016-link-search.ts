import type { MigrationInterface, QueryRunner } from 'typeorm';

const CAPITALS = 'ÁÀÂÃÄÅÆÇÉÈÊËÍÌÎÏÑÓÒÔÕÖØÚÙÛÜÝ';
const LOWER = CAPITALS.toLowerCase();

/** The index that serves the panel's search of payment links by the beginning of their description. */
export class LinkSearch1790000000016 implements MigrationInterface {
  readonly name = 'LinkSearch1790000000016';

  /**
   * `lower` follows the locale of the server, so the letters beyond ASCII that our languages have are listed. The
   * collation compares bytes: whatever the locale, what begins with a text is next to it in the index.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION search_text(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN translate(lower($1 COLLATE "C"), '${CAPITALS}', '${LOWER}')`);
    await runner.query(`
      CREATE INDEX payment_links_search_idx
          ON payment_links (account_id, kind, (search_text(description)) COLLATE "C")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX payment_links_search_idx`);
    await runner.query(`DROP FUNCTION search_text(text)`);
  }
}
