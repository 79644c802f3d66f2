import { everyPage } from './every-page';

describe('every page of a list', () => {
  it('is read in order until the last page', async () => {
    const pages: Record<string, { data: number[]; meta: { next_cursor: string | null } }> = {
      first: { data: [1, 2], meta: { next_cursor: 'b' } },
      b: { data: [3], meta: { next_cursor: null } },
    };
    await expect(everyPage((cursor) => Promise.resolve(pages[cursor ?? 'first']!))).resolves.toEqual([1, 2, 3]);
  });

  it('is read up to a maximum number of pages', async () => {
    const rows = await everyPage(() => Promise.resolve({ data: [0], meta: { next_cursor: 'more' } }));
    expect(rows).toHaveLength(10);
  });
});
