import type { Config } from '@app/platform';
import { ValidateBy } from 'class-validator';

/** What is wrong with the value of a field, as a sentence, or undefined when it is accepted. */
export type Problem = (value: unknown, field: string) => string | undefined;

export interface RuleOptions {
  /** The field may be left out. */
  optional?: boolean;
  /** An optional field may be null as well, which means the same unless the operation says otherwise. */
  nullable?: boolean;
}

/**
 * The rule of a field: the problem about a rejected value becomes its text in `errors`. Whether the field is required is
 * part of it, and not an `IsDefined` or `IsOptional` beside it, which would double what class-validator does per request.
 */
export function Rule(problemOf: Problem, { optional, nullable }: RuleOptions = {}): PropertyDecorator {
  const problem: Problem = (value, field) => {
    if (value !== undefined && value !== null) return problemOf(value, field);
    if (!optional) return `The ${field} is required.`;
    return value === undefined || nullable ? undefined : problemOf(value, field);
  };
  return ValidateBy({
    name: 'rule',
    validator: {
      validate: (value, given) => problem(value, given?.property ?? '') === undefined,
      defaultMessage: (given) => problem(given?.value, given?.property ?? '') ?? '',
    },
  });
}

/** A rule whose strictness the configuration decides. */
export interface ConfiguredFieldRule {
  property: string;
  problemIn: (config: Config) => Problem;
}

const CONFIGURED = Symbol('configured rules');

/**
 * A rule that depends on the configuration of the process, which a decorator cannot know: `RequestValidationPipe` applies
 * it to fields of the body itself, not of nested objects. A null value is accepted where the field is nullable.
 */
export function ConfiguredRule(
  problemIn: ConfiguredFieldRule['problemIn'],
  options: RuleOptions = {},
): PropertyDecorator {
  const present = Rule((value, field) => (value === null ? `The ${field} must not be null.` : undefined), options);
  return (target, key) => {
    present(target, key);
    const rules = [...configuredRules(target), { property: String(key), problemIn }];
    Reflect.defineMetadata(CONFIGURED, rules, target);
  };
}

/** The configured rules of a DTO, given the DTO or its prototype. */
export function configuredRules(dto: object): readonly ConfiguredFieldRule[] {
  return (Reflect.getMetadata(CONFIGURED, dto) as ConfiguredFieldRule[] | undefined) ?? [];
}
