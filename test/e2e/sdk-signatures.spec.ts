import { signatureOf, verifySignature } from '@app/kernel';
import { bytesOf, nowOf, VECTORS } from '@app/sdk/testing';

describe('The service’s own signature code', () => {
  it.each(VECTORS)('agrees with the published vector: $name', (vector) => {
    const { timestamp, signature, secret, valid } = vector;
    expect(verifySignature({ timestamp, signature, body: bytesOf(vector) }, [secret], nowOf(vector))).toBe(valid);
  });

  it.each(VECTORS.filter(({ valid }) => valid))('creates the signature of the vector: $name', (vector) => {
    expect(signatureOf(vector.secret, vector.timestamp, vector.body)).toBe(vector.signature);
  });
});
