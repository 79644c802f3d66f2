import { parseExactJson } from '@app/kernel';
import fc from 'fast-check';

/** JSON text by field. Text, because most of what is hostile has no value that `JSON.stringify` could write. */
export type Members = Readonly<Record<string, string>>;

/** A body. A failure shows only its beginning; the seed and the path reproduce the rest. */
export class Body {
  constructor(readonly content: string | Buffer) {}

  /** Its JSON text, as the API reads it: a number of too many digits is its text. */
  get json(): Readonly<Record<string, unknown>> {
    return parseExactJson(this.content.toString()) as Record<string, unknown>;
  }

  [fc.toStringMethod](): string {
    const shown = JSON.stringify(this.content.toString());
    return shown.length > 500 ? `${shown.slice(0, 500)}… (${this.content.length} long)` : shown;
  }
}

const asJson = (texts: readonly string[]): string[] => texts.map((text) => JSON.stringify(text));

const WRONG_TYPES = ['null', 'true', 'false', '0', '1', '""', '" "', '[]', '{}', '[null]', '["ARS"]', '{"length":1}'];

const NUMBERS = [
  '-0',
  '-1',
  '1e400',
  '-1e400',
  '1e-400',
  '1e21',
  '1E3',
  '0.0000001',
  '1.7976931348623157e308',
  '9007199254740993',
  '123456789012345678901234567890',
  '1000000000000',
  '15000.001',
  // Text that careless clients send and that is not JSON.
  'NaN',
  'Infinity',
  '-Infinity',
  '+1',
  '.5',
  '5.',
  '01',
  '0x10',
  '1_000',
  'undefined',
];

const NUMERIC_TEXTS = asJson([
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '1e400',
  '1e3',
  '0x10',
  '+5',
  '1_000',
  '1,5',
  '.5',
  '5.',
  ' 5',
  '5\n',
  '--5',
  '١٢٣',
  '１２',
  '9'.repeat(31),
  '9'.repeat(400),
  `0.${'0'.repeat(400)}1`,
]);

const TEXTS = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  'x\udfff',
  '\r\nX-Evil: 1',
  '\u001b[31m',
  '\u2028',
  '\ufeff',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'; DROP TABLE payment_links; --`,
  '$1',
  '%s%n',
  '%00',
  '${jndi:ldap://127.0.0.1:9/x}',
  '{{7*7}}',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'http://[::1',
  'https://user:secret@a.example/',
  'javascript:alert(1)',
  'file:///etc/passwd',
  '//a.example',
  'https://a\u0000.example',
  'https://a.example/\ud800',
  'https://a.example/\r\nX-Evil: 1',
  'https://%00/',
  'PEN',
  'ZZZ',
  'ARS',
  '\u0000\u0000\u0000',
  '\ud800ab',
  '😀x',
  'US\u0000',
  '2030-02-30',
  '9999-12-31T23:59:60Z',
  '+275760-09-13',
  '0000-00-00',
  'ARS\u0000',
  'АRS',
  'ars',
  'US$',
];

const POLLUTION = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '[{"__proto__":{"polluted":true}}]',
  '{"toString":1,"valueOf":1}',
];

const ABSURD_LENGTHS = [101, 121, 256, 321, 2_049, 65_536, 101_000];

