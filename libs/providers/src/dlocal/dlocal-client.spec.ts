import { DlocalClient, DlocalRejectedError } from './dlocal-client';
import { dlocalOver, aPaymentBody } from './testing/dlocal.subject';
import { FAKE_CREDENTIALS, FakeDlocal } from './testing/fake-dlocal';

const { signal } = new AbortController();

let fake: FakeDlocal;
let dlocal: ReturnType<typeof dlocalOver>;
beforeEach(async () => {
  fake = await FakeDlocal.start();
  dlocal = dlocalOver(fake);
});
afterEach(() => fake.stop());

const over = (changes: Partial<typeof FAKE_CREDENTIALS>) =>
  new DlocalClient({ credentials: { ...FAKE_CREDENTIALS, ...changes }, apiBase: fake.url, log: dlocal.log });

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

describe('a call of dLocal', () => {
  it('is signed over the exact body, in any alphabet', async () => {
    const body = aPaymentBody('sp-1', { payer: { name: 'Ñandú 🙂', email: 'a@example.com', document: '1' } });
    await expect(dlocal.client.post('/payments', body, signal)).resolves.toMatchObject({ order_id: 'sp-1' });
  });

  it('without a body is signed as well', async () => {
    await expect(dlocal.client.get('/payments-methods?country=CO', signal)).resolves.toEqual([
      expect.objectContaining({ id: 'PC' }),
    ]);
  });

  it('is signed with the first secret', async () => {
    const [first, second] = FAKE_CREDENTIALS.secretKeys;
    const swapped = over({ secretKeys: [second, first] as never });
    await expect(swapped.get('/payments-methods?country=BR', signal)).rejects.toThrow('code 5000');
  });

  it.each(['/orders/sp-1', '/refunds/REF0'])('of %s, which dLocal does not know, is rejected', async (path) => {
    expect(await failureOf(dlocal.client.read(path, signal))).toBeInstanceOf(DlocalRejectedError);
  });

  it('of a path that does not exist, which gets text, says nothing about the object', async () => {
    const error = await failureOf(dlocal.client.read('/nothing/here', signal));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DlocalRejectedError);
  });

  it.each([
    ['another login', () => over({ login: 'another-login' as never })],
    ['a secret that is wrong', () => over({ secretKeys: ['wrong-secret-key'] as never })],
  ])('with %s decides nothing', async (_, client) => {
    const error = await failureOf(client().post('/payments', aPaymentBody('sp-1'), signal));
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(DlocalRejectedError);
  });

  it.each(['limited', 'failed', 'truncated', 'unrouted', 'reset'] as const)(
    'with %s decides nothing',
    async (fault) => {
      fake.plan(/payments$/, fault);
      const error = await failureOf(dlocal.client.post('/payments', aPaymentBody('sp-1'), signal));
      expect(error).toBeInstanceOf(Error);
      expect(error).not.toBeInstanceOf(DlocalRejectedError);
    },
  );

  it('that is rejected says with which code and for which parameter', async () => {
    const body = aPaymentBody('sp-1', { amount: 0 });
    await expect(dlocal.client.post('/payments', body, signal)).rejects.toMatchObject({
      status: 400,
      code: 5001,
      reason: 'Invalid parameter (amount)',
      param: 'amount',
    });
  });

  it('that fails is logged with the id of the request, and without credentials, documents and addresses', async () => {
    fake.plan(/payments$/, 'failed');
    const error = await failureOf(dlocal.client.post('/payments', aPaymentBody('sp-1'), signal));
    expect(dlocal.log.lines).toEqual([
      {
        level: 'warn',
        fields: expect.objectContaining({ call: 'POST /payments', status: 500, provider_request_id: 'req_1' }),
        message: 'dLocal call failed',
      },
    ]);
    const shown = `${String(error)} ${JSON.stringify(dlocal.log.lines)}`;
    const { login, transKey, secretKeys } = FAKE_CREDENTIALS;
    for (const secret of [login, transKey, ...secretKeys, 'ana@example.com', '53033315', 'Signature']) {
      expect(shown).not.toContain(secret);
    }
  });

  it('does nothing once the caller has given up', async () => {
    await expect(dlocal.client.get('/payments-methods?country=BR', AbortSignal.abort())).rejects.toThrow();
    expect(fake.calls).toEqual([]);
  });
});
