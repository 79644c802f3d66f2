import { encodeCursor } from './cursor';
import { newId } from './ids';
import { pageById } from './page-by-id';

const ids = ['3', '2', '1'].map((last) => ({ id: `01a2056c-ac74-7458-a81c-a2c81ced0d8${last}` }));
/** Reads as a repository does: the newest first, from before that id. */
const read = async (limit: number, olderThan?: string) =>
  ids.filter(({ id }) => olderThan === undefined || id < olderThan).slice(0, limit);

describe('a page of a list by id', () => {
  it('ends the list when nothing is older', async () => {
    expect(await pageById({ perPage: 3 }, read)).toEqual({ items: ids, nextCursor: null });
  });

  it('continues after its last item', async () => {
    const { items, nextCursor } = await pageById({ perPage: 2 }, read);

    expect(items).toEqual(ids.slice(0, 2));
    expect(await pageById({ perPage: 2, cursor: nextCursor! }, read)).toEqual({ items: [ids[2]], nextCursor: null });
  });

  it.each(['', 'x', encodeCursor(newId(), newId())])(
    'does not continue after %j, which no page returned',
    async (cursor) => {
      await expect(pageById({ perPage: 2, cursor }, read)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );
});