/** Nested lists or objects with this depth. */
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}0${close.repeat(depth)}`;

const deep = fc.constantFrom(
  ...[10, 99, 100, 101, 1_000, 10_000].map((depth) => nested(depth, '{"a":', '}')),
  ...[10, 99, 100, 101, 1_000, 50_000].map((depth) => nested(depth, '[', ']')),
);

const long = fc
  .tuple(fc.constantFrom(...ABSURD_LENGTHS), fc.constantFrom('x', '😀', ' ', '\u0001'))
  .map(([length, character]) => JSON.stringify(character.repeat(length / character.length)));

/** Text of any UTF-16 code units, half characters included. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 40 })
  .map((units) => JSON.stringify(String.fromCharCode(...units)));

/**
 * Text of any characters. Not `fc.string({ unit: 'binary' })`, which first takes seconds to build a map of a million
 * characters.
 */
const anyCharacters = (maxLength: number) => {
  const code = fc.oneof(
    fc.integer({ min: 0, max: 0x7f }),
    fc.integer({ min: 0x80, max: 0xd7ff }),
    fc.integer({ min: 0xe000, max: 0x10ffff }),
  );
  return fc.array(code, { maxLength }).map((codes) => String.fromCodePoint(...codes));
};

/** JSON text, or almost JSON, of a hostile value. */
export const hostileValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...WRONG_TYPES) },
  { weight: 3, arbitrary: fc.constantFrom(...NUMBERS, ...NUMERIC_TEXTS) },
  { weight: 4, arbitrary: fc.constantFrom(...asJson(TEXTS), ...POLLUTION) },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: long },
  { weight: 2, arbitrary: anyUnits },
  { weight: 2, arbitrary: anyCharacters(300).map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  { weight: 1, arbitrary: fc.double().map(String) },
);

/** Text for a form field, whose values are always text. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...ABSURD_LENGTHS).map((length) => 'x'.repeat(Math.min(length, 9_000))),
  anyCharacters(130),
);

/** Members that no operation has: harmless ones, and those of an attempted mass assignment. All must be ignored. */
const STRANGE_MEMBERS = [
  '"__proto__":{"polluted":true,"amount":1,"name":"x"}',
  '"constructor":{"prototype":{"polluted":true}}',
  '"prototype":{"polluted":true}',
  '"hasOwnProperty":1',
  '"toString":null',
  '"toJSON":1',
  '"then":1',
  '"":1',
  '"\\u0000":1',
  '"\\ud800":1',
  '"id":"01890a5d-ac96-774b-bcce-b302099a8057"',
  '"account_id":1',
  '"user_id":null',
  '"secret":"x"',
  '"status":"completed"',
  '"max_uses":9',
  '"current_uses":1',
  '"last_triggered_at":1',
  '"api_key":"x"',
  `"deep":${nested(50_000, '[', ']')}`,
  `"deeper":${nested(10_000, '{"a":', '}')}`,
  `"long":"${'x'.repeat(99_000)}"`,
];

/** Input that is not a JSON object: other text, or bytes that are not text. */
export const NO_OBJECTS: readonly Body[] = [
  '{',
  '}',
  '[]',
  '[{}]',
  'null',
  'true',
  '0',
  '1e400',
  '"x"',
  '{"a":1',
  "{'a':1}",
  '{"a":1,}',
  '{a:1}',
  '{}{}',
  '{"a":NaN}',
  '{"a":Infinity}',
  '{"a":01}',
  '{"a":"\t"}',
  '{"a":1}garbage',
  '/* */{}',
  'a=1&b=2',
  '\u0000',
  'GET /v1/wallets HTTP/1.1\r\nHost: x\r\n\r\n',
  '<?xml version="1.0"?><a/>',
  '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--',
  ' ',
  '\n',
  nested(50_000, '[', ']'),
  '['.repeat(100_000),
  '{"a":'.repeat(20_000),
  Buffer.from('{"amount":15000}', 'utf16le'),
  Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
  Buffer.from([0xff, 0xfe, 0xfd]),
  Buffer.from([0x1f, 0x8b, 0x08, 0x00]),
].map((content) => new Body(content));

const noObject = fc.constantFrom(...NO_OBJECTS);

/**
 * A body that is not a JSON object, or one with these members. Up to three of them have a hostile value, instead of the
 * good one or as a second value under the same key. Unknown members may be added.
 */
export function hostileBody(good: Members): fc.Arbitrary<Body> {
  const object = hostileObject(good).map((members) => new Body(`{${members.join()}}`));
  return fc.oneof({ weight: 5, arbitrary: object }, { weight: 1, arbitrary: noObject });
}

function hostileObject(good: Members): fc.Arbitrary<string[]> {
  const fields = Object.keys(good);
  if (fields.length === 0) return fc.subarray(STRANGE_MEMBERS, { maxLength: 2 });
  const change = fc.record({
    field: fc.constantFrom(...fields),
    value: hostileValue,
    how: fc.constantFrom('instead', 'instead', 'instead', 'before', 'after'),
  });
  return fc
    .tuple(
      fc.uniqueArray(change, { maxLength: 3, selector: ({ field }) => field }),
      fc.oneof(fc.constant([]), fc.subarray(STRANGE_MEMBERS, { maxLength: 2 })),
      fc.subarray(fields, { minLength: Math.max(0, fields.length - 1) }),
    )
    .map(([changes, extra, present]) => {
      const members = present.flatMap((field) => {
        const change = changes.find((each) => each.field === field);
        if (!change) return `"${field}":${good[field]}`;
        const [own, other] = [`"${field}":${good[field]}`, `"${field}":${change.value}`];
        return { instead: [other], before: [other, own], after: [own, other] }[change.how] ?? [];
      });
      return [...members, ...extra];
    });
}

/** A hostile id in a path, made from a valid one. */
export function hostileId(good: string): fc.Arbitrary<string> {
  const digits = good.replaceAll('-', '');
  const known = [
    `{${good}}`,
    `%7B${good}%7D`,
    `urn:uuid:${good}`,
    digits,
    `${digits}${digits}`,
    good.slice(0, -1),
    `${good}0`,
    `${good}%00`,
    `%00${good}`,
    `${good}%0a`,
    `${good}%0d%0aX-Evil:%201`,
    `%20${good}`,
    `${good}%20`,
    `${good}.json`,
    `${good}/..`,
    `../${good}`,
    `./${good}`,
    `/${good}`,
    `${good}//`,
    `${good}%2f`,
    `${good};a=b`,
    `${good},${good}`,
    '.',
    '..',
    '%2e%2e',
    '..%2f..%2fetc%2fpasswd',
    '..%5c..%5c',
    '%c0%ae%c0%ae',
    '%E0%A4%A',
    '%',
    '%zz',
    '%ff',
    '0',
    '-1',
    '1e400',
    'NaN',
    'null',
    'undefined',
    '__proto__',
    'constructor',
    '*',
    ':id',
    '%00',
    '%F0%9F%98%80',
    "'%20OR%201=1--",
    '00000000-0000-0000-0000-00000000000g',
    'x'.repeat(8_000),
    '%61'.repeat(2_000),
    good.toUpperCase(),
    good.replace(/^./, (digit) => `%3${digit}`),
    `${good}/`,
  ];
  const replaced = fc
    .tuple(
      fc.nat({ max: good.length - 1 }),
      fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    )
    // These two end the path.
    .filter(([, character]) => character !== '?' && character !== '#')
    .map(([at, character]) => good.slice(0, at) + character + good.slice(at + 1));
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: replaced });
}

