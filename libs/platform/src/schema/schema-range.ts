/** The number of the latest migration that this code knows. A test compares it with the folder of migrations. */
export const CODE_LEVEL = 70;

/** What the database says of its schema. */
export interface SchemaRange {
  /** The number of the latest migration that was applied. */
  readonly level: number;
  /** The lowest level of code that works with the schema. */
  readonly admits: number;
}

/** Why code of the level does not work with the schema, for the operator; undefined if it does. */
export function schemaProblem(schema: SchemaRange | undefined, codeLevel = CODE_LEVEL): string | undefined {
  if (!schema || schema.level < codeLevel) {
    return `the schema of the database is at level ${schema?.level ?? 0}, and this version needs ${codeLevel}: run the migrations`;
  }
  if (schema.admits > codeLevel) {
    return `the schema of the database needs a version of level ${schema.admits}, and this one is at ${codeLevel}: start a newer version`;
  }
  return undefined;
}

/** This version does not work with the schema. */
export class SchemaMismatchError extends Error {
  override readonly name = 'SchemaMismatchError';
  /** Tells `failStart` that one line says it all. */
  readonly code = 'SCHEMA';
}
