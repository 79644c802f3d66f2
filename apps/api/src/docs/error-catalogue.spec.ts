import Ajv2020 from 'ajv/dist/2020';
import { ERROR_CATALOGUE, errorSchema, type ErrorCode } from './error-catalogue';
import { exampleOf } from './example-of';

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[];

describe('the catalogue of errors', () => {
  it.each(CODES)('has an example of %s that is one', (code) => {
    const validate = new Ajv2020({ strictTypes: false }).compile(errorSchema(code));
    void validate(exampleOf(errorSchema(code)));

    expect(validate.errors).toBeNull();
  });

  it.each(CODES)('gives %s the status of an error', (code) => {
    expect(ERROR_CATALOGUE[code].status).toBeGreaterThanOrEqual(400);
  });
});
