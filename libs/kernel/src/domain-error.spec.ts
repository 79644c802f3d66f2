import { DomainError, ValidationError } from './domain-error';

class TooSmallError extends DomainError {
  constructor() {
    super('TOO_SMALL', 'The amount is too small.', { meta: { minimum: '2.00' }, errors: { amount: ['too small'] } });
  }
}

describe('a domain error', () => {
  it('carries a code, a message and details', () => {
    expect(new TooSmallError()).toMatchObject({
      code: 'TOO_SMALL',
      message: 'The amount is too small.',
      details: { meta: { minimum: '2.00' }, errors: { amount: ['too small'] } },
    });
  });

  it('has the name of its class, so that logs tell errors apart', () => {
    const error = new TooSmallError();
    expect(error).toBeInstanceOf(Error);
    expect(`${error}`).toBe('TooSmallError: The amount is too small.');
  });

  it('has empty details by default', () => {
    expect(new DomainError('CODE', 'text').details).toEqual({});
  });
});

describe('a validation error', () => {
  it('has the code VALIDATION_FAILED', () => {
    expect(new ValidationError('No.')).toMatchObject({ code: 'VALIDATION_FAILED', message: 'No.' });
  });

  it('has no `errors` key when it is about no field', () => {
    expect(new ValidationError('No.').details).toStrictEqual({});
  });

  it('can name one field', () => {
    expect(ValidationError.of('amount', 'must be greater than zero').details).toEqual({
      errors: { amount: ['must be greater than zero'] },
    });
  });
});
