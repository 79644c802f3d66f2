import { isEmail, typedEmail, userAddress } from './email';

describe('an e-mail address', () => {
  it.each([
    'ana@example.com',
    "o'neil+x@mail.example.co",
    'a@b.cc',
    'año@ejemplo.com',
    'ana@señal.example',
    `${'a'.repeat(64)}@example.com`,
    'a.b.c@1and1.example',
    'ana@4.example.com',
  ])('may be %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    '',
    'ana',
    'ana@localhost',
    'ana@-example.com',
    'ana@example..com',
    'ana@@example.com',
    'ana @example.com',
    'Ana <ana@example.com>',
    '"ana"@example.com',
    'ana@example.com\r\nBcc: x@example.com',
    'a\0b@example.com',
    'a\uD800b@example.com',
    // No mail server takes these.
    '.ana@example.com',
    'ana.@example.com',
    'ana..b@example.com',
    'ana@127.0.0.1',
    'ana@example.1',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a.'.repeat(125)}com`,
  ])('is not %j', (text) => {
    expect(isEmail(text)).toBe(false);
  });
});

describe('an address as people type it', () => {
  it.each([
    [' ana@example.com\n', 'ana@example.com'],
    ['\u00A0ana@example.com\u200B', 'ana@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['ana@exämple.com', 'ana@exämple.com'],
    ['Ana@Example.COM', 'Ana@Example.COM'],
    ['ana＠example．com', 'ana@example.com'],
  ])('%j is %s', (text, address) => {
    expect(typedEmail(text)).toBe(address);
  });
});

describe('the address of a user', () => {
  it.each([
    ['ana@exämple.com', 'ana@xn--exmple-cua.com'],
    ['ana@exa\u0308mple.com', 'ana@xn--exmple-cua.com'],
    ['ana@EXÄMPLE.com', 'ana@xn--exmple-cua.com'],
    ['ana@xn--exmple-cua.com', 'ana@xn--exmple-cua.com'],
    ['ana@ｅｘａｍｐｌｅ.com', 'ana@example.com'],
    [' jose\u0301@example.com', 'josé@example.com'],
    ['Ana@Example.COM', 'Ana@Example.COM'],
    ['no address', 'no address'],
    ['ana@', 'ana@'],
    ['ana@ä b', 'ana@ä b'],
  ])('%j is %s, in one form', (text, address) => {
    expect(userAddress(text)).toBe(address);
    expect(userAddress(address)).toBe(address);
  });
});
