import { KEY_PERMISSIONS } from '@app/accounts';
import { errorsOf, validated } from '../../http/testing/validated';
import { ApiKeyChangesDto, keyChanges, NewApiKeyDto, newKeySettings } from './api-key.dto';

type Body = Readonly<Record<string, unknown>>;

const permissions = ['payment_links:create'];

/** What both DTOs reject. */
const REJECTED: readonly (readonly [field: string, value: unknown])[] = [
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
  ['allowed_origins', ['https://*.shop.example']],
  ['allowed_origins', ['https://*']],
  ['allowed_origins', ['*', 'javascript:alert(1)']],
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

describe('NewApiKeyDto', () => {
  const parse = async (input: Body = {}) =>
    newKeySettings(await validated(NewApiKeyDto, { name: 'Shop', permissions, ...input }));

  it('needs a name and permissions, and takes the defaults for the rest', async () => {
    expect(await parse()).toEqual({ name: 'Shop', permissions, allowedOrigins: [], rateLimit: 60, expiresAt: null });
  });

  it('treats optional fields that are null as omitted', async () => {
    expect(await parse({ allowed_origins: null, rate_limit: null, expires_at: null })).toEqual(await parse());
  });

  it('ignores unknown fields, and those that cannot be chosen', async () => {
    expect(await parse({ environment: 'dev', is_active: false, id: 1, colour: 'red' })).toEqual(await parse());
  });

  it.each(KEY_PERMISSIONS)('knows the permission %s', async (permission) => {
    expect((await parse({ permissions: [permission] })).permissions).toEqual([permission]);
  });

  it('keeps a repeated permission once', async () => {
    expect((await parse({ permissions: ['*', '*'] })).permissions).toEqual(['*']);
  });

  it('counts characters, not code units, in a name', async () => {
    expect((await parse({ name: '🙂'.repeat(100) })).name).toHaveLength(200);
  });

  it.each([1, 10_000])('accepts a limit of %d', async (limit) => {
    expect((await parse({ rate_limit: limit })).rateLimit).toBe(limit);
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
  ])('keeps the origin %s as browsers send it', async (origin, sent) => {
    expect((await parse({ allowed_origins: [origin] })).allowedOrigins).toEqual([sent]);
  });

  it('keeps an origin once, however it is written', async () => {
    const origins = ['https://shop.example', 'https://SHOP.example/'];
    expect((await parse({ allowed_origins: origins })).allowedOrigins).toEqual(['https://shop.example']);
  });

  it.each([
    ['2030-01-01T12:00:00.001Z', '2030-01-01T12:00:00.001Z'],
    ['2030-01-02', '2030-01-02T00:00:00.000Z'],
    ['2032-02-29', '2032-02-29T00:00:00.000Z'],
    ['2031-06-01T10:00:00-03:00', '2031-06-01T13:00:00.000Z'],
    ['2031-06-01T10:00+05:30', '2031-06-01T04:30:00.000Z'],
    ['9999-12-31T23:59:59.123456789Z', '9999-12-31T23:59:59.123Z'],
  ])('reads the date %s as %s', async (text, date) => {
    expect((await parse({ expires_at: text })).expiresAt).toEqual(new Date(date));
  });

  it.each(REJECTED)('rejects %s = %j', async (field, value) => {
    const body = { name: 'Shop', permissions, [field]: value };
    expect(await errorsOf(NewApiKeyDto, body)).toEqual({ [field]: [expect.any(String)] });
  });

  it('names all faults at once', async () => {
    const faults = { allowed_origins: 1, rate_limit: 0, expires_at: 'x' };
    const errors = await errorsOf(NewApiKeyDto, faults);
    expect(Object.keys(errors as object).sort()).toEqual([
      'allowed_origins',
      'expires_at',
      'name',
      'permissions',
      'rate_limit',
    ]);
  });
});

describe('ApiKeyChangesDto', () => {
  const parse = async (input: Body) => keyChanges(await validated(ApiKeyChangesDto, input));

  it('holds only what was sent', async () => {
    expect(await parse({})).toEqual({});
    expect(await parse({ is_active: false })).toEqual({ isActive: false });
  });

  it('can remove the date', async () => {
    expect(await parse({ expires_at: null })).toEqual({ expiresAt: null });
  });

  it('can empty the list of origins', async () => {
    expect(await parse({ allowed_origins: [] })).toEqual({ allowedOrigins: [] });
  });

  it.each<readonly [field: string, value: unknown]>([
    ...REJECTED,
    ['allowed_origins', null],
    ['rate_limit', null],
    ['is_active', null],
    ['is_active', 'false'],
    ['is_active', 0],
    ['environment', 'live'],
    ['environment', null],
  ])('rejects %s = %j', async (field, value) => {
    expect(await errorsOf(ApiKeyChangesDto, { [field]: value })).toEqual({ [field]: [expect.any(String)] });
  });
});
