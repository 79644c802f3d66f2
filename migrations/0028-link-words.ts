import type { MigrationInterface, QueryRunner } from 'typeorm';

const ACCENTED = 'ÁÀÂÃÄÅÇÉÈÊËÍÌÎÏÑÓÒÔÕÖÚÙÛÜÝáàâãäåçéèêëíìîïñóòôõöúùûüýÿ';
const PLAIN = 'aaaaaaceeeeiiiinooooouuuuyaaaaaaceeeeiiiinooooouuuuyy';

/** Marks that combine with the letter before them, and invisible characters. */
const DROPPED = '[\\u00ad\\u0300-\\u036f\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\ufe00-\\ufe0f\\ufeff]';
/** Blanks, punctuation and symbols. Everything else belongs to a word, whatever its script. */
const SEPARATORS =
  '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00a9\\u00ab-\\u00b1\\u00b4\\u00b6-\\u00b8\\u00bb\\u00bf' +
  '\\u00d7\\u00f7\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff\\u3000-\\u303f]+';

/** The index that finds payment links by words of their description and reference. */
export class LinkWords1790000000028 implements MigrationInterface {
  readonly name = 'LinkWords1790000000028';

  /**
   * Each word carries the account, so a search reads nothing of another account. No function depends on the locale of
   * the server, as the parser of text search does. The index of the former search is kept for processes of the previous
   * version.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION search_words(text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
      RETURN btrim(regexp_replace(
        translate(lower(regexp_replace($1 COLLATE "C", '${DROPPED}', '', 'g')), '${ACCENTED}', '${PLAIN}'),
        '${SEPARATORS}', ' ', 'g'))`);
    await runner.query(`
      CREATE FUNCTION link_words(account_id uuid, description text, reference text) RETURNS tsvector
      LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN array_to_tsvector(string_to_array($1::text || ':'
        || replace(search_words($2 || ' ' || coalesce($3, '')), ' ', ' ' || $1::text || ':'), ' '))`);
    // All of the words, in any order, each from its beginning; of more than ten the longest. Null for a text without
    // any.
    await runner.query(`
      CREATE FUNCTION link_query(account_id uuid, search text) RETURNS tsquery LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN (
        SELECT string_agg('''' || $1::text || ':' || word || ''':*', ' & ')::tsquery
          FROM (SELECT word FROM unnest(string_to_array(search_words($2), ' ')) AS word WHERE word <> ''
                 GROUP BY word ORDER BY length(word) DESC, word LIMIT 10) AS longest)`);
    await runner.query(`
      CREATE INDEX payment_links_words_idx ON payment_links USING gin (link_words(account_id, description, reference))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX payment_links_words_idx`);
    await runner.query(`DROP FUNCTION link_query(uuid, text), link_words(uuid, text, text), search_words(text)`);
  }
}
