import { isLegible, isStorable, isUuid, WrittenAmount } from '@app/kernel';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type as NestedType } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  ChoiceProperty,
  ChoicesProperty,
  CurrencyProperty,
  FlagProperty,
  TextProperty,
  UuidProperty,
  type PropertyOptions,
} from './properties';
import { Rule, type Problem } from './rule';

/*
 * The fields of requests. Each decorator is the rule, the conversion and the documentation of one field, so that a DTO
 * reads like a table of its fields. A field is required unless it is `optional`; null is rejected unless it is `nullable`.
 */

interface TextOptions extends PropertyOptions {
  /** With a minimum, text of spaces only is rejected too. */
  minLength?: number;
  /** Counted in characters, not in code units. */
  maxLength: number;
  /** Counts the characters of the composed text (NFC). */
  composed?: boolean;
  /** Accepts text without a visible character: only spaces, or only invisible characters. */
  allowsBlank?: boolean;
}

/** Text that the database can store. */
export function TextField(description: string, options: TextOptions): PropertyDecorator {
  const { allowsBlank: _, composed: __, ...documented } = options;
  return applyDecorators(TextProperty(description, documented), Rule(textProblem(options), options));
}

/** An amount, from a JSON number or from decimal text; the DTO has it as a `WrittenAmount`. */
export function AmountField(description: string, { optional, nullable, ...more }: PropertyOptions = {}) {
  const accepted = [{ type: 'number' }, { type: 'string', pattern: '^\\d+(\\.\\d+)?$' }];
  return applyDecorators(
    ApiProperty({
      description,
      required: !optional,
      anyOf: nullable ? [...accepted, { type: 'null' }] : accepted,
      ...more,
    }),
    // A value that cannot be read is kept, so that the rule rejects it.
    Transform(({ value }) => WrittenAmount.read(value) ?? (value as unknown)),
    Rule(amountProblem, { optional, nullable }),
  );
}

/** Text in the place of a currency's code; whether that currency is supported is decided later. */
export function CurrencyField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(CurrencyProperty(description, options), Rule(codeProblem, options));
}

/** A JSON boolean; no text or number in its place. */
export function FlagField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(FlagProperty(description, options), Rule(flagProblem, options));
}

/** A UUID, which the DTO has in lower case. */
export function UuidField(description: string, options: PropertyOptions = {}): PropertyDecorator {
  return applyDecorators(
    UuidProperty(description, options),
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.toLowerCase() : value)),
    Rule(
      (value, field) => (typeof value === 'string' && isUuid(value) ? undefined : `The ${field} must be a UUID.`),
      options,
    ),
  );
}

/** Text that is one of these. */
export function ChoiceField(
  description: string,
  values: readonly string[],
  options: PropertyOptions = {},
): PropertyDecorator {
  const problem: Problem = (value, field) =>
    isAmong(values, value) ? undefined : `The ${field} must be one of ${values.join(', ')}.`;
  return applyDecorators(ChoiceProperty(description, values, options), Rule(problem, options));
}

/** A list of at least one of these. The DTO has each once. */
export function ChoicesField(
  description: string,
  values: readonly string[],
  options: PropertyOptions = {},
): PropertyDecorator {
  const fits = (list: unknown) => Array.isArray(list) && list.length > 0 && list.every((each) => isAmong(values, each));
  const problem: Problem = (value, field) =>
    fits(value) ? undefined : `The ${field} must be a list of at least one of ${values.join(', ')}.`;
  return applyDecorators(
    ChoicesProperty(description, values, { minItems: 1, ...options }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? [...new Set(value as unknown[])] : value)),
    Rule(problem, options),
  );
}

const amountProblem: Problem = (value, field) =>
  value instanceof WrittenAmount
    ? undefined
    : `The ${field} must be a number, or text of digits with a point before the decimals, such as "1500.00".`;

const codeProblem: Problem = (value, field) =>
  typeof value === 'string' ? undefined : `The ${field} must be a code of three letters.`;

const flagProblem: Problem = (value, field) =>
  typeof value === 'boolean' ? undefined : `The ${field} must be true or false.`;

function isAmong(values: readonly unknown[], value: unknown): boolean {
  return values.includes(value);
}

function textProblem({ minLength = 0, maxLength, allowsBlank = false, composed = false }: TextOptions): Problem {
  const length = minLength > 0 ? `must have ${minLength} to` : 'may have at most';
  return (given, field) => {
    if (typeof given !== 'string' || !isStorable(given)) return `The ${field} must be text.`;
    const value = composed ? given.normalize('NFC') : given;
    const fits = value.length <= maxLength || [...value].length <= maxLength;
    const isLongEnough = minLength === 0 || (allowsBlank ? value : value.trim()).length >= minLength;
    if (!fits || !isLongEnough) return `The ${field} ${length} ${maxLength} characters.`;
    const isSeen = allowsBlank || value.trim() === '' || isLegible(value);
    return isSeen ? undefined : `The ${field} must not be made of invisible characters only.`;
  };
}

/** An object with fields of its own, which problems name by their path: `bank.cbu`. */
export function ObjectField(description: string, type: Type, options: PropertyOptions = {}): PropertyDecorator {
  const { optional, nullable, ...documented } = options;
  return applyDecorators(
    ApiProperty({ description, required: !optional, type, ...documented }),
    NestedType(() => type),
    ValidateNested(),
    Rule(
      (value, field) =>
        typeof value === 'object' && !Array.isArray(value) ? undefined : `The ${field} must be an object.`,
      { optional, nullable },
    ),
  );
}
