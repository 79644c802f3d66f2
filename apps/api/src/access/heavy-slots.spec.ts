import { HeavySlots, type Release } from './heavy-slots';

const WAIT_MS = 2_000;

describe('HeavySlots', () => {
  let slots: HeavySlots;

  beforeEach(() => {
    jest.useFakeTimers();
    slots = new HeavySlots({ ofUser: 2, ofAccount: 3 }, WAIT_MS);
  });
  afterEach(() => jest.useRealTimers());

  const take = (user = 'ana', account = 'shop') => slots.take(user, account);
  const taken = async (user?: string, account?: string) => (await take(user, account)) as Release;

  it('rejects a caller who finds none in time', async () => {
    await taken();
    await taken();

    const third = take();
    await jest.advanceTimersByTimeAsync(WAIT_MS - 1);
    expect(await Promise.race([third, 'waits'])).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);

    await expect(third).resolves.toBeUndefined();
  });

  it('gives a slot that becomes free to the caller who has waited longest', async () => {
    const [release] = [await taken(), await taken()];
    const order: string[] = [];
    const third = take().then((given) => order.push(given ? 'third' : 'none'));
    const fourth = take().then((given) => order.push(given ? 'fourth' : 'none'));

    release();
    await third;
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    await fourth;

    expect(order).toEqual(['third', 'none']);
  });

  it('counts a slot once when it is released twice', async () => {
    const release = await taken();
    await taken();
    release();
    release();
    await taken();

    const beyond = take();
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    await expect(beyond).resolves.toBeUndefined();
  });

  it('are separate for each user', async () => {
    await taken();
    await taken();

    await expect(taken('ben')).resolves.toBeInstanceOf(Function);
  });

  it('are shared by the users of one account, and separate for each account', async () => {
    await taken();
    await taken();
    await taken('ben');

    const beyond = take('ben');
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    await expect(beyond).resolves.toBeUndefined();
    await expect(taken('eva', 'another')).resolves.toBeInstanceOf(Function);
  });

  it('of an account go to another of its users when they are released', async () => {
    const release = await taken();
    await taken();
    await taken('ben');

    const waiting = take('ben');
    release();

    await expect(waiting).resolves.toBeInstanceOf(Function);
  });

  it('of a user are free again when none of the account was', async () => {
    const releases = [await taken('eva'), await taken('eva'), await taken('ben')];
    const rejected = take();
    await jest.advanceTimersByTimeAsync(WAIT_MS);
    await rejected;
    for (const release of releases) release();

    await taken();
    await expect(taken()).resolves.toBeInstanceOf(Function);
  });

  it('do not extend the wait when a user gets a slot late and the account has none', async () => {
    const [release] = [await taken(), await taken(), await taken('ben')];
    let outcome = 'waits';
    void take().then((given) => (outcome = given ? 'taken' : 'rejected'));
    void take('ben');
    await jest.advanceTimersByTimeAsync(WAIT_MS - 1);
    release();
    await jest.advanceTimersByTimeAsync(0);
    expect(outcome).toBe('waits');
    await jest.advanceTimersByTimeAsync(1);

    expect(outcome).toBe('rejected');
  });
});
