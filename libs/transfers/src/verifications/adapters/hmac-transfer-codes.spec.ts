import { aPayable } from '../../testing/factories';
import { HmacTransferCodes } from './hmac-transfer-codes';

const codes = new HmacTransferCodes({ secretsKey: Buffer.alloc(32, 1) });

describe('HmacTransferCodes', () => {
  it('issues codes of six digits, and recognises them', () => {
    for (let time = 0; time < 200; time++) {
      const { code, hash } = codes.issue('v1');
      expect(code).toMatch(/^\d{6}$/);
      expect(codes.matches('v1', code, hash)).toBe(true);
    }
  });

  it('recognises no other code, no other verification and no code of another key', () => {
    const { code, hash } = codes.issue('v1');
    const other = code === '000000' ? '000001' : '000000';
    expect(codes.matches('v1', other, hash)).toBe(false);
    expect(codes.matches('v1', '', hash)).toBe(false);
    expect(codes.matches('v1', `${code}0`, hash)).toBe(false);
    expect(codes.matches('v2', code, hash)).toBe(false);
    expect(new HmacTransferCodes({ secretsKey: Buffer.alloc(32, 2) }).matches('v1', code, hash)).toBe(false);
  });

  it('recognises codes and destinations from before a rotation of the key, and issues under the new one', () => {
    const [old, current] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const rotated = new HmacTransferCodes({ secretsKey: current, secretsKeyPrevious: old });
    const { code, hash } = codes.issue('v1');
    expect(rotated.matches('v1', code, hash)).toBe(true);
    expect(rotated.isDigestOf(aPayable('b1'), codes.digestOf(aPayable('b1')))).toBe(true);

    const issued = rotated.issue('v1');
    expect(new HmacTransferCodes({ secretsKey: current }).matches('v1', issued.code, issued.hash)).toBe(true);
  });

  it('recognises no other destination', () => {
    const payable = aPayable('b1');
    const other = { ...payable, rail: { ...payable.rail, holder: 'Another Person' } };
    expect(codes.isDigestOf(other as typeof payable, codes.digestOf(payable))).toBe(false);
  });

  it('stores neither the code nor a plain hash of it', () => {
    const { code, hash } = codes.issue('v1');
    expect(hash).toHaveLength(32);
    expect(hash.includes(code)).toBe(false);
    expect(codes.matches('v1', code, Buffer.alloc(0))).toBe(false);
  });
});
