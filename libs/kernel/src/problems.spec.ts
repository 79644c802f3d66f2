import { Problems } from './problems';
import { ValidationError } from './domain-error';

function thrownBy(problems: Problems, message?: string): unknown {
  try {
    problems.throwIfAny(message);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('problems', () => {
  it('throw nothing while there are none', () => {
    expect(thrownBy(new Problems())).toBeUndefined();
  });

  it('throw one error that lists every field with its problems in order', () => {
    const problems = new Problems();
    problems.add('amount', 'is required');
    problems.add('currency', 'is unknown');
    problems.add('amount', 'must be a number');
    const error = thrownBy(problems);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      details: { errors: { amount: ['is required', 'must be a number'], currency: ['is unknown'] } },
    });
  });

  it('throw with the given message', () => {
    const problems = new Problems();
    problems.add('name', 'is empty');
    expect(thrownBy(problems, 'The schedule was not accepted.')).toMatchObject({
      message: 'The schedule was not accepted.',
    });
  });
});
