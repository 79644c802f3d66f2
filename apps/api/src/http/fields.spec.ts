import { newId } from '@app/kernel';
import { ChoiceField, TextField, UuidField } from './fields';
import { errorsOf, validated } from './testing/validated';

class PasswordDto {
  @TextField('A password.', { minLength: 10, maxLength: 12, allowsBlank: true })
  password!: string;

  @TextField('A comment.', { optional: true, minLength: 3, maxLength: 12 })
  comment?: string;
}

it.each([
  ['x'.repeat(10), 'abc'],
  ['x'.repeat(12), ' abc '],
  [' '.repeat(10), undefined],
])('text of a minimum length can be %j and %j', async (password, comment) => {
  expect(await errorsOf(PasswordDto, { password, comment })).toBeUndefined();
});

it.each([
  ['password', 'x'.repeat(9)],
  ['password', 'x'.repeat(13)],
  ['comment', 'ab'],
  ['comment', '  ab  '],
])('text that is too short or too long is rejected: %s = %j', async (name, value) => {
  expect(await errorsOf(PasswordDto, { password: 'x'.repeat(10), [name]: value })).toEqual({
    [name]: [expect.any(String)],
  });
});

it.each(['\u200B'.repeat(3), '\u2060\u00AD\u202E', ' \u200B \u2800 ', '\uFE0F\u3164\u0007'])(
  'text of invisible characters only is rejected: %j',
  async (comment) => {
    expect(await errorsOf(PasswordDto, { password: 'x'.repeat(10), comment })).toEqual({
      comment: ['The comment must not be made of invisible characters only.'],
    });
  },
);

it('text with invisible characters among visible ones is kept as it was given', async () => {
  const sent = { password: 'x'.repeat(10), comment: '\u200Bni\u00ADño👨\u200D👧' };
  expect(await validated(PasswordDto, sent)).toEqual(sent);
});

class FiltersDto {
  @ChoiceField('A colour.', ['red', 'green'], { optional: true })
  colour?: string;

  @UuidField('A link.', { optional: true })
  link?: string;

  @TextField('A search.', { optional: true, minLength: 1, maxLength: 255, allowsBlank: true })
  search?: string;
}

it('a query of optional fields leaves out what is absent, and removes unknown fields', async () => {
  expect(await validated(FiltersDto, { unknown: 'x' })).toEqual({});
});

it('a query of optional fields accepts what fits, an id in lower case', async () => {
  const link = newId();
  const query = { colour: 'green', link: link.toUpperCase(), search: 'x'.repeat(255) };
  expect(await validated(FiltersDto, query)).toEqual({ ...query, link });
});

it.each([
  ...['', 'blue', 'RED', 'toString', ['red', 'green']].map((value) => ['colour', value] as const),
  ...['', '1', `${newId()} `, [newId()]].map((value) => ['link', value] as const),
  ...['', 'x'.repeat(256), 'a\0b', '\ud800', ['a']].map((value) => ['search', value] as const),
])('a query with %s = %j is rejected, naming the field', async (name, value) => {
  expect(await errorsOf(FiltersDto, { [name]: value })).toEqual({ [name]: [expect.any(String)] });
});

it('a query with several faults has all of them named', async () => {
  expect(await errorsOf(FiltersDto, { colour: 'blue', link: '1' })).toEqual({
    colour: [expect.any(String)],
    link: [expect.any(String)],
  });
});
