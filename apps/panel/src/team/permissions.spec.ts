import { beyond, canGrant, wanted } from './permissions';

describe('canGrant', () => {
  it.each([
    [['*'], 'manage_account', true],
    [['manage_account'], 'manage_account', true],
    [['manage_account'], 'create_payouts', false],
    [['manage_account'], '*', false],
  ] as const)('of users with %j for %s: %s', (held, permission, expected) => {
    expect(canGrant(held, permission)).toBe(expected);
  });
});

describe('beyond', () => {
  it('names the permissions that the other user has and the reader lacks', () => {
    expect(beyond(['manage_account', 'view_payins'], { permissions: ['view_payins', 'create_payouts'] })).toEqual([
      'create_payouts',
    ]);
  });
});

describe('wanted', () => {
  it('is only * when * is chosen', () => {
    expect(wanted(['view_payins', '*'])).toEqual(['*']);
  });

  it('has one order, whatever the order of the choice', () => {
    expect(wanted(['manage_account', 'view_payins'])).toEqual(['view_payins', 'manage_account']);
  });
});
