import { PageQueryDto } from './page-query.dto';
import { pageOf } from './paging';
import { errorsOf, validated } from './testing/validated';

describe('PageQueryDto', () => {
  it('has the first twenty entries by default', async () => {
    expect(await validated(PageQueryDto, {})).toEqual({ per_page: 20 });
  });

  it.each([
    ['1', 1],
    ['50', 50],
    ['007', 7],
  ])('reads per_page=%s as %d', async (text, per_page) => {
    expect(await validated(PageQueryDto, { per_page: text, cursor: 'abc' })).toEqual({ per_page, cursor: 'abc' });
  });

  it.each([
    ...['', '0', '51', '-1', '1.5', '1e1', ' 5', 'x', '9999'].map((text) => [{ per_page: text }, 'per_page'] as const),
    [{ per_page: ['1', '2'] }, 'per_page'] as const,
    [{ cursor: '' }, 'cursor'] as const,
    [{ cursor: ['a', 'b'] }, 'cursor'] as const,
  ])('rejects %j, naming %s', async (query, field) => {
    expect(await errorsOf(PageQueryDto, query)).toEqual({ [field]: [expect.any(String)] });
  });
});

describe('pageOf', () => {
  it('has the items, the size of a page, and the cursor of the next one', () => {
    const page = { items: [1, 2], nextCursor: 'abc' };

    expect(pageOf({ per_page: 2 }, page, String)).toMatchObject({
      data: ['1', '2'],
      meta: { per_page: 2, next_cursor: 'abc' },
    });
  });
});
