import { beyond, canGrant, wanted } from './permissions';

describe('canGrant', () => {
  it.each([
    [['*'], 'manage_account', true],
    [['manage_account'], 'manage_account', true],
    [['manage_account'], 'create_payouts', false],
    [['manage_account'], '*', false],
  ] as const)('is for holders of %j about %s: %s', (held, permission, expected) => {
    expect(canGrant(held, permission)).toBe(expected);
  });
});

describe('beyond', () => {
  it('names what the user has and the other one lacks', () => {
    expect(beyond(['manage_account', 'view_payins'], { permissions: ['view_payins', 'create_payouts'] })).toEqual([
      'create_payouts',
    ]);
  });
});

describe('wanted', () => {
  it('is everything alone when everything is chosen', () => {
    expect(wanted(['view_payins', '*'])).toEqual(['*']);
  });

  it('keeps one order however the permissions were chosen', () => {
    expect(wanted(['manage_account', 'view_payins'])).toEqual(['view_payins', 'manage_account']);
  });
});
