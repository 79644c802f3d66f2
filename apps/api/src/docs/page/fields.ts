import type { Schema } from '../../http/schema';

/** One field of a body, as a row of a table. */
export interface Field {
  /** With its way there: `conversion_fee.amount`, `events[]`. */
  name: string;
  type: string;
  required: boolean;
  /** With `code` between backticks. */
  about: string;
}

type Schemas = Readonly<Record<string, Schema>>;

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
};
const FORMATS: Readonly<Record<string, string>> = { uuid: 'UUID', 'date-time': 'time', uri: 'address' };

export function resolve(schema: Schema, schemas: Schemas): Schema {
  const name = schema.$ref?.split('/').pop();
  return name === undefined ? schema : resolve(schemas[name] ?? {}, schemas);
}

/** All fields of an object, those of objects in it included; of a list, those of its entries. */
export function fieldsOf(schema: Schema, schemas: Schemas, path = ''): Field[] {
  const { properties = {}, required = [], items } = resolve(schema, schemas);
  if (items) return fieldsOf(items, schemas, path);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const known = resolve(inner, schemas);
    const full = `${path}${name}`;
    const field = {
      name: full,
      type: typeOf(known, schemas),
      required: required.includes(name),
      about: aboutOf(known),
    };
    return [field, ...fieldsOf(known, schemas, known.items ? `${full}[].` : `${full}.`)];
  });
}

export function typeOf(schema: Schema, schemas: Schemas): string {
  const { type, items, format, anyOf } = schema;
  if (Array.isArray(anyOf)) return (anyOf as Schema[]).map((each) => typeOf(each, schemas)).join(' or ');
  if (items) return `list of ${typeOf(resolve(items, schemas), schemas)}`;
  const types = typeof type === 'string' ? [type] : (type ?? []);
  const named = types.map((each) => (each === 'string' && FORMATS[String(format)]) || (TYPES[each] ?? each));
  return named.join(' or ') || 'anything';
}

/** What the field means, and what it may hold. */
export function aboutOf(schema: Schema): string {
  const inner = schema.items ?? {};
  return [schema.description, chosenFrom(schema), chosenFrom(inner), boundsOf(schema), defaultOf(schema)]
    .filter(Boolean)
    .join(' ');
}

function chosenFrom({ enum: values, const: only }: Schema): string | undefined {
  if (only !== undefined) return `Always ${shown(only)}.`;
  const told = values?.filter((value) => value !== null).map(shown);
  return told && `One of ${told.join(', ')}.`;
}

function boundsOf({ minLength, maxLength, minimum, maximum }: Schema): string | undefined {
  const range = (from: unknown, to: unknown, of: string) => {
    if (to === undefined) return undefined;
    if (from === to) return `${Number(to)}${of}.`;
    return from === undefined ? `At most ${Number(to)}${of}.` : `${Number(from)} to ${Number(to)}${of}.`;
  };
  return range(minLength, maxLength, ' characters') ?? range(minimum, maximum, '');
}

function defaultOf({ default: value }: Schema): string | undefined {
  return value === undefined ? undefined : `Default: ${shown(value)}.`;
}

function shown(value: unknown): string {
  return `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
}
