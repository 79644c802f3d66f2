import { isEmail } from './email';

describe('an e-mail address', () => {
  it.each([
    'ana@example.com',
    "o'neil+x@mail.example.co",
    'a@b.cc',
    'año@ejemplo.com',
    'ana@señal.example',
    `${'a'.repeat(64)}@example.com`,
  ])('may be %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    ...['', 'ana', 'ana@localhost', 'ana@-example.com', 'ana@example..com', 'ana@@example.com', 'ana @example.com'],
    ...['Ana <ana@example.com>', '"ana"@example.com', 'ana@example.com\r\nBcc: x@example.com', 'a\0b@example.com'],
    ...['a\uD800b@example.com'],
    ...[`${'a'.repeat(65)}@example.com`, `ana@${'a.'.repeat(125)}com`],
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});
