import { newId } from '@app/kernel';
import { aClaim } from '@app/kernel/testing';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import type { KeyChanges, KeySettings } from '../domain/key-settings';
import type { PanelUser } from '../../users/domain/panel-user';
import { postgresAccounts } from '../../testing';
import type { CreatedKey, NewKey } from './api-key-issuer';

const SETTINGS: KeySettings = {
  name: 'Shop',
  permissions: ['*'],
  allowedOrigins: [],
  rateLimit: 60,
  expiresAt: null,
};

describe('API keys', () => {
  let source: DataSource;
  let panel: ReturnType<typeof postgresAccounts>;
  let user: PanelUser;
  let by: Actor;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    panel = postgresAccounts(source);
    user = await panel.givenPanelUser();
    by = { type: 'user', name: user.id, fromAddress: '192.0.2.1' };
  });

  /** Leaves the user with these permissions. */
  async function allow(...permissions: string[]): Promise<void> {
    await source.query('UPDATE users SET permissions = $2 WHERE id = $1', [user.id, permissions]);
    user = { ...user, permissions };
  }

  const create = (settings: Partial<KeySettings> = {}) =>
    panel.keyCreation.create(user, by, { ...SETTINGS, ...settings });
  const update = (id: string, changes: KeyChanges) => panel.apiKeys.update(user, by, id, changes);
  const outcomeOf = async (apiKey: string) => (await panel.directory.verify(apiKey)).outcome;
  const actions = () => panel.audit.entries.map(({ action }) => action);

  describe('a new key', () => {
    it('shows the last four characters and its owner', async () => {
      const { key, apiKey } = await create();

      expect(key.lastFour).toBe(apiKey.slice(-4));
      expect(key.owner).toEqual({ id: user.id, email: user.email, isActive: true });
    });

    it('gets no permission that its user has just lost (rule 2.20)', async () => {
      const before = user;
      await allow('manage_api_keys');
      user = before;

      await expect(create()).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    });

    it('works at once, for the account and its user', async () => {
      const { apiKey } = await create();

      await expect(panel.directory.verify(apiKey)).resolves.toMatchObject({
        outcome: 'verified',
        account: { id: user.account.id },
        key: { userId: user.id },
      });
    });

    it('is of the environment live, active, never used, and has the settings asked for', async () => {
      const { key, apiKey } = await create({ rateLimit: 7, allowedOrigins: ['*'], expiresAt: new Date('2031-01-01') });

      expect(apiKey).toMatch(new RegExp(`^pay_${user.account.slug}_live_[A-Za-z0-9]{48}$`));
      expect(key).toMatchObject({
        name: 'Shop',
        environment: 'live',
        permissions: ['*'],
        allowedOrigins: ['*'],
        rateLimit: 7,
        expiresAt: new Date('2031-01-01T00:00:00.000Z'),
        isActive: true,
        lastUsedAt: null,
      });
    });

    it.each([
      ['payment_links:create', ['view_payins', 'manage_webhooks'], 'create_payins'],
      ['card_payment_links:cancel', ['view_payins', 'manage_webhooks'], 'create_payins'],
      ['payment_links:read', ['manage_webhooks'], 'view_payins or create_payins'],
      ['webhooks:read', ['view_payins', 'create_payins'], 'manage_webhooks'],
      ['webhooks:write', ['view_payins', 'create_payins'], 'manage_webhooks'],
      ['*', ['view_payins', 'create_payins', 'manage_webhooks'], '*'],
    ])('cannot be given %s by a user with %j', async (permission, held, needed) => {
      await allow('manage_api_keys', ...held);

      await expect(create({ permissions: [permission] })).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
        message: `Giving a key ${permission} needs the permission ${needed}.`,
      });
      expect(actions()).toEqual([]);
    });

    it.each([
      ['payment_links:read', 'view_payins'],
      ['card_payment_links:read', 'create_payins'],
      ['payment_links:cancel', 'create_payins'],
      ['webhooks:write', 'manage_webhooks'],
      ['webhooks:write', '*'],
    ])('can be given %s by a user with %s', async (permission, held) => {
      await allow(held);

      await expect(create({ permissions: [permission] })).resolves.toBeDefined();
    });

    it('is rejected when the account has fifty, and a deleted key makes room', async () => {
      for (let count = 1; count < 50; count++) await create();
      const { key } = await create();

      await expect(create()).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        message: expect.stringContaining('50'),
      });
      await panel.apiKeys.remove(user.account.id, by, key.id);
      await expect(create()).resolves.toBeDefined();
    });

    it('is rejected without verified identity', async () => {
      user = await panel.givenPanelUser({ kycStatus: 'pending', kybStatus: 'verified' });

      await expect(create()).rejects.toMatchObject({ code: 'KYC_VERIFICATION_REQUIRED' });
      expect(await panel.keys.list(user.account.id, 1)).toEqual([]);
    });

    it.each([0, -1])('that would expire %d ms from now is rejected, naming expires_at', async (ms) => {
      const expiresAt = new Date(panel.clock.now().getTime() + ms);

      await expect(create({ expiresAt })).rejects.toMatchObject({
        details: { errors: { expires_at: [expect.any(String)] } },
      });
      expect(await panel.keys.list(user.account.id, 1)).toEqual([]);
    });

    it('needs no commercial verification', async () => {
      user = await panel.givenPanelUser({ kybStatus: 'pending' });

      await expect(create()).resolves.toBeDefined();
    });

    it('is in the audit log with its settings, without its secret', async () => {
      const { key, apiKey } = await create();

      expect(panel.audit.entries).toEqual([
        {
          actor: by,
          action: 'api_key.created',
          object: { type: 'api_key', id: key.id },
          accountId: user.account.id,
          details: { name: 'Shop', permissions: ['*'], allowed_origins: [], rate_limit: 60, expires_at: null },
        },
      ]);
      expect(JSON.stringify(panel.audit.entries)).not.toContain(apiKey.slice(-48));
    });

    it('keeps the response for repeated calls, in the same transaction', async () => {
      const claim = aClaim();
      const present = ({ key, apiKey }: CreatedKey) => ({ id: key.id, shown: apiKey !== '' });
      const { key } = await panel.keyCreation.create(user, by, SETTINGS, { claim, present });

      expect(panel.responses.kept).toEqual([{ claim, response: { id: key.id, shown: true } }]);
    });
  });

  describe('a change', () => {
    it('takes effect with the next request of this process', async () => {
      const { key, apiKey } = await create();
      await outcomeOf(apiKey);
      await update(key.id, { isActive: false });
      await expect(outcomeOf(apiKey)).resolves.toBe('invalid_api_key');
      await update(key.id, { isActive: true });
      await expect(outcomeOf(apiKey)).resolves.toBe('verified');
    });

    it('does not change what was not sent', async () => {
      const { key } = await create({ rateLimit: 7 });

      await expect(update(key.id, { name: 'Other' })).resolves.toEqual({ ...key, name: 'Other' });
    });

    it('is in the audit log with the values before and after', async () => {
      const { key } = await create();
      await update(key.id, { name: 'Shop', rateLimit: 7, isActive: false });

      expect(panel.audit.entries[1]).toEqual({
        actor: by,
        action: 'api_key.updated',
        object: { type: 'api_key', id: key.id },
        accountId: user.account.id,
        details: { rate_limit: { from: 60, to: 7 }, is_active: { from: true, to: false } },
      });
    });

    it('that changes nothing is not in the audit log', async () => {
      const { key } = await create();
      await expect(update(key.id, { name: 'Shop', permissions: ['*'] })).resolves.toEqual(key);
      await expect(update(key.id, {})).resolves.toEqual(key);

      expect(actions()).toEqual(['api_key.created']);
    });

    it('of a key of another account is rejected as not found', async () => {
      const { key } = await create();
      const stranger = await panel.givenPanelUser();
      const attempts = [
        () => panel.apiKeys.update(stranger, by, key.id, { name: 'stolen' }),
        () => panel.apiKeys.remove(stranger.account.id, by, key.id),
        () => panel.apiKeys.update(user, by, newId(), { name: 'nothing' }),
      ];

      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' });
      expect(actions()).toEqual(['api_key.created']);
    });

    it('cannot add a permission that the user cannot give, and may keep or drop one', async () => {
      const { key } = await create({ permissions: ['webhooks:read', 'payment_links:create'] });
      await allow('manage_api_keys', 'view_payins');

      await expect(update(key.id, { permissions: ['webhooks:read', 'webhooks:write'] })).rejects.toMatchObject({
        code: 'PERMISSION_DENIED',
        message: 'Giving a key webhooks:write needs the permission manage_webhooks.',
      });
      await expect(update(key.id, { permissions: ['webhooks:read', 'payment_links:read'] })).resolves.toBeDefined();
    });

    describe('by a user who lacks a permission of the key', () => {
      const limited = { permissions: ['*'], allowedOrigins: ['https://a.example'], expiresAt: new Date('2030-06-01') };
      let id: string;
      beforeEach(async () => {
        id = (await create(limited)).key.id;
        await update(id, { isActive: false });
        await allow('manage_api_keys');
      });

      it.each([
        ['activate it again', { isActive: true }],
        ['admit another origin', { allowedOrigins: ['https://a.example', 'https://b.example'] }],
        ['admit every origin', { allowedOrigins: [] }],
        ['admit every origin by name', { allowedOrigins: ['*'] }],
        ['move its end', { expiresAt: new Date('2030-06-02') }],
        ['remove its end', { expiresAt: null }],
      ])('cannot %s, which would grant that permission', async (_, changes) => {
        await expect(update(id, changes)).rejects.toMatchObject({
          code: 'PERMISSION_DENIED',
          message: 'Giving a key * needs the permission *.',
        });
      });

      it.each([
        ['rename it', { name: 'Old shop' }],
        ['end it earlier', { expiresAt: new Date('2030-05-01') }],
        ['take its permissions away and activate it', { isActive: true, permissions: [] }],
      ])('can %s', async (_, changes) => {
        await expect(update(id, changes)).resolves.toMatchObject(changes);
      });
    });

    describe('that activates an expired key', () => {
      it('is rejected, since the next request would deactivate it', async () => {
        const { key } = await create({ expiresAt: new Date('2030-01-02') });
        await update(key.id, { isActive: false });
        panel.clock.advance(48 * 3_600_000);

        await expect(update(key.id, { isActive: true })).rejects.toMatchObject({
          details: { errors: { is_active: [expect.any(String)] } },
        });
      });

      it('is accepted when it moves the date as well', async () => {
        const { key, apiKey } = await create({ expiresAt: new Date('2030-01-02') });
        panel.clock.advance(48 * 3_600_000);
        await expect(outcomeOf(apiKey)).resolves.toBe('invalid_api_key');
        await update(key.id, { isActive: true, expiresAt: null });

        await expect(outcomeOf(apiKey)).resolves.toBe('verified');
      });
    });
  });

  describe('a deleted key', () => {
    it('does not verify, is not listed, and stays in the audit log', async () => {
      const { key, apiKey } = await create();
      await outcomeOf(apiKey);
      await panel.apiKeys.remove(user.account.id, by, key.id);

      await expect(outcomeOf(apiKey)).resolves.toBe('invalid_api_key');
      await expect(panel.apiKeys.list(user.account.id, { perPage: 10 })).resolves.toEqual({
        items: [],
        nextCursor: null,
      });
      expect(panel.audit.entries[1]).toMatchObject({ action: 'api_key.deleted', details: { name: 'Shop' } });
    });

    it('cannot be deleted again', async () => {
      const { key } = await create();
      await panel.apiKeys.remove(user.account.id, by, key.id);

      await expect(panel.apiKeys.remove(user.account.id, by, key.id)).rejects.toMatchObject({
        code: 'API_KEY_NOT_FOUND',
      });
    });
  });

  describe('the list', () => {
    /** The names of all pages. */
    async function pages(perPage: number): Promise<string[][]> {
      const all: string[][] = [];
      let cursor: string | undefined;
      do {
        const page = await panel.apiKeys.list(user.account.id, { perPage, cursor });
        all.push(page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      return all;
    }

    it('has pages that contain every key once', async () => {
      const ids = await Promise.all(Array.from({ length: 5 }, async () => (await create()).key.id));

      expect((await pages(2)).map((page) => page.length)).toEqual([2, 2, 1]);
      expect((await pages(2)).flat()).toEqual(ids.sort().reverse());
    });

    it('has no page after one that is exactly full', async () => {
      await create();
      await create();

      expect(await pages(2)).toHaveLength(1);
    });

    it.each(['', 'x', 'AAAA', newId(), '*', 'x'.repeat(5_000)])('rejects the cursor %j, naming it', async (cursor) => {
      await expect(panel.apiKeys.list(user.account.id, { perPage: 2, cursor })).rejects.toMatchObject({
        details: { errors: { cursor: [expect.any(String)] } },
      });
    });
  });

  describe('an issued key', () => {
    const issue = async (changes: Partial<NewKey> = {}) => {
      const key: NewKey = {
        userId: user.id,
        name: 'shop',
        environment: 'live',
        permissions: ['webhooks:read'],
        ...changes,
      };
      const issued = await panel.uow.run((tx) => panel.issuer.issue(tx, user.account, key));
      const [stored] = await source.query('SELECT * FROM api_keys WHERE id = $1', [issued.key.id]);
      return { issued, stored };
    };

    it.each(['dev', 'test', 'live'] as const)(
      'is the prefix, the account, the environment %s and 48 random characters',
      async (environment) => {
        const { issued } = await issue({ environment });

        const prefix = `pay_${user.account.slug}_${environment}`;
        expect(issued.apiKey).toMatch(new RegExp(`^${prefix}_[A-Za-z0-9]{48}$`));
      },
    );

    it('is stored as a hash of the whole key, and nothing stored contains the secret', async () => {
      const { issued, stored } = await issue();

      expect(stored.secret_hash).toEqual(panel.hasher.hash(issued.apiKey));
      expect(JSON.stringify(stored)).not.toContain(issued.apiKey.slice(-48));
    });

    it('belongs to the user and the account, works from anywhere and does not expire', async () => {
      const { stored } = await issue();

      expect(stored).toMatchObject({
        account_id: user.account.id,
        user_id: user.id,
        name: 'shop',
        permissions: ['webhooks:read'],
        allowed_origins: [],
        rate_limit: 60,
        expires_at: null,
        is_active: true,
      });
    });

    it('has the settings that were given', async () => {
      const settings = { allowedOrigins: ['*'], rateLimit: 10_000, expiresAt: new Date('2031-01-01T00:00:00.000Z') };

      expect((await issue(settings)).issued.key).toMatchObject(settings);
    });

    it('is never the same twice', async () => {
      expect((await issue()).issued.apiKey).not.toBe((await issue()).issued.apiKey);
    });
  });
});
