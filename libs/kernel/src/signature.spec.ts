import { createHmac } from 'node:crypto';
import { signatureOf, TIMESTAMP_TOLERANCE_SECONDS, verifySignature } from './signature';

const SECRET = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const TIMESTAMP = '1790000000';
const NOW = new Date(1_790_000_000_000);

/** Computed with `printf '%s' "$timestamp.$body" | openssl dgst -sha256 -hmac "$secret"`. */
const VECTORS = [
  [
    'plain JSON',
    '{"id":"e1","event":"payment.completed"}',
    'c0c0ee96d8b8fa7dc5ac53f4529ebe9add2c9ef0555d0bca623b94364020e92e',
  ],
  [
    'slashes',
    '{"url":"https://shop.example/pay/1?a=b"}',
    '2b83e7e6ff6f072babe7f035e66049395b2f8c02fd926d970fc34d5c19139ea8',
  ],
  [
    'escaped slashes, which are another body',
    '{"url":"https:\\/\\/shop.example\\/pay\\/1?a=b"}',
    'b8ce793536d26e4d13a78bcbfb438dd3ff82a175c56cd758c8211b132063de8b',
  ],
  [
    'non-ASCII text',
    '{"description":"Café São Paulo — año 2026 ✓ 🙂"}',
    'ceeec6d17886390b455b390a62fd7579223972e025647b36ff95dcd7efecebd9',
  ],
  ['an empty body', '', 'ae75c78af5d48d91733fca5dd3b7aa2521e0598c3d4503d65d36ef58d4029d1e'],
] as const;

describe('signatureOf', () => {
  it.each(VECTORS)('signs %s', (_, body, hex) => {
    expect(signatureOf(SECRET, TIMESTAMP, body)).toBe(`sha256=${hex}`);
  });

  it('signs the same for a string and for its bytes', () => {
    const [, body] = VECTORS[3];
    expect(signatureOf(SECRET, TIMESTAMP, Buffer.from(body))).toBe(signatureOf(SECRET, TIMESTAMP, body));
  });

  it('uses the text of the secret as key, not the bytes that its hexadecimal digits represent', () => {
    const wrong = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(`${TIMESTAMP}.x`).digest('hex');
    expect(signatureOf(SECRET, TIMESTAMP, 'x')).not.toBe(`sha256=${wrong}`);
  });
});

describe('verifySignature', () => {
  const body = '{"a":1}';
  const signed = { timestamp: TIMESTAMP, signature: signatureOf(SECRET, TIMESTAMP, body), body };
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

  it('accepts a message signed with the secret', () => {
    expect(verifySignature(signed, [SECRET], NOW)).toBe(true);
  });

  it('accepts a key that is not text', () => {
    const key = Buffer.alloc(32, 5);
    expect(verifySignature({ ...signed, signature: signatureOf(key, TIMESTAMP, body) }, [key], NOW)).toBe(true);
  });

  it('accepts either of two secrets during a rotation', () => {
    expect(verifySignature(signed, ['new secret', SECRET], NOW)).toBe(true);
  });

  it.each([
    ['no timestamp', { ...signed, timestamp: undefined }],
    ['no signature', { ...signed, signature: undefined }],
    ['a timestamp that is not a number', { ...signed, timestamp: `${TIMESTAMP} ` }],
    ['two signatures', { ...signed, signature: [signed.signature, signed.signature] }],
    ['another timestamp', { ...signed, timestamp: '1790000001' }],
    ['another body', { ...signed, body: '{"a": 1}' }],
    ['a signature without its prefix', { ...signed, signature: signed.signature.slice(7) }],
    ['a signature in upper case', { ...signed, signature: signed.signature.toUpperCase() }],
    ['a shorter signature', { ...signed, signature: signed.signature.slice(0, -1) }],
    ['a longer signature', { ...signed, signature: `${signed.signature}0` }],
    [
      'a signature with non-ASCII text of the same length',
      { ...signed, signature: `${signed.signature.slice(0, -1)}é` },
    ],
  ])('rejects %s', (_, message) => {
    expect(verifySignature(message, [SECRET], NOW)).toBe(false);
  });

  it('rejects another secret', () => {
    expect(verifySignature(signed, ['another'], NOW)).toBe(false);
  });

  it.each([TIMESTAMP_TOLERANCE_SECONDS, -TIMESTAMP_TOLERANCE_SECONDS])(
    'accepts a clock that is %i seconds off',
    (off) => {
      expect(verifySignature(signed, [SECRET], at(off))).toBe(true);
    },
  );

  it.each([TIMESTAMP_TOLERANCE_SECONDS + 0.001, -TIMESTAMP_TOLERANCE_SECONDS - 1])(
    'rejects a clock that is %i seconds off',
    (off) => {
      expect(verifySignature(signed, [SECRET], at(off))).toBe(false);
    },
  );
});
