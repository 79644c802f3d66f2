import { ValidationError } from '@app/kernel';
import {
  differences,
  KEY_PERMISSIONS,
  parseKeyChanges,
  parseNewKey,
  type KeyInput,
  type ManagedKey,
} from './key-settings';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const permissions = ['payment_links:create'];

/** The fields that a refusal names. */
function refused(act: () => unknown): string[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationError) return Object.keys(error.details.errors ?? {});
    throw error;
  }
  return [];
}

/** Everything that either function must refuse in the same way. */
const REFUSED: readonly (readonly [field: string, value: unknown])[] = [
  ['name', null],
  ['name', 1],
  ['name', ''],
  ['name', '  '],
  ['name', 'x'.repeat(101)],
  ['name', 'a\0b'],
  ['name', '\ud83d'],
  ['permissions', null],
  ['permissions', []],
  ['permissions', '*'],
  ['permissions', { 0: '*' }],
  ['permissions', ['payment_links']],
  ['permissions', ['payment_links:*']],
  ['permissions', ['PAYMENT_LINKS:READ']],
  ['permissions', ['payment_links:read', null]],
  ['permissions', [['*']]],
  ['permissions', ['manage_api_keys']],
  ['allowed_origins', 'https://shop.example'],
  ['allowed_origins', '*'],
  ['allowed_origins', [1]],
  ['allowed_origins', ['']],
  ['allowed_origins', ['shop.example']],
  ['allowed_origins', ['null']],
  ['allowed_origins', ['https://']],
  ['allowed_origins', ['https:shop.example']],
  ['allowed_origins', ['//shop.example']],
  ['allowed_origins', ['https://shop.example/cart']],
  ['allowed_origins', ['https://shop.example?x=1']],
  ['allowed_origins', ['https://shop.example#x']],
  ['allowed_origins', ['https://user@shop.example']],
  ['allowed_origins', ['https://shop.example\\@evil.example']],
  ['allowed_origins', ['https://shop .example']],
  ['allowed_origins', ['https://shop.example:99999']],
  ['allowed_origins', ['ftp://shop.example']],
  ['allowed_origins', ['https://*.shop.example', 'javascript:alert(1)']],
  ['allowed_origins', [`https://${'x'.repeat(250)}`]],
  ['allowed_origins', Array.from({ length: 101 }, (_, index) => `https://shop${index}.example`)],
  ['rate_limit', 0],
  ['rate_limit', -1],
  ['rate_limit', 10_001],
  ['rate_limit', 1.5],
  ['rate_limit', NaN],
  ['rate_limit', '60'],
  ['rate_limit', true],
  ['rate_limit', [60]],
  ['expires_at', ''],
  ['expires_at', 'tomorrow'],
  ['expires_at', 1_900_000_000_000],
  ['expires_at', true],
  ['expires_at', '2030-01-01'],
  ['expires_at', '2030-01-01T12:00:00Z'],
  ['expires_at', '2029-12-31T23:59:59.999Z'],
  ['expires_at', '2031-01-01T00:00:00'],
  ['expires_at', '2031-1-1'],
  ['expires_at', '2031-02-29'],
  ['expires_at', '2031-02-30T00:00:00Z'],
  ['expires_at', '2031-13-01'],
  ['expires_at', '2031-01-01T25:00:00Z'],
  ['expires_at', '+012031-01-01'],
  ['expires_at', ' 2031-01-01'],
  ['expires_at', '0000-00-00'],
];

