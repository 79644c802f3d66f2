import { differences, type ManagedKey } from './key-settings';

const NOW = new Date('2030-01-01T12:00:00.000Z');
const permissions = ['payment_links:create'];

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
    lastFour: 'Wx4z',
    owner: null,
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
