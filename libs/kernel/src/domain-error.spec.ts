import { DomainError, ValidationError } from './domain-error';

class TooSmallError extends DomainError {
  constructor() {
    super('TOO_SMALL', 'It is too small.', { meta: { minimum: '2.00' }, errors: { amount: ['too small'] } });
  }
}

describe('a domain error', () => {
  it('carries a code, a message and what they are about', () => {
    expect(new TooSmallError()).toMatchObject({
      code: 'TOO_SMALL',
      message: 'It is too small.',
      details: { meta: { minimum: '2.00' }, errors: { amount: ['too small'] } },
    });
  });

  it('is an error under the name of its class, so that logs tell them apart', () => {
    const error = new TooSmallError();
    expect(error).toBeInstanceOf(Error);
    expect(`${error}`).toBe('TooSmallError: It is too small.');
  });

  it('has no details unless it is given some', () => {
    expect(new DomainError('CODE', 'text').details).toEqual({});
  });
});

describe('a validation error', () => {
  it('has the code of refused input', () => {
    expect(new ValidationError('No.')).toMatchObject({ code: 'VALIDATION_FAILED', message: 'No.' });
  });

  it('has no errors, rather than empty ones, when it is about no field', () => {
    expect(new ValidationError('No.').details).toStrictEqual({});
  });

  it('names one field', () => {
    expect(ValidationError.of('amount', 'must be greater than zero').details).toEqual({
      errors: { amount: ['must be greater than zero'] },
    });
  });
});
