import { exampleOf } from './example-of';

const text = (example?: string) => ({ type: 'string', ...(example !== undefined && { example }) });

describe('the example of a schema', () => {
  it.each([
    ['is that of the schema itself', { type: 'object', example: { a: 1 }, properties: { a: text('x') } }, { a: 1 }],
    ['is its constant', { const: 'live' }, 'live'],
    ['is the first of several', { type: 'string', examples: ['a', 'b'] }, 'a'],
    ['can be null', { type: ['string', 'null'], example: null }, null],
    [
      'has those of its properties',
      { properties: { a: text('x'), b: text('y') }, required: ['a'] },
      { a: 'x', b: 'y' },
    ],
    [
      'leaves out optional properties without one',
      { properties: { a: text('x'), b: text() }, required: ['a'] },
      { a: 'x' },
    ],
    ['has one element in a list', { type: 'array', items: text('x') }, ['x']],
    ['does not exist without one of the element', { type: 'array', items: text() }, undefined],
    ['follows a reference', { $ref: '#/components/schemas/Name' }, 'Ana'],
    [
      'takes the first of several schemas',
      { oneOf: [{ $ref: '#/components/schemas/Name' }, { examples: [1] }] },
      'Ana',
    ],
    ['follows a reference with a description', { allOf: [{ $ref: '#/components/schemas/Name' }] }, 'Ana'],
  ])('%s', (_title, schema, example) => {
    expect(exampleOf(schema, { Name: text('Ana') })).toEqual(example);
  });

  it('is required for a required property, whose name the error has', () => {
    expect(() => exampleOf({ properties: { a: text() }, required: ['a'] })).toThrow('the property a has no example');
  });

  it('fails for a schema that does not exist', () => {
    expect(() => exampleOf({ $ref: '#/components/schemas/Gone' })).toThrow('#/components/schemas/Gone does not exist');
  });
});
