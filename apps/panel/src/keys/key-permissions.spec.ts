import { beyondOwn, missingToGrant, PERMISSION_GROUPS, permissionText } from './key-permissions';
import english from './texts/en.json';

describe('who may grant a key what', () => {
  it('lets people who see payments grant reading links only', () => {
    expect(missingToGrant(['view_payins'], 'payment_links:read')).toEqual([]);
    expect(missingToGrant(['view_payins'], 'payment_links:create')).toEqual(['create_payins']);
  });

  it('names every permission of which one is missing', () => {
    expect(missingToGrant(['manage_api_keys'], 'card_payment_links:read')).toEqual(['view_payins', 'create_payins']);
  });

  it('lets people with all permissions grant everything', () => {
    expect(missingToGrant(['*'], '*')).toEqual([]);
  });

  it('asks for all permissions to grant everything', () => {
    expect(missingToGrant(['create_payins', 'manage_webhooks'], '*')).toEqual(['*']);
  });

  it('lets a key keep what it has', () => {
    expect(missingToGrant([], 'webhooks:write', ['webhooks:write'])).toEqual([]);
  });

  it('lets a key that may do everything be reduced to any part of it', () => {
    expect(missingToGrant([], 'webhooks:write', ['*'])).toEqual([]);
  });

  it('finds the permissions of a key that go beyond those of the user', () => {
    expect(beyondOwn(['create_payins'], ['payment_links:read', 'webhooks:read', '*'])).toEqual(['webhooks:read', '*']);
  });
});

it.each(PERMISSION_GROUPS.flatMap(({ permissions }) => [...permissions]))('%s is explained', (permission) => {
  const { name, text } = english.permission[permissionText(permission) as keyof typeof english.permission];
  expect([name, text]).not.toContain('');
});
