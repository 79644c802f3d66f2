import { bytesOf, nowOf, VECTORS, type Vector } from './testing/vectors';
import { verifyWebhookSignature } from './webhooks';

/** The SDK's verdict: `valid`, or the reason why not. */
function verdict(vector: Vector, body: string | Uint8Array): string {
  const headers = { 'X-Webhook-Timestamp': vector.timestamp, 'X-Webhook-Signature': vector.signature };
  try {
    verifyWebhookSignature(body, headers, vector.secret, { now: nowOf(vector) });
    return 'valid';
  } catch (error) {
    return (error as { reason: string }).reason;
  }
}

describe('The published vectors', () => {
  it('each have a unique name, and a reason exactly when they are not valid', () => {
    expect(new Set(VECTORS.map(({ name }) => name)).size).toBe(VECTORS.length);
    for (const { valid, reason } of VECTORS) expect(valid).toBe(reason === undefined);
  });

  it('have the same body as text and as bytes', () => {
    for (const vector of VECTORS) expect(bytesOf(vector).toString()).toBe(vector.body);
  });

  it('hold every reason', () => {
    const reasons = new Set(VECTORS.flatMap(({ reason }) => reason ?? []));
    expect([...reasons].sort()).toEqual([
      'malformed',
      'missing_headers',
      'signature_mismatch',
      'timestamp_out_of_tolerance',
    ]);
  });
});

describe('The SDK', () => {
  it.each(VECTORS)('judges text and bytes correctly: $name', (vector) => {
    const expected = vector.reason ?? 'valid';
    expect([verdict(vector, vector.body), verdict(vector, bytesOf(vector))]).toEqual([expected, expected]);
  });
});
