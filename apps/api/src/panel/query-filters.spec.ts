import { newId } from '@app/kernel';
import { readFilters } from './query-filters';

const COLOURS = ['red', 'green'] as const;

describe('readFilters', () => {
  const filtersOf = (query: Record<string, unknown>) =>
    readFilters(query, (filters) => ({
      colour: filters.oneOf('colour', COLOURS),
      link: filters.id('link'),
      search: filters.text('search'),
      ...filters.period(),
    }));

  it('leaves out what the query lacks, and overlooks what it does not know', () => {
    const nothing = { colour: undefined, link: undefined, search: undefined, from: undefined, to: undefined };
    expect(filtersOf({ unknown: 'x' })).toEqual(nothing);
  });

  it('takes what fits, an id in lower case', () => {
    const link = newId();
    expect(filtersOf({ colour: 'green', link: link.toUpperCase(), search: 'x'.repeat(255) })).toMatchObject({
      colour: 'green',
      link,
      search: 'x'.repeat(255),
    });
  });

  it.each([
    ...['', 'blue', 'RED', 'toString', ['red', 'green']].map((value) => ['colour', value] as const),
    ...['', '1', `${newId()} `, [newId()]].map((value) => ['link', value] as const),
    ...['', 'x'.repeat(256), 'a\0b', '\ud800', ['a']].map((value) => ['search', value] as const),
    ['start_date', 'soon'] as const,
  ])('refuses %s = %j, naming it', (name, value) => {
    expect(() => filtersOf({ [name]: value })).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: { errors: { [name]: [expect.any(String)] } } }),
    );
  });

  it('names all that it refuses at once', () => {
    expect(() => filtersOf({ colour: 'blue', link: '1', end_date: 'soon' })).toThrow(
      expect.objectContaining({
        details: { errors: { colour: expect.any(Array), link: expect.any(Array), end_date: expect.any(Array) } },
      }),
    );
  });
});
