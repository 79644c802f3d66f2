import { signatureOf, verifySignature } from '@app/webhooks';
import { bytesOf, nowOf, VECTORS } from '@app/sdk/testing';

describe('The service, whose own code signs', () => {
  it.each(VECTORS)('judges as the published vectors say: $name', (vector) => {
    const { timestamp, signature, secret, valid } = vector;
    expect(verifySignature({ timestamp, signature, body: bytesOf(vector) }, [secret], nowOf(vector))).toBe(valid);
  });

  it.each(VECTORS.filter(({ valid }) => valid))('signs with that signature: $name', (vector) => {
    expect(signatureOf(vector.secret, vector.timestamp, vector.body)).toBe(vector.signature);
  });
});
