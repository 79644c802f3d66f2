import { bodyText, headerText, isMailAddress, MAX_ATTEMPTS, retryDelayMs } from './message';

describe('isMailAddress', () => {
  it.each(['a@b.example', 'first.last+tag@sub.example.com', 'josé@example.com', 'a@münchen.example', 'root@localhost'])(
    'accepts %s',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  it.each([
    '',
    'a',
    '@b.example',
    'a@',
    'a@b@c.example',
    'a b@c.example',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    'A <a@b.example>',
    '"a"@b.example',
    'a@b.example\r\nBcc: c@d.example',
    'a@b.example\n',
    'a\0@b.example',
    'a@[127.0.0.1]',
    '\ud800@b.example',
    `${'a'.repeat(250)}@b.example`,
  ])('rejects %j', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe('headerText', () => {
  it.each([
    ['Payment received', 'Payment received'],
    ['Order\r\nBcc: thief@example.com', 'Order Bcc: thief@example.com'],
    ['Order\u2028two\u2029three', 'Order two three'],
    ['  a\t\0b ', 'a b'],
    ['half \ud800', 'half \u{fffd}'],
  ])('puts %j on one line', (text, line) => {
    expect(headerText(text)).toBe(line);
  });

  it('cuts a long subject between characters', () => {
    expect(headerText('🙂'.repeat(300))).toBe(`${'🙂'.repeat(199)}…`);
  });
});

describe('bodyText', () => {
  it('keeps lines and drops what cannot be stored', () => {
    expect(bodyText('a\r\nb\0c\ud800')).toBe('a\r\nbc\u{fffd}');
  });
});

describe('retryDelayMs', () => {
  it('grows from attempt to attempt', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelayMs(index + 1) ?? 0);
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(delays[0]).toBe(10_000);
  });

  it('ends with the last attempt', () => {
    expect(retryDelayMs(MAX_ATTEMPTS)).toBeUndefined();
  });
});
