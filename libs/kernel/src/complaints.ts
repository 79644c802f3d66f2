import { ValidationError } from './domain-error';

/** Collects what is wrong with a request's fields, so that one answer names them all. */
export class Complaints {
  private readonly byField: Record<string, string[]> = {};

  add(field: string, complaint: string): void {
    (this.byField[field] ??= []).push(complaint);
  }

  /** Throws a `ValidationError` with every complaint, if there is one. */
  throwIfAny(message = 'The request was not accepted.'): void {
    if (Object.keys(this.byField).length > 0) throw new ValidationError(message, this.byField);
  }
}
