import { Sealer } from './sealer';

const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const before = new Sealer(OLD);
const during = new Sealer(NEW, OLD);
const after = new Sealer(NEW);

describe('Sealer', () => {
  it('opens what it sealed, for the same context only', () => {
    const sealed = before.seal('secret', 'row 1');
    expect(before.open(sealed, 'row 1')).toBe('secret');
    expect(() => before.open(sealed, 'row 2')).toThrow();
  });

  it('opens what the previous key sealed while that key is known', () => {
    const sealed = before.seal('secret', 'row 1');
    expect(during.open(sealed, 'row 1')).toBe('secret');
    expect(() => during.open(sealed, 'row 2')).toThrow();
    expect(() => after.open(sealed, 'row 1')).toThrow();
  });

  it('seals with the current key only', () => {
    const sealed = during.seal('secret', 'row 1');
    expect(after.open(sealed, 'row 1')).toBe('secret');
    expect(() => before.open(sealed, 'row 1')).toThrow();
    expect(during.keyId).toBe(after.keyId);
  });

  it('seals again what the previous key sealed, and nothing else', () => {
    const resealed = during.reseal(before.seal('secret', 'row 1'), 'row 1');
    expect(after.open(resealed!, 'row 1')).toBe('secret');
    expect(during.reseal(resealed!, 'row 1')).toBeUndefined();
    expect(() => during.reseal(new Sealer(Buffer.alloc(32, 3)).seal('x', 'row 1'), 'row 1')).toThrow();
  });

  it('recognises the digest of a text that was made under either key', () => {
    expect(during.digests('body', 'c')).toEqual([after.digest('body', 'c'), before.digest('body', 'c')]);
    expect(after.digests('body', 'c')).toEqual([during.digest('body', 'c')]);
  });
});
