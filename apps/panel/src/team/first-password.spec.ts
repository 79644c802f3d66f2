import { firstPassword } from './first-password';

describe('firstPassword', () => {
  it('has four groups of characters that cannot be confused', () => {
    expect(firstPassword()).toMatch(/^([abcdefghjkmnpqrstuvwxyz2-9]{5}-){3}[abcdefghjkmnpqrstuvwxyz2-9]{5}$/);
  });

  it('differs each time', () => {
    expect(firstPassword()).not.toBe(firstPassword());
  });
});