describe('parseNewKey', () => {
  const parse = (input: KeyInput = {}) => parseNewKey({ name: 'Shop', permissions, ...input }, NOW);

  it('needs a name and permissions; the rest has the defaults of the specification', () => {
    expect(parse()).toEqual({ name: 'Shop', permissions, allowedOrigins: [], rateLimit: 60, expiresAt: null });
  });

  it('treats optional fields that are null as omitted', () => {
    expect(parse({ allowed_origins: null, rate_limit: null, expires_at: null })).toEqual(parse());
  });

  it('ignores unknown fields and those that cannot be chosen', () => {
    expect(parse({ environment: 'dev', is_active: false, id: 1, colour: 'red' })).toEqual(parse());
  });

  it.each(KEY_PERMISSIONS)('knows the permission %s', (permission) => {
    expect(parse({ permissions: [permission] }).permissions).toEqual([permission]);
  });

  it('keeps a repeated permission once', () => {
    expect(parse({ permissions: ['*', '*'] }).permissions).toEqual(['*']);
  });

  it('counts characters, not code units, in a name', () => {
    expect(parse({ name: '🙂'.repeat(100) }).name).toHaveLength(200);
  });

  it.each([1, 10_000])('takes a limit of %d', (limit) => {
    expect(parse({ rate_limit: limit }).rateLimit).toBe(limit);
  });

  it.each([
    ['https://shop.example', 'https://shop.example'],
    ['http://localhost:5173', 'http://localhost:5173'],
    ['https://shop.example/', 'https://shop.example'],
    ['HTTPS://Shop.Example', 'https://shop.example'],
    ['https://shop.example:443', 'https://shop.example'],
    ['http://shop.example:443', 'http://shop.example:443'],
    ['https://año.example', 'https://xn--ao-zja.example'],
    ['https://[2001:DB8::1]:8443', 'https://[2001:db8::1]:8443'],
    ['*', '*'],
  ])('keeps the origin %s as browsers send it', (origin, sent) => {
    expect(parse({ allowed_origins: [origin] }).allowedOrigins).toEqual([sent]);
  });

  it('keeps an origin once, in any spelling', () => {
    const origins = ['https://shop.example', 'https://SHOP.example/'];
    expect(parse({ allowed_origins: origins }).allowedOrigins).toEqual(['https://shop.example']);
  });

  it.each([
    ['2030-01-01T12:00:00.001Z', '2030-01-01T12:00:00.001Z'],
    ['2030-01-02', '2030-01-02T00:00:00.000Z'],
    ['2032-02-29', '2032-02-29T00:00:00.000Z'],
    ['2031-06-01T10:00:00-03:00', '2031-06-01T13:00:00.000Z'],
    ['2031-06-01T10:00+05:30', '2031-06-01T04:30:00.000Z'],
    ['9999-12-31T23:59:59.123456789Z', '9999-12-31T23:59:59.123Z'],
  ])('takes the date %s for %s', (text, date) => {
    expect(parse({ expires_at: text }).expiresAt).toEqual(new Date(date));
  });

  it.each(REFUSED)('refuses %s = %j', (field, value) => {
    // What counts as omitted is not refused.
    expect(refused(() => parse({ [field]: value }))).toEqual([field]);
  });

  it('names all errors at once', () => {
    const faults = { allowed_origins: 1, rate_limit: 0, expires_at: 'x' };
    expect(refused(() => parseNewKey(faults, NOW)).sort()).toEqual([
      'allowed_origins',
      'expires_at',
      'name',
      'permissions',
      'rate_limit',
    ]);
  });
});

describe('parseKeyChanges', () => {
  const parse = (input: KeyInput) => parseKeyChanges(input, NOW);

  it('has only what was sent', () => {
    expect(parse({})).toEqual({});
    expect(parse({ is_active: false })).toEqual({ isActive: false });
  });

  it('can remove the date', () => {
    expect(parse({ expires_at: null })).toEqual({ expiresAt: null });
  });

  it('can empty the list of origins', () => {
    expect(parse({ allowed_origins: [] })).toEqual({ allowedOrigins: [] });
  });

  it.each<readonly [field: string, value: unknown]>([
    ...REFUSED,
    ['allowed_origins', null],
    ['rate_limit', null],
    ['is_active', null],
    ['is_active', 'false'],
    ['is_active', 0],
    ['environment', 'live'],
    ['environment', null],
  ])('refuses %s = %j', (field, value) => {
    expect(refused(() => parse({ [field]: value }))).toEqual([field]);
  });
});

describe('differences', () => {
  const key: ManagedKey = {
    id: 'id',
    accountId: 'account',
    name: 'Shop',
    environment: 'live',
    permissions,
    allowedOrigins: [],
    rateLimit: 60,
    expiresAt: NOW,
    isActive: true,
    createdAt: NOW,
    lastUsedAt: null,
  };

  it('are none between equal settings', () => {
    expect(differences(key, { ...key, permissions: [...permissions], expiresAt: new Date(NOW) })).toEqual({});
  });

  it('name each changed setting as in the API, with both values', () => {
    const changed = { ...key, allowedOrigins: ['*'], rateLimit: 7, expiresAt: null, isActive: false };
    expect(differences(key, changed)).toEqual({
      allowed_origins: { from: [], to: ['*'] },
      rate_limit: { from: 60, to: 7 },
      expires_at: { from: NOW, to: null },
      is_active: { from: true, to: false },
    });
  });
});
