import type { Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';

/** What the documentation says about a property besides its meaning; other keywords are those of JSON Schema. */
export interface PropertyOptions {
  /** May be absent. */
  optional?: boolean;
  /** May be null. */
  nullable?: boolean;
  example?: unknown;
  readonly [keyword: string]: unknown;
}

/** A property of a DTO, for the documentation only. Responses have these; the fields of requests are built from them. */
function property(schema: object, description: string, { optional, ...more }: PropertyOptions): PropertyDecorator {
  return ApiProperty({ ...schema, description, required: !optional, ...more });
}

export const TextProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'string' }, description, options);

export const UuidProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'string', format: 'uuid' }, description, options);

export const TimeProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'string', format: 'date-time' }, description, options);

export const DayProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'string', format: 'date' }, description, options);

/** A decimal as text, with all digits of its currency. */
export const AmountProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }, description, options);

export const CurrencyProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'string', minLength: 3, maxLength: 3 }, description, options);

export const WholeProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'integer' }, description, options);

export const FlagProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'boolean' }, description, options);

/** Text that is one of these. */
export const ChoiceProperty = (description: string, values: Iterable<string>, options: PropertyOptions = {}) =>
  property({ type: 'string', enum: [...values] }, description, options);

/** A list of texts, each one of these. */
export const ChoicesProperty = (description: string, values: Iterable<string>, options: PropertyOptions = {}) =>
  property({ type: 'array', items: { type: 'string', enum: [...values] } }, description, options);

/** An object of a response. */
export const ObjectProperty = (description: string, type: Type, options: PropertyOptions = {}) =>
  property({ type }, description, options);

/** An object of a response whose properties are documented elsewhere. */
export const JsonProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'object', additionalProperties: true }, description, options);

/** A list of texts. */
export const TextsProperty = (description: string, options: PropertyOptions = {}) =>
  property({ type: 'array', items: { type: 'string' } }, description, options);

/** A list of objects. */
export const ListProperty = (description: string, type: Type, options: PropertyOptions = {}) =>
  property({ type, isArray: true }, description, options);
