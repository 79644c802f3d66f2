import { isTimeCode, normalizedRecoveryCode, recoveryCodeOf } from './second-factor';

it.each(['123456', '123 456', ' 000000 ', '123\u00A0456', '123\u2011456', '\u202A123456\u202C', '１２３４５６'])(
  '%j is a code of an authenticator',
  (code) => {
    expect(isTimeCode(code)).toBe(true);
  },
);

it.each(['12345', '1234567', '12345a', '', '١٢٣٤٥٦'])('%j is not a code of an authenticator', (code) => {
  expect(isTimeCode(code)).toBe(false);
});

it('a recovery code has two groups of lower-case text', () => {
  expect(recoveryCodeOf('K7fQ2m9XwD')).toBe('k7fq2-m9xwd');
});

it.each(['k7fq2-m9xwd', 'K7FQ2 M9XWD', ' k7fq2m9xwd\n', 'k7fq2\u2013m9xwd', 'k7fq2\u200Bm9xwd'])(
  '%j is the same recovery code',
  (code) => {
    expect(normalizedRecoveryCode(code)).toBe('k7fq2m9xwd');
  },
);
