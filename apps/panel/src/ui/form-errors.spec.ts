import { ApiError } from '../api/api-error';
import { rejectedFields, withoutFields } from './form-errors';

const rejected = new ApiError(422, 'VALIDATION_FAILED', 'No.', 'req-1', {
  'bank.cbu': ['The cbu is wrong.', 'It is short.'],
  currency: ['The currency must be ARS.'],
});

describe('rejectedFields', () => {
  it('returns the first reason of each field', () => {
    expect(rejectedFields(rejected)).toEqual({
      'bank.cbu': 'The cbu is wrong.',
      currency: 'The currency must be ARS.',
    });
  });

  it('is empty for other errors', () => {
    expect(rejectedFields(new Error('down'))).toEqual({});
  });
});

describe('withoutFields', () => {
  it('keeps the reasons that have no field on the screen, and the request', () => {
    expect(withoutFields(rejected, ['bank.cbu'])).toMatchObject({
      requestId: 'req-1',
      errors: { currency: ['The currency must be ARS.'] },
    });
  });
});
