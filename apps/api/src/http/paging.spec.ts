import { pageOf, parsePageRequest } from './paging';

describe('parsePageRequest', () => {
  it('takes twenty from the beginning when nothing is asked for', () => {
    expect(parsePageRequest({})).toEqual({ perPage: 20, cursor: undefined });
  });

  it.each([
    ['1', 1],
    ['50', 50],
    ['007', 7],
  ])('takes per_page=%s for %d', (text, perPage) => {
    expect(parsePageRequest({ per_page: text, cursor: 'abc' })).toEqual({ perPage, cursor: 'abc' });
  });

  it.each([
    ...['', '0', '51', '-1', '1.5', '1e1', ' 5', 'x', '9999'].map((text) => [{ per_page: text }, 'per_page'] as const),
    [{ per_page: ['1', '2'] }, 'per_page'] as const,
    [{ cursor: '' }, 'cursor'] as const,
    [{ cursor: ['a', 'b'] }, 'cursor'] as const,
  ])('refuses %j, naming %s', (query, field) => {
    expect(() => parsePageRequest(query)).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', details: { errors: { [field]: [expect.any(String)] } } }),
    );
  });
});

describe('pageOf', () => {
  it('is a success with the items, how many a page has at most, and where the next one begins', () => {
    const page = { items: [1, 2], nextCursor: 'abc' };

    expect(pageOf('Found.', { perPage: 2, cursor: undefined }, page, String)).toEqual({
      success: true,
      message: 'Found.',
      data: ['1', '2'],
      meta: { per_page: 2, next_cursor: 'abc' },
    });
  });
});
