import { assertPassword, PANEL_PERMISSIONS, parsePanelPermissions } from './panel-user';

describe('parsePanelPermissions', () => {
  it.each(PANEL_PERMISSIONS)('knows %s', (permission) => {
    expect(parsePanelPermissions([permission])).toEqual([permission]);
  });

  it('keeps a repeated permission once', () => {
    expect(parsePanelPermissions(['view_payins', 'view_payins'])).toEqual(['view_payins']);
  });

  it.each([[[]], [['']], [['view_payin']], [['View_Payins']], [['view_payins', 'payment_links:read']], [['* ']]])(
    'rejects %j',
    (permissions) => {
      expect(() => parsePanelPermissions(permissions)).toThrow(
        expect.objectContaining({ details: { errors: { permissions: [expect.any(String)] } } }),
      );
    },
  );
});

describe('a password', () => {
  const assert = (password: string) => assertPassword(password, (each) => each === 'password123');

  it.each(['x'.repeat(10), 'x'.repeat(256)])('can be %j', (password) => {
    expect(() => assert(password)).not.toThrow();
  });

  it.each(['x'.repeat(9), '', 'x'.repeat(257), 'password123'])('cannot be %j', (password) => {
    expect(() => assert(password)).toThrow(
      expect.objectContaining({ details: { errors: { password: [expect.any(String)] } } }),
    );
  });
});
