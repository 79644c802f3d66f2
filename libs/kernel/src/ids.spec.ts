import { isUuid, newId, randomText } from './ids';

/** The Unix milliseconds in the first 48 bits of an id. */
function timeOf(id: string): number {
  return parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}

describe('a new id', () => {
  it('is a version 7 UUID of the standard variant', () => {
    expect(newId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('begins with the time', () => {
    const before = Date.now();
    const id = newId();
    expect(timeOf(id)).toBeGreaterThanOrEqual(before);
    expect(timeOf(id)).toBeLessThanOrEqual(Date.now());
  });

  it('sorts after the ids of earlier milliseconds', () => {
    const ids = Array.from({ length: 20_000 }, newId);
    const times = ids.map(timeOf);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(new Set(times).size).toBeGreaterThan(1);
  });

  it('is never issued twice', () => {
    const ids = new Set(Array.from({ length: 100_000 }, newId));
    expect(ids.size).toBe(100_000);
  });

  it('is not a counter', () => {
    const tails = Array.from({ length: 1_000 }, () => newId().slice(-12));
    const differences = tails.slice(1).map((tail, i) => Math.abs(parseInt(tail, 16) - parseInt(tails[i]!, 16)));
    expect(differences.filter((difference) => difference < 1_000_000)).toEqual([]);
  });
});

describe('isUuid', () => {
  it.each(['018f5c3a-7b2e-7cde-8f01-23456789abcd', '018F5C3A-7B2E-4CDE-8F01-23456789ABCD', newId()])(
    'accepts %s',
    (text) => {
      expect(isUuid(text)).toBe(true);
    },
  );

  it.each([
    '',
    '018f5c3a7b2e7cde8f0123456789abcd',
    '{018f5c3a-7b2e-7cde-8f01-23456789abcd}',
    '018f5c3a-7b2e-7cde-8f01-23456789abcg',
    '018f5c3a-7b2e-7cde-8f01-23456789abcd\n',
    ' 018f5c3a-7b2e-7cde-8f01-23456789abcd',
    "018f5c3a-7b2e-7cde-8f01-23456789abcd' OR 1=1",
  ])('rejects %j', (text) => {
    expect(isUuid(text)).toBe(false);
  });
});

describe('random text', () => {
  it.each([0, 1, 48, 1_000])('has the requested length %d', (length) => {
    expect(randomText(length)).toHaveLength(length);
  });

  it('has no key separators and no look-alike characters', () => {
    expect(randomText(50_000)).toMatch(/^[A-HJ-NP-Za-km-z0-9]+$/);
  });

  it('uses every character of its alphabet equally often', () => {
    const counts = new Map<string, number>();
    for (const character of randomText(590_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(59);
    // 10,000 of each are expected, give or take 100. The remainder of a byte would give some of them 11,500.
    const off = [...counts].filter(([, count]) => Math.abs(count - 10_000) > 700);
    expect(off).toEqual([]);
  });

  it('does not repeat itself', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => randomText(12))).size).toBe(10_000);
  });
});
