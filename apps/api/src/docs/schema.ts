/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 uses it. */
export interface Schema {
  readonly [keyword: string]: unknown;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
}

type Properties = Readonly<Record<string, Schema>>;

export const text = (description: string, more: Schema = {}): Schema => ({ type: 'string', description, ...more });
export const whole = (description: string, more: Schema = {}): Schema => ({ type: 'integer', description, ...more });
export const amount = (description: string, more: Schema = {}): Schema =>
  text(description, { pattern: '^-?\\d+(\\.\\d+)?$', ...more });
export const currency = (description: string, more: Schema = {}): Schema =>
  text(description, { minLength: 3, maxLength: 3, ...more });
export const listOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The same, or null. */
export const orNull = (schema: Schema): Schema => ({
  ...schema,
  type: [schema.type as string, 'null'],
  ...(schema.enum && { enum: [...schema.enum, null] }),
});

/** An object of a response: all of these fields except the optional ones, and no others. */
export function response(properties: Properties, optional: readonly string[] = []): Schema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}
