import { faultsOf } from './answer-faults';
import type { RawAnswer } from './raw-http';

const SECRET = 'k'.repeat(48);

function answer(status: number, body: unknown, headers: Record<string, string> = {}): RawAnswer {
  const text = JSON.stringify(body);
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(text.length),
    'x-request-id': 'a1',
    ...headers,
  };
  return { status, headers: all, headerNames: Object.keys(all), text, body, rest: '' };
}

const faults = (given: RawAnswer) => faultsOf('GET', '/v1/wallets', given, [SECRET]);
const success = { success: true, message: 'Done', data: [] };
const failure = { success: false, code: 'RESOURCE_NOT_FOUND', message: 'Not found' };

it.each([
  ['a success', answer(200, success)],
  ['an error', answer(404, failure)],
  ['an error with problems', answer(422, { ...failure, errors: { amount: ['is too small'] } })],
  ['an error of the key layer', answer(401, { error: 'Invalid key', code: 'invalid_api_key' })],
])('finds no fault with %s', (_what, given) => {
  expect(faults(given)).toEqual([]);
});

it.each([
  ['another answer behind it', { ...answer(200, success), rest: 'HTTP/1.1 200 OK' }, 'nothing after it'],
  ['an unknown header', answer(200, success, { server: 'x' }), 'known headers'],
  ['a header twice', { ...answer(200, success), headerNames: ['date', 'date'] }, 'each header once'],
  ['a secret', answer(200, { ...success, data: SECRET }), 'no secret'],
  ['a stack', answer(422, { ...failure, message: 'Error\n    at main' }), 'no internal details'],
  ['a failure of the service', answer(500, failure), 'no failure of the service'],
  ['a request id with a space', answer(200, success, { 'x-request-id': 'a b' }), 'a valid request id'],
  ['HTML', answer(404, failure, { 'content-type': 'text/html' }), 'JSON'],
  ['a wrong length', answer(200, success, { 'content-length': '1' }), 'its exact length'],
  ['no object', answer(200, null), 'a JSON object'],
  ['a success without data', answer(200, { success: true, message: 'Done' }), 'the envelope of a success'],
  ['another key', answer(200, { ...success, stack: [] }), 'no key but those of the envelope'],
  ['another key of an error', answer(404, { ...failure, sql: 1 }), 'no key but those of the envelope'],
  ['an error that is a success', answer(404, { ...failure, success: true }), 'success where it belongs'],
  ['problems without texts', answer(422, { ...failure, errors: { amount: [] } }), 'errors as texts'],
  ['a limit that is not one', answer(422, { ...failure, retry_after: 1 }), 'retry_after of a limit only'],
])('finds fault with %s', (_what, given, fault) => {
  expect(faults(given)).toContainEqual(expect.stringContaining(fault));
});

it('finds fault with a body when the HTTP server itself rejects the request', () => {
  const refusal = { ...answer(400, 'x'), headers: {}, headerNames: [] };

  expect(faults({ ...refusal, text: '' })).toEqual([]);
  expect(faults(refusal)).toEqual(['not so: an empty body']);
});
