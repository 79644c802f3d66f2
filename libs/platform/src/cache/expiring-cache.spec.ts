import { StandingClock } from '@app/kernel/testing';
import { ExpiringCache } from './expiring-cache';

interface Value {
  name: string;
}

let clock: StandingClock;
let cache: ExpiringCache<Value>;
let loads: string[];
beforeEach(() => {
  clock = new StandingClock();
  cache = new ExpiringCache<Value>(clock, { maxAgeMs: 1_000, maxEntries: 3 });
  loads = [];
});

const load = (name: string) => async (): Promise<Value> => {
  loads.push(name);
  return { name };
};
const read = (name: string) => cache.getOrLoad(name, load(name));

/** A load that is under way until `end` is called. */
function heldLoad(name: string) {
  let end = (): void => undefined;
  const held = new Promise<void>((resolve) => (end = resolve));
  return {
    end: () => end(),
    load: async () => {
      const value = await load(name)();
      await held;
      return value;
    },
  };
}

describe('a value', () => {
  it('is loaded once, and then returned without a promise', async () => {
    expect(cache.get('a')).toBeUndefined();
    await expect(read('a')).resolves.toEqual({ name: 'a' });
    await expect(read('a')).resolves.toEqual({ name: 'a' });

    expect(cache.get('a')).toEqual({ name: 'a' });
    expect(loads).toEqual(['a']);
  });

  it('is loaded again once it is older than the maximum age', async () => {
    await read('a');
    clock.advance(1_000);
    expect(cache.get('a')).toBeDefined();
    clock.advance(1);
    expect(cache.get('a')).toBeUndefined();
  });

  it('ages from the start of its load', async () => {
    const { end, load: slow } = heldLoad('a');
    const loading = cache.load('a', slow);
    clock.advance(1_001);
    end();
    await loading;

    expect(cache.get('a')).toBeUndefined();
  });

  it('does not live longer when the clock is set back', async () => {
    await read('a');
    clock.advance(-3_600_000);
    clock.advance(1_001);

    expect(cache.get('a')).toBeUndefined();
  });

  it('is not kept when the caller rejects it', async () => {
    await expect(cache.load('a', load('a'), () => false)).resolves.toEqual({ name: 'a' });

    expect(cache.get('a')).toBeUndefined();
  });

  it('is evicted first when it is the least recently used', async () => {
    for (const name of ['a', 'b', 'c']) await read(name);
    await read('a');
    await read('d');

    expect(['a', 'b', 'c', 'd'].map((name) => cache.get(name)?.name)).toEqual(['a', undefined, 'c', 'd']);
  });
});

describe('loads', () => {
  it('of one key are shared by concurrent callers', async () => {
    await Promise.all([read('a'), read('a'), read('b')]);

    expect(loads).toEqual(['a', 'b']);
  });

  it('that fail reject for all callers, and are not kept', async () => {
    const failing = () => Promise.reject(new Error('connection lost'));
    const callers = [cache.getOrLoad('a', failing), cache.getOrLoad('a', failing)];
    for (const caller of callers) await expect(caller).rejects.toThrow('connection lost');

    await expect(read('a')).resolves.toEqual({ name: 'a' });
  });
});

describe.each([
  ['delete', () => cache.delete('a')],
  ['deleteWhere', () => cache.deleteWhere(({ name }) => name === 'a')],
  ['clear', () => cache.clear()],
])('%s', (how, forget) => {
  it(`deletes the value, and ${how === 'clear' ? 'all others' : 'no other'}`, async () => {
    await read('a');
    await read('b');
    forget();

    expect([cache.get('a'), cache.get('b')?.name]).toEqual([undefined, how === 'clear' ? undefined : 'b']);
  });

  it('during a load keeps its result out of the cache', async () => {
    const { end, load: slow } = heldLoad('a');
    const early = cache.getOrLoad('a', slow);
    forget();
    end();

    await expect(early).resolves.toEqual({ name: 'a' });
    expect(cache.get('a')).toBeUndefined();
  });

  it('during a load makes later callers load again', async () => {
    const { end, load: slow } = heldLoad('old');
    const early = cache.getOrLoad('a', slow);
    forget();
    const late = cache.getOrLoad('a', load('new'));
    end();

    await expect(Promise.all([early, late])).resolves.toEqual([{ name: 'old' }, { name: 'new' }]);
    expect(cache.get('a')).toEqual({ name: 'new' });
  });
});
