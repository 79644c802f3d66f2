import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { statusOf } from '../http/statuses';
import { ERROR_CATALOGUE, errorExample, errorSchema, errorSchemaName, type ErrorCode } from './error-catalogue';
import { EXAMPLES } from './examples';
import { SCHEMAS } from './schemas';

const CODES = Object.keys(ERROR_CATALOGUE) as ErrorCode[];
const ALL = { ...SCHEMAS, ...Object.fromEntries(CODES.map((code) => [errorSchemaName(code), errorSchema(code)])) };

describe('the documented schemas', () => {
  const ajv = new Ajv2020({ strictTypes: false });
  addFormats(ajv);
  ajv.addKeyword('components');
  ajv.addSchema({ $id: 'https://docs.example/all', components: { schemas: ALL } });

  it.each(Object.keys(ALL))('%s is a schema, and what it refers to exists', (name) => {
    expect(ajv.getSchema(`https://docs.example/all#/components/schemas/${name}`)).toBeInstanceOf(Function);
  });

  const examples = [
    ...Object.entries(EXAMPLES),
    ...CODES.map((code) => [errorSchemaName(code), errorExample(code)] as const),
  ];
  it.each(examples)('the example of %s is one', (name, example) => {
    const validate = ajv.getSchema(`https://docs.example/all#/components/schemas/${name}`)!;
    void validate(example);
    expect(validate.errors).toBeNull();
  });

  it.each(CODES.filter((code) => ERROR_CATALOGUE[code].envelope === 'ordinary' && code !== 'RATE_LIMIT_EXCEEDED'))(
    '%s has the status that it is answered with',
    (code) => {
      expect(ERROR_CATALOGUE[code].status).toBe(statusOf(code));
    },
  );
});
