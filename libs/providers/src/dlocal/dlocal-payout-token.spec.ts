import type { Json } from '../json';
import { DlocalPayoutToken } from './dlocal-payout-token';

const { signal: patience } = new AbortController();

/** A token whose requests the test answers, and whose time it tells. */
function aToken() {
  let now = 0;
  const asked: { answer: (response: Json) => void; fail: (error: Error) => void }[] = [];
  const request = (signal: AbortSignal) =>
    new Promise<Json>((answer, fail) => {
      asked.push({ answer, fail });
      signal.addEventListener('abort', () => fail(new Error('aborted')));
    });
  const token = new DlocalPayoutToken(request, { monotonicMs: () => now });
  return {
    token,
    asked,
    pass: (seconds: number) => void (now += seconds * 1_000),
    give: (name: string, expires: unknown = 180) => asked.at(-1)!.answer({ access_token: name, expires_in: expires }),
  };
}

it('is requested once for calls at the same time', async () => {
  const { token, asked, give } = aToken();
  const got = [token.get(patience), token.get(patience), token.get(patience)];
  give('t1');
  await expect(Promise.all(got)).resolves.toEqual(['t1', 't1', 't1']);
  expect(asked).toHaveLength(1);
});

it('is used until half a minute before it ends, and renewed then', async () => {
  const { token, asked, pass, give } = aToken();
  const first = token.get(patience);
  give('t1');
  await first;
  pass(149);
  await expect(token.get(patience)).resolves.toBe('t1');
  pass(1);
  const second = token.get(patience);
  give('t2');
  await expect(second).resolves.toBe('t2');
  expect(asked).toHaveLength(2);
});

it('counts its time from the request, not from the response', async () => {
  const { token, asked, pass, give } = aToken();
  const first = token.get(patience);
  pass(10);
  give('t1');
  await first;
  pass(140);
  const second = token.get(patience);
  expect(asked).toHaveLength(2);
  give('t2');
  await second;
});

it.each([[20], [null], ['soon'], [-1]])('that lasts %s seconds is used for a while', async (lifetime) => {
  const { token, asked, pass, give } = aToken();
  const first = token.get(patience);
  give('t1', lifetime);
  await first;
  pass(9);
  await expect(token.get(patience)).resolves.toBe('t1');
  pass(60);
  const second = token.get(patience);
  expect(asked).toHaveLength(2);
  give('t2');
  await second;
});

it('that was refused is renewed, but not one that has been renewed since', async () => {
  const { token, asked, give } = aToken();
  const first = token.get(patience);
  give('t1');
  await first;
  token.drop('t1');
  const second = token.get(patience);
  give('t2');
  await second;
  token.drop('t1');
  await expect(token.get(patience)).resolves.toBe('t2');
  expect(asked).toHaveLength(2);
});

it('still arrives for others when the call that asked for it gives up', async () => {
  const { token, asked, give } = aToken();
  const impatient = new AbortController();
  const [one, other] = [token.get(impatient.signal), token.get(patience)];
  impatient.abort(new Error('gave up'));
  await expect(one).rejects.toThrow('gave up');
  give('t1');
  await expect(other).resolves.toBe('t1');
  expect(asked).toHaveLength(1);
});

it('is requested anew after every call that waited for it has given up', async () => {
  const { token, asked, give } = aToken();
  const impatient = new AbortController();
  const gone = [token.get(impatient.signal), token.get(impatient.signal)];
  impatient.abort(new Error('gave up'));
  for (const each of gone) await expect(each).rejects.toThrow('gave up');
  const next = token.get(patience);
  expect(asked).toHaveLength(2);
  give('t2');
  await expect(next).resolves.toBe('t2');
});

it('that does not arrive fails the calls that wait, and the next one asks again', async () => {
  const { token, asked, give } = aToken();
  const failed = [token.get(patience), token.get(patience)];
  asked[0]!.fail(new Error('500'));
  for (const each of failed) await expect(each).rejects.toThrow('500');
  const next = token.get(patience);
  give('t1');
  await expect(next).resolves.toBe('t1');
});

it.each([[undefined], [''], ['a\nb'], [7]])('is no token when it is %p', async (value) => {
  const { token, asked } = aToken();
  const got = token.get(patience);
  asked[0]!.answer({ access_token: value, expires_in: 180 });
  await expect(got).rejects.toThrow('gave no access token');
});
