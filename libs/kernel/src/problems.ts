import { ValidationError } from './domain-error';

/** Collects everything wrong with a request's fields, so that one error names them all. */
export class Problems {
  private readonly byField: Record<string, string[]> = {};

  add(field: string, problem: string): void {
    (this.byField[field] ??= []).push(problem);
  }

  /** Throws a `ValidationError` with all problems, unless there are none. */
  throwIfAny(message = 'The request was not accepted.'): void {
    if (Object.keys(this.byField).length > 0) throw new ValidationError(message, this.byField);
  }
}
