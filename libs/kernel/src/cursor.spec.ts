import { ValidationError } from './domain-error';
import { decodeCursor, encodeCursor } from './cursor';

const twoNumbers = (...parts: string[]) =>
  parts.length === 2 && parts.every((part) => /^\d+$/.test(part)) ? parts.map((part) => parseInt(part, 10)) : undefined;

describe('a cursor', () => {
  it('decodes to the values it was encoded from', () => {
    expect(decodeCursor(encodeCursor('12', '345'), twoNumbers)).toEqual([12, 345]);
  });

  it('needs no escaping in a query string', () => {
    expect(encodeCursor('2030-01-31T12:00:00.000Z', '???')).toMatch(/^[A-Za-z0-9_-]+$/);
  });

  it.each(['', 'x', '%%%', encodeCursor('12'), encodeCursor('12', 'x'), encodeCursor('1', '2', '3')])(
    'rejects %j, which no page returned, with an error that names the field',
    (cursor) => {
      expect(() => decodeCursor(cursor, twoNumbers)).toThrow(ValidationError);
      expect(() => decodeCursor(cursor, twoNumbers)).toThrow(
        expect.objectContaining({ details: { errors: { cursor: [expect.any(String)] } } }),
      );
    },
  );
});
