import { createHmac } from 'node:crypto';
import { NotificationRefusedError } from './errors';
import { hmacSignature, verifyHmacSignature } from './signature';

const SECRET = Buffer.alloc(32, 5);
const NOW = new Date('2030-01-01T12:00:00.000Z');
const TIMESTAMP = String(NOW.getTime() / 1_000);
const BODY = Buffer.from('{"a":1}');
const SIGNATURE = hmacSignature(SECRET, TIMESTAMP, BODY);

const accepts = (changes: Partial<Parameters<typeof verifyHmacSignature>[1]>): boolean => {
  try {
    verifyHmacSignature(SECRET, { timestamp: TIMESTAMP, signature: SIGNATURE, body: BODY, now: NOW, ...changes });
    return true;
  } catch (error) {
    if (error instanceof NotificationRefusedError) return false;
    throw error;
  }
};

describe('a signature', () => {
  it('is the HMAC-SHA256 of timestamp, dot and body', () => {
    const digest = createHmac('sha256', SECRET).update('1893499200.{"a":1}').digest('hex');
    expect(SIGNATURE).toBe(`sha256=${digest}`);
  });

  it('is accepted for five minutes in both directions', () => {
    const after = (seconds: number) => accepts({ now: new Date(NOW.getTime() + seconds * 1_000) });
    expect([-301, -300, 0, 300, 301].map(after)).toEqual([false, true, true, true, false]);
  });

  it.each([
    ['another body', { body: Buffer.from('{"a":2}') }],
    ['another time', { timestamp: String(Number(TIMESTAMP) + 1) }],
    ['no time', { timestamp: undefined }],
    ['a time that is not a number of seconds', { timestamp: NOW.toISOString() }],
    ['no signature', { signature: undefined }],
    ['two signatures', { signature: [SIGNATURE, SIGNATURE] }],
    ['a signature of another length', { signature: SIGNATURE.slice(0, -1) }],
    ['a signature that is not ASCII', { signature: 'sha256=é' }],
  ])('is refused with %s', (_, changes) => {
    expect(accepts(changes)).toBe(false);
  });
});
