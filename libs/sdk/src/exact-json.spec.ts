import { parseExact } from './exact-json';

describe('parseExact', () => {
  it.each([
    'null',
    '-1.5e3',
    '"a \\"text\\": 1"',
    '[]',
    '{}',
    ' { "a" : [ 1 , { "b" : "\\u00e9\\\\" } , null , true ] , "" : "\\\\\\"" } ',
    '{"__proto__":1,"constructor":2,"n":900719925474099.93}',
  ])('is JSON.parse for text without amounts: %s', (json) => {
    expect(parseExact(json)).toEqual(JSON.parse(json));
  });

  it.each(['0', '-0', '1500.10', '0.1000', '12345678901234567890.1234567890', '1e2', '-1.5E+10', '1e-7'])(
    'keeps an amount of %s as it is written',
    (digits) => {
      const json = `[{"a":"${digits}","amount" :\n ${digits} ,"n":${digits}},{"rate":${digits}}]`;
      const n = Number(digits);
      expect(parseExact(json)).toEqual([{ a: digits, amount: digits, n }, { rate: digits }]);
    },
  );

  it.each([
    ['"amount:1"', 'amount:1'],
    ['["amount",1]', ['amount', 1]],
    ['{"a":"\\"amount\\":1"}', { a: '"amount":1' }],
    ['{"a\\\\":"\\\\","amount":1.0}', { 'a\\': '\\', amount: '1.0' }],
    ['{"amount":"1","amount_x":1,"xamount":1}', { amount: '1', amount_x: 1, xamount: 1 }],
    [
      '{"amount":null,"rate":[1.0],"fees":{"collection":2.50}}',
      { amount: null, rate: [1], fees: { collection: '2.50' } },
    ],
  ])('recognises amounts in %s', (json, value) => {
    expect(parseExact(json)).toEqual(value);
  });

  it.each(['', '{', '{"amount":1.}', '{"amount":01}', '{"amount":1e}', '"'])(
    'throws for %j, which is not JSON',
    (json) => {
      expect(() => parseExact(json)).toThrow(SyntaxError);
    },
  );

  it.each([
    ['a long text', `{"a":"${'x'.repeat(2_000_000)}","amount":1.0}`],
    ['a text of escapes', `{"a":"${'\\\\\\"'.repeat(500_000)}","amount":1.0}`],
    ['many texts', `{"a":[${'"x",'.repeat(400_000)}1],"amount":1.0}`],
  ])('reads %s', (_, json) => {
    expect(parseExact(json)).toMatchObject({ amount: '1.0' });
  });
});
