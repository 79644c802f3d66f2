import { changesOf, newKey, originsIn, problemsOf, stateOf, valuesOf, type KeyValues } from './key-form';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const EMPTY = valuesOf();
const GOOD: KeyValues = { ...EMPTY, name: 'Shop', permissions: ['payment_links:read'] };
const problems = (values: Partial<KeyValues>, before = EMPTY) => problemsOf({ ...GOOD, ...values }, before, NOW);

describe('the form of a key', () => {
  it('accepts a name and a permission', () => {
    expect(problems({})).toEqual({});
  });

  it('asks for a name and a permission', () => {
    expect(problemsOf(EMPTY, EMPTY, NOW)).toEqual({ name: 'nameMissing', permissions: 'permissionsMissing' });
  });

  it.each(['https://shop.example', 'http://localhost:5173', 'https://shop.example/\n*'])(
    'accepts the origin %j',
    (origins) => {
      expect(problems({ allowed_origins: origins })).toEqual({});
    },
  );

  it.each(['shop.example', 'https://shop.example/path', 'ftp://shop.example', 'https://a@b'])(
    'rejects %j as an origin',
    (origins) => {
      expect(problems({ allowed_origins: origins })).toEqual({ allowed_origins: 'originsWrong' });
    },
  );

  it.each(['', 0, 10_001, 1.5])('rejects %j requests per minute', (limit) => {
    expect(problems({ rate_limit: limit })).toEqual({ rate_limit: 'rateLimitWrong' });
  });

  it('rejects an expiry date in the past', () => {
    expect(problems({ expires_at: '2026-11-21' })).toEqual({ expires_at: 'expiryPast' });
  });

  it('accepts the unchanged expiry date of an expired key', () => {
    expect(problems({ expires_at: '2026-11-01' }, { ...GOOD, expires_at: '2026-11-01' })).toEqual({});
  });

  it('sends null for a key without an expiry date', () => {
    expect(newKey(GOOD)).toEqual({
      name: 'Shop',
      permissions: ['payment_links:read'],
      allowed_origins: [],
      rate_limit: 60,
      expires_at: null,
    });
  });

  it('sends only the changed fields', () => {
    expect(changesOf({ ...GOOD, name: 'Shop 2', rate_limit: 5 }, GOOD)).toEqual({ name: 'Shop 2', rate_limit: 5 });
  });

  it('ignores the order of origins', () => {
    const before = { ...GOOD, allowed_origins: 'https://a.example\nhttps://b.example' };
    expect(changesOf({ ...before, allowed_origins: 'https://b.example, https://a.example' }, before)).toEqual({});
  });

  it('reads origins from lines, commas and spaces, each once', () => {
    expect(originsIn(' https://a.example,\nhttps://b.example https://a.example')).toEqual([
      'https://a.example',
      'https://b.example',
    ]);
  });
});

describe('the state of a key', () => {
  it('is expired after its expiry date, also when it is marked active', () => {
    expect(stateOf({ is_active: true, expires_at: '2026-11-21T11:59:00Z' }, NOW)).toBe('expired');
  });

  it('is the marked one before its expiry date', () => {
    expect(stateOf({ is_active: false, expires_at: '2026-11-22T00:00:00Z' }, NOW)).toBe('inactive');
    expect(stateOf({ is_active: true, expires_at: null }, NOW)).toBe('active');
  });
});
