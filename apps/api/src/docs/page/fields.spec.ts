import {
  amount,
  answer,
  body,
  listOf,
  oneOf,
  orNull,
  ref,
  sentAmount,
  text,
  time,
  uuid,
  whole,
} from '../../http/schema';
import { fieldsOf } from './fields';

const SCHEMAS = { User: answer({ id: uuid('Who.') }), Users: listOf(ref('User')) };
const rows = (schema: Parameters<typeof fieldsOf>[0]) =>
  fieldsOf(schema, SCHEMAS).map(({ name, type, about }) => [name, type, about]);

describe('fieldsOf', () => {
  it('has the fields of inner objects and lists with their way there', () => {
    const schema = answer({ user: ref('User'), list: listOf(answer({ at: time('When.') })), tags: listOf(text('A.')) });

    expect(rows(schema).map(([name, type]) => [name, type])).toEqual([
      ['user', 'object'],
      ['user.id', 'UUID'],
      ['list', 'list of object'],
      ['list[].at', 'time'],
      ['tags', 'list of text'],
    ]);
  });

  it('of a list has the fields of its entries', () => {
    expect(rows(ref('Users'))).toEqual([['id', 'UUID', 'Who.']]);
  });

  it('tells what is required', () => {
    const schema = body({ a: text('A.'), b: text('B.') }, ['b']);

    expect(fieldsOf(schema, {}).map(({ name, required }) => [name, required])).toEqual([
      ['a', false],
      ['b', true],
    ]);
  });

  it.each([
    [oneOf('A choice.', 'x', 'y'), 'text', 'A choice. One of `x`, `y`.'],
    [orNull(oneOf('A choice.', 'x')), 'text or null', 'A choice. One of `x`.'],
    [listOf(oneOf('An event.', 'x'), 'Some.'), 'list of text', 'Some. One of `x`.'],
    [{ type: 'string', const: 'cancelled' }, 'text', 'Always `cancelled`.'],
    [text('Some.', { minLength: 1, maxLength: 255 }), 'text', 'Some. 1 to 255 characters.'],
    [text('Some.', { minLength: 3, maxLength: 3 }), 'text', 'Some. 3 characters.'],
    [text('Some.', { maxLength: 9 }), 'text', 'Some. At most 9 characters.'],
    [whole('Some.', { minimum: 1, maximum: 50, default: 20 }), 'whole number', 'Some. 1 to 50. Default: `20`.'],
    [amount('How much.'), 'text', 'How much.'],
    [sentAmount('How much.'), 'number or text', 'How much.'],
  ])('says of %j: %s, %s', (schema, type, about) => {
    expect(rows(answer({ field: schema }))).toEqual([['field', type, about]]);
  });
});
