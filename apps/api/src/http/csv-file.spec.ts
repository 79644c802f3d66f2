import { setImmediate as turn } from 'node:timers/promises';
import { csvFile } from './csv-file';
import type { FileTable } from './file-table';

const TABLE: FileTable<number> = { name: 'numbers', columns: [['n', (n) => String(n)]] };

/** Numbers up to `count`, what was read of them, and whether their reading was ended. */
function numbers(count: number, failsAt = Infinity) {
  const seen = { read: 0, ended: false };
  async function* rows() {
    try {
      for (let n = 1; n <= count; n++) {
        if (n >= failsAt) throw new Error('the database is gone');
        seen.read = n;
        yield n;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, rows: rows() };
}

const file = async (rows: AsyncIterable<number>) => (await csvFile(TABLE, rows, (n) => n)).getStream();

describe('csvFile', () => {
  it.each([0, 1, 99, 100, 101, 250])('has a header and all of %i rows', async (count) => {
    const { seen, rows } = numbers(count);
    const lines = Array.from({ length: count }, (_, index) => `${index + 1}\r\n`);

    expect((await (await file(rows)).toArray()).join('')).toBe(`n\r\n${lines.join('')}`);
    expect(seen.ended).toBe(true);
  });

  it('names the file and its type', async () => {
    expect((await csvFile(TABLE, numbers(1).rows, (n) => n)).getHeaders()).toMatchObject({
      type: 'text/csv; charset=utf-8',
      disposition: 'attachment; filename="numbers.csv"',
    });
  });

  it('rejects when the first rows cannot be read', async () => {
    await expect(file(numbers(10, 3).rows)).rejects.toThrow('the database is gone');
  });

  it('fails, and does not end, when later rows cannot be read', async () => {
    const { seen, rows } = numbers(1_000, 600);
    const stream = await file(rows);

    await expect(stream.toArray()).rejects.toThrow('the database is gone');
    expect([stream.readableEnded, seen.ended]).toEqual([false, true]);
  });

  it('reads no further than the client', async () => {
    const { seen, rows } = numbers(1_000_000);
    const stream = await file(rows);
    stream.read();
    for (let turns = 0; turns < 50; turns++) await turn();

    expect(seen.read).toBeLessThan(20_000);
    stream.destroy();
  });

  it('lets other work in between', async () => {
    let [turns, reading] = [0, true];
    const other = (async () => {
      for (; reading; turns++) await turn();
    })();
    await (await file(numbers(1_000).rows)).toArray();
    reading = false;
    await other;

    expect(turns).toBeGreaterThan(5);
  });

  it.each([
    ['before anything was sent', async () => undefined],
    ['in the middle', async (stream: NodeJS.ReadableStream) => void stream.read()],
  ])('stops reading when the client goes away %s', async (_when, begin) => {
    const { seen, rows } = numbers(1_000_000);
    const stream = await file(rows);
    await begin(stream);
    stream.destroy();
    for (let turns = 0; turns < 5; turns++) await turn();

    expect(seen.ended).toBe(true);
  });
});