const HEADER_VALUES = [
  '',
  ' ',
  'a\tb',
  'a b',
  '\u00ff\u00fe',
  'a\r\nX-Evil: 1',
  'a\r\n\r\nX-Evil: 1',
  'a\nX-Evil: 1',
  'a\rX-Evil: 1',
  'a\u0000b',
  'a\u007f',
  '\u001b[31m',
  'a\r\n folded',
  '%0d%0aX-Evil:%201',
  'a%00',
  '<script>alert(1)</script>',
  '__proto__',
  'constructor',
  'null',
  '*',
  'a, b',
  'a;b=c',
  '"a"',
  "' OR 1=1 --",
  '${jndi:ldap://127.0.0.1:9/x}',
  'x'.repeat(128),
  'x'.repeat(129),
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(15_000),
  'x'.repeat(40_000),
];

/** The value of a header, each character a byte. */
export const hostileHeader: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HEADER_VALUES),
  fc.array(fc.integer({ min: 0x20, max: 0xff }), { maxLength: 300 }).map((bytes) => String.fromCharCode(...bytes)),
  fc.array(fc.integer({ min: 0, max: 0xff }), { maxLength: 40 }).map((bytes) => String.fromCharCode(...bytes)),
);

const QUERY_NAMES = ['per_page', 'cursor', 'to', 'change', 'v', 'id', '__proto__', 'constructor', 'toString', 'x'];
const QUERY_VALUES = [
  '',
  '0',
  '-1',
  '51',
  '1e400',
  'NaN',
  '1.5',
  '%00',
  '%',
  '%E0%A4%A',
  '%0d%0aX-Evil:1',
  '%f0%9f%98%80',
  '+',
  '%2b',
  'null',
  '__proto__',
  'a@b.example',
  'x'.repeat(5_000),
  '%00'.repeat(500),
  "'%20OR%201=1--",
  '{"a":1}',
];

/** A query string: repeated names, lists, objects, prototype names, values that cannot be decoded. */
export const hostileQuery: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom(...QUERY_NAMES),
      fc.constantFrom('', '', '[]', '[0]', '[__proto__]', '[a][b]', '.a'),
      fc.constantFrom(...QUERY_VALUES),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((parts) => parts.map(([name, index, value]) => `${name}${index}=${value}`).join('&'));

const IS_LONG = expect.getState().testPath?.endsWith('.long-spec.ts') ?? false;
const [SHORT_RUNS, LONG_RUNS] = [3, 30];
/** The number of inputs per property. `npm test` tries the same few each time, `npm run test:long` others each time. */
const RUNS = Number(process.env['HOSTILE_RUNS'] ?? (IS_LONG ? LONG_RUNS : SHORT_RUNS));
const SEED = Number(process.env['HOSTILE_SEED'] ?? (IS_LONG ? Date.now() % 2 ** 31 : 1));
const LONGER = Math.max(1, RUNS / 15);

jest.setTimeout(30_000 * LONGER);
if (IS_LONG) console.log(`HOSTILE_SEED=${SEED}`);

/**
 * Tries the property with `HOSTILE_RUNS` inputs, or with a multiple of that. Fails with the seed, the path and the input
 * that violates the property.
 */
export async function holds<T>(inputs: fc.Arbitrary<T>, property: (input: T) => Promise<void>, times = 1) {
  // The search for a smaller input must end before the test's timeout, or nothing would be reported.
  const bounds = { seed: SEED, numRuns: Math.ceil(RUNS * times), skipAllAfterTimeLimit: 20_000 * LONGER };
  await fc.assert(fc.asyncProperty(inputs, property), bounds);
}
