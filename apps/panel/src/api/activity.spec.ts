import { activity, watchActivity } from './activity';

const page = new EventTarget();
watchActivity(page);

/** Whether the request counts as activity of the user. */
async function counts(schemaPath: string, method = 'GET'): Promise<boolean> {
  const request = new Request(`http://panel.example${schemaPath}`, { method });
  const sent = await activity.onRequest?.({ request, schemaPath } as Parameters<
    NonNullable<typeof activity.onRequest>
  >[0]);
  return !(sent as Request).headers.has('X-Session-Activity');
}

describe('the session', () => {
  beforeEach(() => counts('/links'));

  it.each(['pointerdown', 'click', 'keydown', 'wheel', 'popstate'])('is kept alive once by a %s', async (event) => {
    page.dispatchEvent(new Event(event));
    expect([await counts('/links'), await counts('/links')]).toEqual([true, false]);
  });

  it('is not kept alive by a mouse that moves', async () => {
    page.dispatchEvent(new Event('pointermove'));
    expect(await counts('/links')).toBe(false);
  });

  it('is not kept alive by repeated reads, nor by estimates that the API rejects', async () => {
    expect([await counts('/links'), await counts('/payouts/estimate', 'POST')]).toEqual([false, false]);
  });

  it('is kept alive by every write', async () => {
    expect([await counts('/payouts', 'POST'), await counts('/payouts', 'POST')]).toEqual([true, true]);
  });
});
