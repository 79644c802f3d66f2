import { faultsOf } from './response-faults';
import type { RawResponse } from './raw-http';

const SECRET = 'k'.repeat(48);

function response(status: number, body: unknown, headers: Record<string, string> = {}): RawResponse {
  const text = JSON.stringify(body);
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(text.length),
    'x-request-id': 'a1',
    ...headers,
  };
  return { status, headers: all, headerNames: Object.keys(all), text, body, rest: '' };
}

const faults = (given: RawResponse) => faultsOf('GET', '/v1/wallets', given, [SECRET]);
const success = { success: true, message: 'Done', data: [] };
const failure = { success: false, code: 'RESOURCE_NOT_FOUND', message: 'Not found' };

it.each([
  ['a success', response(200, success)],
  ['an error', response(404, failure)],
  ['an error with problems', response(422, { ...failure, errors: { amount: ['is too small'] } })],
  ['an error of the key layer', response(401, { error: 'Invalid key', code: 'invalid_api_key' })],
])('finds no fault with %s', (_what, given) => {
  expect(faults(given)).toEqual([]);
});

it.each([
  ['another response behind it', { ...response(200, success), rest: 'HTTP/1.1 200 OK' }, 'nothing after it'],
  ['an unknown header', response(200, success, { server: 'x' }), 'known headers'],
  ['a header twice', { ...response(200, success), headerNames: ['date', 'date'] }, 'each header once'],
  ['a secret', response(200, { ...success, data: SECRET }), 'no secret'],
  ['a stack', response(422, { ...failure, message: 'Error\n    at main' }), 'no internal details'],
  ['a failure of the service', response(500, failure), 'no failure of the service'],
  ['a request id with a space', response(200, success, { 'x-request-id': 'a b' }), 'a valid request id'],
  ['HTML', response(404, failure, { 'content-type': 'text/html' }), 'JSON'],
  ['a wrong length', response(200, success, { 'content-length': '1' }), 'its exact length'],
  ['no object', response(200, null), 'a JSON object'],
  ['a success without data', response(200, { success: true, message: 'Done' }), 'the envelope of a success'],
  ['another key', response(200, { ...success, stack: [] }), 'no key but those of the envelope'],
  ['another key of an error', response(404, { ...failure, sql: 1 }), 'no key but those of the envelope'],
  ['an error that is a success', response(404, { ...failure, success: true }), 'success where it belongs'],
  ['problems without texts', response(422, { ...failure, errors: { amount: [] } }), 'errors as texts'],
  ['a limit that is not one', response(422, { ...failure, retry_after: 1 }), 'retry_after of a limit only'],
])('finds fault with %s', (_what, given, fault) => {
  expect(faults(given)).toContainEqual(expect.stringContaining(fault));
});

it('finds fault with a body when the HTTP server itself rejects the request', () => {
  const rejection = { ...response(400, 'x'), headers: {}, headerNames: [] };

  expect(faults({ ...rejection, text: '' })).toEqual([]);
  expect(faults(rejection)).toEqual(['not so: an empty body']);
});
