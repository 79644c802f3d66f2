import { beyondOwn, missingToGrant, PERMISSION_GROUPS, permissionText } from './key-permissions';
import english from './texts/en.json';

describe('missingToGrant and beyondOwn', () => {
  it('lets users who may see payments grant only the reading of links', () => {
    expect(missingToGrant(['view_payins'], 'payment_links:read')).toEqual([]);
    expect(missingToGrant(['view_payins'], 'payment_links:create')).toEqual(['create_payins']);
  });

  it('names all permissions of which one is required', () => {
    expect(missingToGrant(['manage_api_keys'], 'card_payment_links:read')).toEqual(['view_payins', 'create_payins']);
  });

  it('lets users with all permissions grant everything', () => {
    expect(missingToGrant(['*'], '*')).toEqual([]);
  });

  it('requires all permissions to grant everything', () => {
    expect(missingToGrant(['create_payins', 'manage_webhooks'], '*')).toEqual(['*']);
  });

  it('lets a key keep its permissions', () => {
    expect(missingToGrant([], 'webhooks:write', ['webhooks:write'])).toEqual([]);
  });

  it('lets a key with all permissions be reduced to any of them', () => {
    expect(missingToGrant([], 'webhooks:write', ['*'])).toEqual([]);
  });

  it('finds the permissions of a key that go beyond those of the user', () => {
    expect(beyondOwn(['create_payins'], ['payment_links:read', 'webhooks:read', '*'])).toEqual(['webhooks:read', '*']);
  });
});

it.each(PERMISSION_GROUPS.flatMap(({ permissions }) => [...permissions]))(
  '%s has a name and an explanation',
  (permission) => {
    const { name, text } = english.permission[permissionText(permission) as keyof typeof english.permission];
    expect([name, text]).not.toContain('');
  },
);
