import { Complaints } from './complaints';
import { ValidationError } from './domain-error';

function thrownBy(complaints: Complaints, message?: string): unknown {
  try {
    complaints.throwIfAny(message);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('complaints', () => {
  it('throw nothing while there are none', () => {
    expect(thrownBy(new Complaints())).toBeUndefined();
  });

  it('throw one error that lists every field with its complaints in order', () => {
    const complaints = new Complaints();
    complaints.add('amount', 'is required');
    complaints.add('currency', 'is unknown');
    complaints.add('amount', 'must be a number');
    const error = thrownBy(complaints);
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      details: { errors: { amount: ['is required', 'must be a number'], currency: ['is unknown'] } },
    });
  });

  it('throw with the given message', () => {
    const complaints = new Complaints();
    complaints.add('name', 'is empty');
    expect(thrownBy(complaints, 'The schedule was not accepted.')).toMatchObject({
      message: 'The schedule was not accepted.',
    });
  });
});
