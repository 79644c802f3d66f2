import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which code works with the schema, and which processes run. Code has a level: the number of the latest migration that it
 * knows. The schema is at the level of its latest migration, and admits code from the level of its latest contraction.
 */
export class SchemaVersions1790000000051 implements MigrationInterface {
  readonly name = 'SchemaVersions1790000000051';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE schema_versions (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        level integer NOT NULL,
        admits integer NOT NULL CHECK (admits <= level)
      )`);
    await runner.query(`INSERT INTO schema_versions (level, admits) VALUES (51, 51)`);
    await runner.query(`
      CREATE TABLE service_processes (
        id uuid PRIMARY KEY,
        service text NOT NULL,
        level integer NOT NULL,
        started_at timestamptz NOT NULL DEFAULT now(),
        seen_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE service_processes`);
    await runner.query(`DROP TABLE schema_versions`);
  }
}
