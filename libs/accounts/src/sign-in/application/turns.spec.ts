import { Turns } from './turns';

describe('Turns', () => {
  /** Work that logs when it begins, and ends when `end` is called. */
  function work(log: string[], name: string) {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    return {
      end: () => end(),
      run: async () => {
        log.push(`${name} begins`);
        await ended;
        log.push(`${name} ends`);
        return name;
      },
    };
  }

  it('runs work with one key one after another, in the order of arrival', async () => {
    const log: string[] = [];
    const turns = new Turns();
    const [first, second, third] = [work(log, 'first'), work(log, 'second'), work(log, 'third')];
    const all = Promise.all([first, second, third].map(({ run }) => turns.take('key', run)));
    third.end();
    second.end();
    first.end();

    await expect(all).resolves.toEqual(['first', 'second', 'third']);
    expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
  });

  it('runs work with another key at the same time', async () => {
    const turns = new Turns();
    const held = work([], 'held');
    const first = turns.take('key', held.run);

    await expect(turns.take('another', async () => 'done')).resolves.toBe('done');
    held.end();
    await first;
  });

  it('continues after work that fails, and only its caller sees the failure', async () => {
    const turns = new Turns();
    const failing = turns.take('key', () => Promise.reject(new Error('rejected')));
    const next = turns.take('key', async () => 'done');

    await expect(failing).rejects.toThrow('rejected');
    await expect(next).resolves.toBe('done');
  });

  it('keeps no state for keys whose work is done', async () => {
    const turns = new Turns();
    await Promise.all([turns.take('key', async () => 1), turns.take('key', async () => 2)]);

    expect((turns as unknown as { last: Map<string, unknown> }).last.size).toBe(0);
  });
});
