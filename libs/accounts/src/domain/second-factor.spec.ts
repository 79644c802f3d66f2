import { isTimeCode, normalizedRecoveryCode, recoveryCodeOf, withoutSpaces } from './second-factor';

it.each(['123456', '123 456', ' 000000 '])('%j is a code of an authenticator', (code) => {
  expect(isTimeCode(code)).toBe(true);
});

it.each(['12345', '1234567', '12345a', '', '１２３４５６'])('%j is not a code of an authenticator', (code) => {
  expect(isTimeCode(code)).toBe(false);
});

it('a code of an authenticator may be typed with the spaces that it shows', () => {
  expect(withoutSpaces('123 456')).toBe('123456');
});

it('a recovery code has two groups of lower-case text', () => {
  expect(recoveryCodeOf('K7fQ2m9XwD')).toBe('k7fq2-m9xwd');
});

it.each(['k7fq2-m9xwd', 'K7FQ2 M9XWD', ' k7fq2m9xwd\n'])('%j is the same recovery code', (code) => {
  expect(normalizedRecoveryCode(code)).toBe('k7fq2m9xwd');
});
