import { newId } from '@app/kernel';
import type { HttpClient } from '../../support/http-client';
import { panelOf, signIn, userWith, LOGIN } from '../../support/panel';
import { watchDocumented } from '../../support/panel-money';
import { expectError, naming } from '../../support/expect-error';
import { TestService, type Merchant } from '../../support/service';
import { ISO, UUID } from '../../support/shapes';

const PASSWORD = 'correct horse';

interface UserJson {
  id: string;
  email: string;
  [field: string]: unknown;
}

describe('users in the panel', () => {
  let service: TestService;
  let merchant: Merchant;
  let panel: HttpClient;

  beforeAll(async () => {
    service = await TestService.start();
    await watchDocumented(service);
  });

  beforeEach(async () => {
    merchant = await service.merchant();
    ({ panel } = await signIn(service, merchant));
  });

  afterAll(() => service.stop());

  const aUser = (...permissions: string[]) => ({ email: `${newId()}@example.com`, password: PASSWORD, permissions });

  async function create(...permissions: string[]): Promise<UserJson> {
    const { status, text, body } = await panel.post('/users', aUser(...permissions));
    if (status !== 201) throw new Error(`no user was created: ${text}`);
    return body.data as UserJson;
  }

  const change = (id: string, body: object | string, by = panel) => by.send('PATCH', `/users/${id}`, body);
  const enter = ({ email }: Pick<UserJson, 'email'>, password = PASSWORD) => signIn(service, { email, password });
  const listed = async () => (await panel.get('/users')).body.data as UserJson[];
  const administrators = () =>
    service.sql(
      `SELECT id FROM users WHERE account_id = $1 AND deleted_at IS NULL AND is_active AND permissions && '{*,manage_account}'`,
      [merchant.account.id],
    );

  describe('an address is one user, however it is written', () => {
    const unique = newId();

    it.each([
      ['composed and decomposed', `jos\u00e9-${unique}@example.com`, `jose\u0301-${unique}@example.com`],
      ['in Unicode and in punycode', `${unique}@ex\u00e4mple.com`, `${unique}@xn--exmple-cua.com`],
      ['with blanks and invisible characters', `b${unique}@example.com`, ` b${unique}@example.com\u00A0\u200B\n`],
    ])('%s', async (_how, email, other) => {
      const user = { ...aUser('view_payins'), email };
      expect((await panel.post('/users', user)).status).toBe(201);

      expectError(await panel.post('/users', { ...user, email: other }), 422, 'VALIDATION_FAILED', naming('email'));
      expect((await enter({ email })).token).not.toBe((await enter({ email: other })).token);
    });
  });

  it('sign in with a password composed or decomposed, whose length is that of its characters', async () => {
    const [composed, decomposed] = ['contrase\u00f1a s\u00ed', 'contrasen\u0303a si\u0301'];
    const user = { ...aUser('view_payins'), password: decomposed };
    expect((await panel.post('/users', user)).status).toBe(201);

    await enter(user, composed);
    await enter(user, decomposed);
    const short = { ...aUser('view_payins'), password: 'e\u0301'.repeat(9) };
    expectError(await panel.post('/users', short), 422, 'VALIDATION_FAILED', naming('password'));
  });

  it('are created, sign in, are changed and deleted: the whole life cycle', async () => {
    const user = await create('manage_account', 'view_payins');
    const entered = await enter(user);
    expect((await entered.panel.get('/users')).status).toBe(200);
    await change(user.id, { permissions: ['view_payins'] });
    expectError(await entered.panel.get('/users'), 401, 'UNAUTHENTICATED');
    expectError(await (await enter(user)).panel.get('/users'), 403, 'PERMISSION_DENIED');
    expect((await panel.delete(`/users/${user.id}`)).body.data).toEqual({ id: user.id, deleted: true });
    await expect(enter(user)).rejects.toThrow('UNAUTHENTICATED');
    expectError(await panel.delete(`/users/${user.id}`), 404, 'USER_NOT_FOUND');
  });

  it('POST returns 201 with exactly the fields of a user, without the password', async () => {
    const sent = aUser('view_payins', 'view_payouts', 'view_payins');
    const { status, body } = await panel.post('/users', sent);

    expect(status).toBe(201);
    expect(body.data).toEqual({
      id: expect.stringMatching(UUID),
      email: sent.email,
      name: null,
      permissions: ['view_payins', 'view_payouts'],
      is_active: true,
      invited_at: null,
      created_at: expect.stringMatching(ISO),
    });
  });

  it('GET lists the users of the account, newest first, in pages', async () => {
    const [one, two] = [await create('view_payins'), await create('view_payouts')];
    const first = await panel.get('/users?per_page=2');
    const rest = await panel.get(`/users?per_page=2&cursor=${first.body.meta.next_cursor}`);

    expect(first.body.data).toEqual([two, one]);
    expect(rest.body.data).toMatchObject([{ id: merchant.userId, email: merchant.email, permissions: ['*'] }]);
    expect(rest.body.meta).toEqual({ per_page: 2, next_cursor: null });
  });

  it('under an Idempotency-Key one user is created, and a repeated call gets the same response', async () => {
    const [body, headers] = [aUser('view_payins'), { 'idempotency-key': newId() }];
    const [first, again] = [await panel.post('/users', body, headers), await panel.post('/users', body, headers)];

    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await listed()).toHaveLength(2);
  });

  it.each([
    ['email', 'ana'],
    ['email', undefined],
    ['email', 7],
    ['password', 'x'.repeat(9)],
    ['password', 'x'.repeat(257)],
    ['password', 'password123'],
    ['name', ' '],
    ['name', 'x'.repeat(121)],
    ['permissions', []],
    ['permissions', ['view_payin']],
    ['permissions', undefined],
  ])('POST rejects %s = %j, naming it', async (field, value) => {
    const response = await panel.post('/users', { ...aUser('view_payins'), [field]: value });

    expectError(response, 422, 'VALIDATION_FAILED', naming(field));
    expect(await listed()).toHaveLength(1);
  });

  it('POST rejects an address that exists, in any account and any letter case', async () => {
    const stranger = await service.merchant();
    for (const { email } of [merchant, stranger]) {
      const response = await panel.post('/users', { ...aUser('view_payins'), email: email.toUpperCase() });
      expectError(response, 422, 'VALIDATION_FAILED', naming('email'));
    }
  });

  it.each([
    ['password', 'x'.repeat(9)],
    ['password', 'Password123'],
    ['password', null],
    ['permissions', []],
    ['permissions', ['everything']],
    ['is_active', 'no'],
  ])('PATCH rejects %s = %j, naming it, and changes nothing', async (field, value) => {
    const user = await create('view_payins');
    const response = await change(user.id, { is_active: false, [field]: value });

    expectError(response, 422, 'VALIDATION_FAILED', naming(field));
    expect((await listed())[0]).toEqual(user);
  });

  describe('a change ends the sessions of the user', () => {
    it.each([
      ['password', { password: 'another horse' }],
      ['permissions', { permissions: ['view_payouts'] }],
      ['state', { is_active: false }],
    ])('of the %s', async (_what, changes) => {
      const user = await create('view_payins');
      const sessions = [await enter(user), await enter(user)];
      const other = await enter(await create('view_payins'));
      expect((await change(user.id, changes)).status).toBe(200);

      for (const session of sessions) expectError(await session.panel.get('/auth/me'), 401, 'UNAUTHENTICATED');
      expect((await other.panel.get('/auth/me')).status).toBe(200);
    });

    it('unless it changes nothing', async () => {
      const user = await create('view_payins');
      const { panel: entered } = await enter(user);
      expect((await change(user.id, { permissions: ['view_payins'], is_active: true })).body.data).toEqual(user);

      expect((await entered.get('/auth/me')).status).toBe(200);
    });
  });

  it('a user who is not active cannot sign in, with the same response as for a wrong password', async () => {
    const user = await create('view_payins');
    await change(user.id, { is_active: false });
    const rejections = [PASSWORD, 'wrong horse'].map((password) =>
      service.anonymous().post(LOGIN, { email: user.email, password }),
    );
    const [right, wrong] = await Promise.all(rejections);

    expectError(right!, 401, 'UNAUTHENTICATED');
    expect(right!.text).toBe(wrong!.text);
    expect((await change(user.id, { is_active: true })).body.data).toEqual(user);
    await expect(enter(user)).resolves.toBeDefined();
  });

  describe('who may', () => {
    const operations = (id: string) =>
      [
        ['GET', '/users', undefined],
        ['POST', '/users', aUser('view_payins')],
        ['POST', `/users/${id}/invite`, {}],
        ['PATCH', `/users/${id}`, { is_active: false }],
        ['DELETE', `/users/${id}`, undefined],
      ] as const;

    it('a user without manage_account can do none of it, whatever the body', async () => {
      const reader = await userWith(service, merchant, 'view_payins', 'manage_api_keys');
      for (const [method, path, body] of operations(merchant.userId)) {
        expectError(await reader.send(method, path, body && '{'), 403, 'PERMISSION_DENIED');
      }
    });

    it('a user cannot grant a permission that they lack, and learns nothing about the address', async () => {
      const manager = await userWith(service, merchant, 'manage_account');
      const user = await create('manage_account');
      for (const email of [`${newId()}@example.com`, merchant.email, 'ana']) {
        const response = await manager.post('/users', { ...aUser('create_payouts'), email });
        expectError(response, 403, 'PERMISSION_DENIED');
        expect(response.body.message).toContain('create_payouts');
      }
      const response = await change(user.id, { permissions: ['create_payouts'] }, manager);
      expectError(response, 403, 'PERMISSION_DENIED');
      expect(response.body.message).toContain('create_payouts');
    });

    it('a user cannot change or delete a user who has a permission that they lack', async () => {
      const manager = await userWith(service, merchant, 'manage_account');
      const user = await create('view_payins');
      for (const id of [user.id, merchant.userId]) {
        for (const body of [{ password: 'another horse' }, { permissions: ['manage_account'] }, { is_active: false }]) {
          expectError(await change(id, body, manager), 403, 'PERMISSION_DENIED');
        }
        expectError(await manager.delete(`/users/${id}`), 403, 'PERMISSION_DENIED');
      }
      expect((await listed()).find(({ id }) => id === user.id)).toEqual(user);
    });

    it('users of another account are not found', async () => {
      const stranger = await signIn(service, await service.merchant());
      for (const id of [merchant.userId, newId()]) {
        expectError(await change(id, { is_active: false }, stranger.panel), 404, 'USER_NOT_FOUND');
        expectError(await stranger.panel.delete(`/users/${id}`), 404, 'USER_NOT_FOUND');
      }
      expectError(await panelOf(service.url, 'x').delete('/users/1'), 404, 'RESOURCE_NOT_FOUND');
    });
  });

  describe('the last administrator', () => {
    it.each([
      ['deleted', () => panel.delete(`/users/${merchant.userId}`)],
      ['deactivated', () => change(merchant.userId, { is_active: false })],
      ['demoted', () => change(merchant.userId, { permissions: ['view_payins'] })],
    ])('is not %s', async (_what, attempt) => {
      await create('view_payins');

      expectError(await attempt(), 409, 'LAST_ADMINISTRATOR');
      await create('manage_account');
      expect((await attempt()).status).toBe(200);
      expect(await administrators()).toHaveLength(1);
    });

    it('is left when administrators remove each other or themselves at once, again and again', async () => {
      for (let round = 0; round < 15; round++) {
        const one = await create('*');
        const other = await create('manage_account');
        await service.sql('UPDATE users SET permissions = $2 WHERE id = $1', [other.id, ['*']]);
        const [first, second] = [await enter(one), await enter(other)];
        await service.sql(`UPDATE users SET permissions = '{view_payins}' WHERE id = $1`, [merchant.userId]);
        const each = [
          () => [first.panel.delete(`/users/${other.id}`), second.panel.delete(`/users/${one.id}`)],
          () => [change(other.id, { is_active: false }, first.panel), second.panel.delete(`/users/${one.id}`)],
          () => [
            first.panel.delete(`/users/${one.id}`),
            change(other.id, { permissions: ['view_payins'] }, second.panel),
          ],
        ][round % 3]!;
        const statuses = (await Promise.all(each())).map(({ status }) => status);

        expect(await administrators()).toHaveLength(1);
        expect(statuses.filter((status) => status === 200)).toHaveLength(1);
        await service.sql(`UPDATE users SET deleted_at = now() WHERE id = ANY ($1)`, [[one.id, other.id]]);
        await service.sql(`UPDATE users SET permissions = '{*}' WHERE id = $1`, [merchant.userId]);
      }
    });
  });

  it('the audit log has every change, and no password (rule 14.14)', async () => {
    const user = await create('view_payins');
    await change(user.id, { permissions: ['view_payouts'], password: 'another horse' });
    await change(user.id, { permissions: ['view_payouts'] });
    await panel.delete(`/users/${user.id}`);
    const rows = await service.sql('SELECT * FROM audit_log WHERE object_id = $1 ORDER BY id', [user.id]);

    const by = { actor_type: 'user', actor: merchant.userId, account_id: merchant.account.id, object_type: 'user' };
    expect(rows).toMatchObject([
      { ...by, action: 'user.created', details: { email: user.email, permissions: ['view_payins'] } },
      {
        ...by,
        action: 'user.updated',
        details: { permissions: { from: ['view_payins'], to: ['view_payouts'] }, password: 'changed' },
      },
      { ...by, action: 'user.deleted', details: { email: user.email } },
    ]);
    expect(JSON.stringify(rows)).not.toContain('horse');
  });
});
