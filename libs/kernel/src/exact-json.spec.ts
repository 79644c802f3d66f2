import { RepeatedMemberError, parseExactJson } from './exact-json';

describe('parseExactJson', () => {
  it.each([
    '{"amount":15000,"currency":"ARS"}',
    '{"a":{"x":1},"b":{"x":1},"c":[{"x":1},{"x":1}],"x":1}',
    '{"a":":","b":"\\"a\\":1","c":"{[","\\\\":"\\\\","":null}',
    '{"__proto__":1,"constructor":2,"e":[true,false,null]}',
    '"a"',
    '[]',
    ' \r\n{ "a" : [ ] , "b" : { } }\t',
  ])('reads %s', (text) => {
    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });

  it.each(['', '{', '{"a":1,}', "{'a':1}", '{"a":NaN}', '{"a":01}', '{"a":1}{"a":1}', '{"a":1/*x*/}'])(
    'throws a plain SyntaxError for %j',
    (text) => {
      expect(() => parseExactJson(text)).toThrow(SyntaxError);
      expect(() => parseExactJson(text)).not.toThrow(RepeatedMemberError);
    },
  );

  it.each([
    ['{"amount":20000,"amount":15000}', '"amount"'],
    ['{"amount":20000,"\\u0061mount":15000}', '"\\u0061mount"'],
    ['{"a":[{"b":{"x":1,"y":{},"x":1}}]}', '"x"'],
    ['{"a":{"x":1},"a":{"x":1}}', '"a"'],
    ['{"__proto__":{},"__proto__":{}}', '"__proto__"'],
  ])('rejects a repeated member, naming it: %s', (text, member) => {
    expect(() => parseExactJson(text)).toThrow(new RepeatedMemberError(`has ${member} twice in the same object`));
  });

  it.each([
    '15000.00999999999999999999',
    '4999.999999999999999999999',
    '15000.0000000000000000000001',
    '123456789012.349999999999999999',
    '9007199254740993',
    '99999999999999999999',
    '1e400',
    '-1e400',
    '1e-400',
    '0.100000000000000001',
    `1${'0'.repeat(120)}1`,
    '15000.009999999999999999e0',
  ])('reads the number %s as its text, since a JSON number would be another one', (number) => {
    expect(parseExactJson(`{"a":[${number},1.5,"9007199254740993"]}`)).toEqual({
      a: [number, 1.5, '9007199254740993'],
    });
  });

  it.each([
    '0',
    '-0',
    '-0.00',
    '15000.5',
    '15000.00',
    '15000.000',
    '999999999999.99',
    '1e3',
    '1.5E4',
    '2e-7',
    '0e9',
    '9007199254740992',
    '1764150000.1234567',
    '0.000000000000000000',
    '1e21',
    `1${'0'.repeat(22)}`,
  ])('reads the number %s', (number) => {
    expect(parseExactJson(`{"amount":${number}}`)).toEqual({ amount: Number(number) });
  });

  it.each(['0.10000000000000001', '100.09999999999999', '100.09999999999999431566', '1.0000000000000001E-1'])(
    'reads %s, as programs write all digits of a double',
    (number) => {
      expect(String((parseExactJson(`[${number}]`) as number[])[0])).toMatch(/^(0\.1|100\.1)$/);
    },
  );

  it('reads many members, levels and escapes', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const wide = `{${Array.from({ length: 5_000 }, (_, index) => `"m${index}":${index}.5`).join(',')}}`;
    for (const text of [deep, wide, `"${'\\"'.repeat(50_000)}"`]) {
      expect(() => parseExactJson(text)).not.toThrow();
    }
  });
});
