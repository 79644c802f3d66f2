import { ShippedCommonPasswords } from './shipped-common-passwords';

describe('ShippedCommonPasswords', () => {
  const common = new ShippedCommonPasswords();

  it.each(['1234567890', 'qwertyuiop', 'password123', 'Password123'])('has %s', (password) => {
    expect(common.has(password)).toBe(true);
  });

  it.each(['correct horse', 'Xk3ReLmqPwzT', 'constructor', '__proto__'])('does not have %s', (password) => {
    expect(common.has(password)).toBe(false);
  });
});
