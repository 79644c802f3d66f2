import { PSE_BANKS } from './pse-banks';

describe('the banks of the PSE network', () => {
  it('each have a unique code of four digits', () => {
    const codes = PSE_BANKS.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    for (const code of codes) expect(code).toMatch(/^\d{4}$/);
  });

  it('each have a unique name, and are sorted by it', () => {
    const names = PSE_BANKS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'es')));
  });
});
