import { ValidationError as RequestRejected } from '@app/kernel';
import { CONFIG, type Config } from '@app/platform';
import { Inject, Injectable, ValidationPipe, type ArgumentMetadata } from '@nestjs/common';
import type { ValidationError, ValidatorOptions } from 'class-validator';
import { misspeltParameters } from './query-names';
import { configuredRules, type Problem, type ConfiguredFieldRule } from './rule';

type Problems = Record<string, string[]>;

/**
 * Validates a request against its DTO and hands the DTO over: `@Body(RequestValidationPipe) body: NewPaymentLinkDto`.
 * Unknown fields are removed, and each rejected field is named with one text. It is bound to parameters that are DTOs,
 * and not to all of them, so that reading by id runs no pipe.
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  private readonly problems = new Map<ConfiguredFieldRule, Problem>();

  constructor(@Inject(CONFIG) private readonly config: Config) {
    super({
      transform: true,
      whitelist: true,
      stopAtFirstError: true,
      validationError: { target: false, value: false },
      exceptionFactory: (errors) => new RequestRejected('The request was not accepted.', problemsOf(errors)),
    });
  }

  /** A filter under a name that is nearly right would be ignored, and the list would show too much. */
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const { type, metatype } = metadata;
    const problems = type === 'query' && metatype ? misspeltParameters(value, metatype) : {};
    if (Object.keys(problems).length > 0) throw new RequestRejected('The request was not accepted.', problems);
    return super.transform(value, metadata);
  }

  protected override async validate(dto: object, options?: ValidatorOptions): Promise<ValidationError[]> {
    const errors = await super.validate(dto, options);
    const rejected = new Set(errors.map(({ property }) => property));
    for (const rule of configuredRules(dto)) {
      const { property } = rule;
      const value = (dto as Record<string, unknown>)[property];
      if (rejected.has(property) || value === undefined || value === null) continue;
      const problem = this.problemOf(rule)(value, property);
      if (problem !== undefined) errors.push({ property, constraints: { rule: problem } });
    }
    return errors;
  }

  private problemOf(rule: ConfiguredFieldRule): Problem {
    const problem = this.problems.get(rule) ?? rule.problemIn(this.config);
    this.problems.set(rule, problem);
    return problem;
  }
}

/** The texts by field, in the form of `errors` (rule 1.22). A nested field is named by its path: `bank.cbu`. */
function problemsOf(errors: readonly ValidationError[], path = '', found: Problems = {}): Problems {
  for (const { property, constraints, children = [] } of errors) {
    const field = `${path}${property}`;
    if (constraints) found[field] = Object.values(constraints);
    problemsOf(children, `${field}.`, found);
  }
  return found;
}
