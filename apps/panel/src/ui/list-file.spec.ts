import { formatBytes, FORMATS, listAddress, readListFile, type Format } from './list-file';

const PATH = '/api/v1/clients/payouts';

/** Responds to every request of a test with the given response. */
function responding(response: Response) {
  return jest.spyOn(globalThis, 'fetch').mockResolvedValue(response);
}

const read = (
  onProgress: (bytes: number) => void = () => undefined,
  signal = new AbortController().signal,
  format: Format = 'csv',
) => readListFile(PATH, { status: 'completed' }, { format, language: 'pt', signal, onProgress });

const streamOf = (pieces: readonly string[], end: (controller: ReadableStreamDefaultController) => void) =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      end(controller);
    },
  });

describe('listAddress', () => {
  it('has the filters that are set, without the cursor', () => {
    const query = { status: 'active', currency: undefined, search: 'Order 1&2', cursor: 'abc', per_page: '50' };
    expect(listAddress(PATH, query)).toBe(`${PATH}?status=active&search=Order+1%262`);
  });

  it('is the path when nothing is filtered', () => {
    expect(listAddress(PATH, {})).toBe(PATH);
  });
});

describe('readListFile', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each(['csv', 'xlsx'] as const)(
    'requests a file with the filters and in the language of the list: %s',
    async (format) => {
      const fetched = responding(new Response('id\r\n'));
      await read(undefined, undefined, format);
      expect(fetched).toHaveBeenCalledWith(
        `${PATH}?status=completed`,
        expect.objectContaining({ headers: { Accept: FORMATS[format], 'Accept-Language': 'pt' } }),
      );
    },
  );

  it('returns the content and the name that the API suggests', async () => {
    responding(
      new Response('id\r\n1\r\n', { headers: { 'Content-Disposition': 'attachment; filename="payouts.csv"' } }),
    );
    const { content, name } = await read();
    expect([await content.text(), name]).toEqual(['id\r\n1\r\n', 'payouts.csv']);
  });

  it('reports the received bytes after each piece', async () => {
    responding(new Response(streamOf(['id\r\n', '1\r\n'], (controller) => controller.close())));
    const sizes: number[] = [];
    await read((bytes) => sizes.push(bytes));
    expect(sizes).toEqual([4, 7]);
  });

  it('fails with the error of the API', async () => {
    responding(Response.json({ code: 'PERMISSION_DENIED', message: 'No.' }, { status: 403 }));
    await expect(read()).rejects.toMatchObject({ status: 403, code: 'PERMISSION_DENIED' });
  });

  it('fails when the connection breaks before the end of the file', async () => {
    const broken = streamOf(['id\r\n'], (controller) => controller.error(new TypeError('terminated')));
    responding(new Response(broken));
    await expect(read()).rejects.toMatchObject({ code: 'UNREACHABLE' });
  });

  it('passes on the error when the user cancels', async () => {
    const controller = new AbortController();
    const ended = new DOMException('Aborted', 'AbortError');
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(ended);
    controller.abort();
    await expect(read(undefined, controller.signal)).rejects.toBe(ended);
  });
});

describe('formatBytes', () => {
  it.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1_000, '1 kB'],
    [12_345, '12 kB'],
    [1_234_567, '1.2 MB'],
    [2_500_000_000_000, '2,500 GB'],
  ])('writes %d as %s', (bytes, text) => {
    expect(formatBytes(bytes, 'en')).toBe(text);
  });
});
