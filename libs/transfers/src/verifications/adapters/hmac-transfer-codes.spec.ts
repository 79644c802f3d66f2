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

  it('stores neither the code nor a plain hash of it', () => {
    const { code, hash } = codes.issue('v1');
    expect(hash).toHaveLength(32);
    expect(hash.includes(code)).toBe(false);
    expect(codes.matches('v1', code, Buffer.alloc(0))).toBe(false);
  });
});
