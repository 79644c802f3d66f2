import { HeavySlots, UserSlots, type Release } from './user-slots';

const WAIT_MS = 2_000;

describe('UserSlots', () => {
  let slots: UserSlots;

  beforeEach(() => {
    jest.useFakeTimers();
    slots = new UserSlots(2, WAIT_MS);
  });
  afterEach(() => jest.useRealTimers());

  const taken = async (user = 'ana') => (await slots.take(user)) as Release;

  it('refuses a caller who finds none in time', async () => {
    await taken();
    await taken();

    const third = slots.take('ana');
    await jest.advanceTimersByTimeAsync(WAIT_MS - 1);
    expect(await Promise.race([third, 'waits'])).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);

    await expect(third).resolves.toBeUndefined();
  });

  it('gives a slot that becomes free to the one who waits longest', async () => {
    const [release] = [await taken(), await taken()];
    const order: string[] = [];
    const third = slots.take('ana').then((given) => order.push(given ? 'third' : 'none'));
    const fourth = slots.take('ana').then((given) => order.push(given ? 'fourth' : 'none'));

    release();
    await third;
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    await fourth;

    expect(order).toEqual(['third', 'none']);
  });

  it('counts a slot that is given up twice once', async () => {
    const release = await taken();
    await taken();
    release();
    release();
    await taken();

    const beyond = slots.take('ana');
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    await expect(beyond).resolves.toBeUndefined();
  });

  it('are separate for each user', async () => {
    await taken();
    await taken();

    await expect(taken('ben')).resolves.toBeInstanceOf(Function);
  });
});

describe('HeavySlots', () => {
  const slots = () => new HeavySlots(new UserSlots(2, 0), new UserSlots(3, 0));

  it('refuses the users of one account together, and not those of another', async () => {
    const both = slots();
    for (const user of ['ana', 'ana', 'bea']) await expect(both.take(user, 'one')).resolves.toBeDefined();
    await expect(both.take('bea', 'one')).resolves.toBeUndefined();
    await expect(both.take('eva', 'two')).resolves.toBeDefined();
  });

  it('gives both slots back', async () => {
    const both = slots();
    const releases = [await both.take('ana', 'one'), await both.take('ana', 'one'), await both.take('bea', 'one')];
    await both.take('bea', 'one');
    for (const release of releases) release?.();
    for (const user of ['ana', 'ana', 'bea']) await expect(both.take(user, 'one')).resolves.toBeDefined();
  });
});
