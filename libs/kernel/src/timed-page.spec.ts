import { newId } from './ids';
import { timedPage, timedPosition } from './timed-page';

const items = (count: number) =>
  Array.from({ length: count }, (_, minute) => ({
    id: newId(),
    createdAt: new Date(Date.UTC(2030, 0, 1, 0, -minute)),
  }));

describe('a page of a list by time', () => {
  it('ends the list when nothing was read beyond it', () => {
    const found = items(2);
    expect(timedPage(found, 2)).toEqual({ items: found, nextCursor: null });
  });

  it('leaves out the extra item, and continues after its own last one', () => {
    const found = items(3);
    const { items: shown, nextCursor } = timedPage(found, 2);
    expect(shown).toEqual(found.slice(0, 2));
    expect(timedPosition(nextCursor!)).toEqual(found[1]);
  });

  it.each([
    '',
    'x',
    Buffer.from('2030-01-01T00:00:00Z x').toString('base64url'),
    Buffer.from(newId()).toString('base64url'),
  ])('does not continue after %j, which no page returned', (cursor) => {
    expect(() => timedPosition(cursor)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }));
  });
});
