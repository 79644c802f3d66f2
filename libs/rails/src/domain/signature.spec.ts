import { signatureOf } from '@app/kernel';
import { MessageRejectedError } from './errors';
import { verifyHmacSignature } from './signature';

const SECRET = Buffer.alloc(32, 5);
const NOW = new Date('2030-01-01T12:00:00.000Z');
const timestamp = String(NOW.getTime() / 1_000);
const body = Buffer.from('{"a":1}');
const SIGNED = { timestamp, body, signature: signatureOf(SECRET, timestamp, body) };

describe('the signature of a fact', () => {
  it('is accepted from any of the secrets', () => {
    expect(() => verifyHmacSignature([Buffer.alloc(32, 6), SECRET], SIGNED, NOW)).not.toThrow();
  });

  it.each([
    ['another body', { body: Buffer.from('{"a":2}') }, 'wrong or too old'],
    ['two signatures', { signature: [SIGNED.signature, SIGNED.signature] }, 'wrong or too old'],
    ['no time', { timestamp: undefined }, 'not signed'],
    ['no signature', { signature: undefined }, 'not signed'],
  ])('is rejected with %s', (_, changes, message) => {
    const verify = () => verifyHmacSignature([SECRET], { ...SIGNED, ...changes }, NOW);
    expect(verify).toThrow(MessageRejectedError);
    expect(verify).toThrow(message);
  });
});
