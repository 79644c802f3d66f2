import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource, EntityMetadata } from 'typeorm';
import { testDataSource } from './support/test-database';

interface Column {
  name: string;
  type: string;
  nullable: boolean;
  primary: boolean;
}

// The Nest module of a library names its entities. Its index loads each file when the export is read.
for (const library of readdirSync(join(__dirname, '../libs')))
  Object.values(jest.requireActual<object>(`@app/${library}`));

let source: DataSource;
beforeAll(async () => {
  source = await testDataSource(2);
});

function mapped(entity: EntityMetadata): Column[] {
  return entity.columns
    .map((column) => ({
      name: column.databaseName,
      type: source.driver.normalizeType(column) + (column.isArray ? '[]' : ''),
      nullable: column.isNullable,
      primary: column.isPrimary,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function migrated(table: string): Promise<Column[]> {
  return source.query<Column[]>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS nullable,
            coalesce(a.attnum = ANY (i.indkey), false) AS primary
       FROM pg_attribute a LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
      WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped
      ORDER BY a.attname COLLATE "C"`,
    [table],
  );
}

it('maps every column of every entity to the table that the migrations created', async () => {
  const entities = source.entityMetadatas;
  expect(entities.map(({ tableName }) => tableName)).toEqual(expect.arrayContaining(['users', 'mail_messages']));
  for (const entity of entities) {
    expect({ [entity.name]: mapped(entity) }).toEqual({ [entity.name]: await migrated(entity.tablePath) });
  }
});

it('maps no table twice', () => {
  const tables = source.entityMetadatas.map(({ tableName }) => tableName);
  expect(tables).toEqual([...new Set(tables)]);
});
