import type { Schema } from './schema';

export type Schemas = Readonly<Record<string, Schema>>;

/**
 * A value of the schema, made of the examples of its properties; undefined when a schema has none. An optional property
 * without an example is left out. Throws when a required one has none.
 */
export function exampleOf(schema: Schema, schemas: Schemas = {}): unknown {
  if (schema.$ref !== undefined) return exampleOf(referred(schema.$ref, schemas), schemas);
  const { example, const: constant, examples = [], allOf, oneOf, items, properties, required = [] } = schema;
  const value = [example, constant, ...examples].find((each) => each !== undefined);
  if (value !== undefined) return value;
  // Swagger writes a reference with a description as `allOf` with one member.
  if (Array.isArray(allOf)) return exampleOf(allOf[0] as Schema, schemas);
  if (Array.isArray(oneOf)) return exampleOf(oneOf[0] as Schema, schemas);
  const item = items && exampleOf(items, schemas);
  if (items) return item === undefined ? undefined : [item];
  if (!properties) return undefined;
  const values = Object.entries(properties).map(([name, property]) => [name, exampleOf(property, schemas)] as const);
  const missing = values.find(([name, each]) => each === undefined && required.includes(name));
  if (missing) throw new Error(`the property ${missing[0]} has no example`);
  return Object.fromEntries(values.filter(([, each]) => each !== undefined));
}

function referred(reference: string, schemas: Schemas): Schema {
  const schema = schemas[reference.split('/').pop() ?? ''];
  if (!schema) throw new Error(`${reference} does not exist`);
  return schema;
}
