import { confirmation, confirmBy } from './confirmation';

const STALE = () => Response.json({ success: false, code: 'CONFIRMATION_REQUIRED' }, { status: 403 });
const { fetch } = globalThis;

/** Bodies of the requests that were sent again. */
let repeated: string[];
let requests = 0;

beforeEach(() => {
  repeated = [];
  globalThis.fetch = (async (request: Request) => {
    repeated.push(await request.text());
    return Response.json({ done: true });
  }) as typeof globalThis.fetch;
});
afterAll(() => {
  globalThis.fetch = fetch;
});

/** Sends a request that first gets the given response, and returns the status that the page sees. */
async function statusAfter(response: Response): Promise<number> {
  const id = String((requests += 1));
  const request = new Request('http://panel.test/thing', { method: 'POST', body: '{"name":"Ana"}' });
  const options = { request, id } as Parameters<NonNullable<typeof confirmation.onRequest>>[0];
  await confirmation.onRequest?.(options);
  await request.text();
  const after = await confirmation.onResponse?.({ ...options, response });
  return (after ?? response).status;
}

describe('a request that needs a fresh session', () => {
  it('is sent again with the same body once the user has confirmed', async () => {
    confirmBy(() => Promise.resolve(true));
    expect(await statusAfter(STALE())).toBe(200);
    expect(repeated).toEqual(['{"name":"Ana"}']);
  });

  it('stays rejected when the user cancels', async () => {
    confirmBy(() => Promise.resolve(false));
    expect(await statusAfter(STALE())).toBe(403);
    expect(repeated).toEqual([]);
  });

  it('asks once for concurrent requests', async () => {
    const ask = jest.fn(() => Promise.resolve(true));
    confirmBy(ask);
    await Promise.all([statusAfter(STALE()), statusAfter(STALE())]);
    expect(ask).toHaveBeenCalledTimes(1);
  });

  it('does not ask after another error', async () => {
    const ask = jest.fn(() => Promise.resolve(true));
    confirmBy(ask);
    await statusAfter(Response.json({ code: 'PERMISSION_DENIED' }, { status: 403 }));
    expect(ask).not.toHaveBeenCalled();
  });
});
