import { newId } from '@app/kernel';
import type { DataSource } from 'typeorm';
import { testDataSource } from '../../../../../test/support/test-database';
import type { Actor } from '../../audit/domain/audit';
import type { PanelUser } from '../domain/panel-user';
import { givenUser, postgresAccounts } from '../../testing';

const PASSWORD = 'another horse';
const ORIGIN = { fromAddress: '192.0.2.1' };
const REJECTED = { code: 'UNAUTHENTICATED' };

const tokenIn = (text: string) => /#token=(\S+)/.exec(text)?.[1] ?? '';

describe('UserInvitations', () => {
  let source: DataSource;
  let harness: ReturnType<typeof postgresAccounts>;
  let owner: PanelUser;
  let ana: string;
  let by: Actor;
  beforeAll(async () => {
    source = await testDataSource();
  });
  beforeEach(async () => {
    harness = postgresAccounts(source);
    owner = await harness.givenPanelUser({ language: 'en', email: 'pay@example.com' });
    ana = `${newId()}@example.com`;
    by = { type: 'user', name: owner.id, ...ORIGIN };
  });

  const invite = (email = ana, permissions = ['view_payins']) =>
    harness.invitations.create(owner, by, { email, permissions });
  const mailsTo = (address: string) => harness.outbox.sent.filter(({ to }) => to === address);

  const lastToken = () => tokenIn(mailsTo(ana).at(-1)?.text ?? '');
  const signIn = (password: string) => harness.signIns.signIn({ email: ana, password, kind: 'bearer' });
  const accept = (token: string) => harness.passwordReset.reset(token, PASSWORD, ORIGIN);

  describe('an invited user', () => {
    it('is mailed a link, and signs in only after it was used', async () => {
      const { invitedAt } = await invite();
      expect(invitedAt).toBeInstanceOf(Date);
      expect(mailsTo(ana)).toMatchObject([{ subject: 'Your access to the panel of Café Río', sensitive: true }]);
      await expect(signIn(PASSWORD)).rejects.toMatchObject(REJECTED);
      await accept(lastToken());

      await expect(signIn(PASSWORD)).resolves.toMatchObject({ user: { email: ana } });
      const { items } = await harness.accountUsers.list(owner.account.id, { perPage: 10 });
      expect(items.find(({ email }) => email === ana)?.invitedAt).toBeNull();
    });

    it('has a link that works once, and for 72 hours', async () => {
      await invite();
      const token = lastToken();
      await harness.letPass(71 * 3_600_000);
      await accept(token);
      await expect(accept(token)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      const ben = `${newId()}@example.com`;
      await invite(ben);
      await harness.letPass(72 * 3_600_000);

      await expect(accept(tokenIn(mailsTo(ben)[0]!.text))).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      });
    });

    it('is invited anew, and the old link no longer works', async () => {
      const { id } = await invite();
      const old = lastToken();
      await harness.invitations.invite(owner, by, id);

      await expect(accept(old)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      await expect(accept(lastToken())).resolves.toBeUndefined();
      await expect(harness.invitations.invite(owner, by, id)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });

    it('gets no link to choose another password, which would outlive the invitation', async () => {
      await invite();
      await harness.passwordReset.forgot(ana);

      expect(mailsTo(ana)).toHaveLength(1);
    });

    it('does not count as an administrator who can sign in', async () => {
      const { id } = await invite(ana, ['*']);
      const attempts = [
        () => harness.accountUsers.remove(owner, by, owner.id),
        () => harness.accountUsers.update(owner, by, owner.id, { isActive: false }),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'LAST_ADMINISTRATOR' });
      await accept(lastToken());

      await expect(harness.accountUsers.update(owner, by, owner.id, { isActive: false })).resolves.toBeDefined();
      expect(id).toBeDefined();
    });

    it('with a permission that the administrator lacks is not invited anew by them', async () => {
      const { id } = await invite(ana, ['view_payouts']);
      const { id: other, email } = await givenUser(harness, owner.account.id, { permissions: ['manage_account'] });
      const manager = { ...owner, id: other, email, permissions: ['manage_account'] };

      await expect(harness.invitations.invite(manager, by, id)).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    });
  });

  describe('the users that an account adds', () => {
    it('are sixty an hour, rejected addresses and new invitations included', async () => {
      const { id } = await invite();
      for (let i = 0; i < 29; i++) {
        await invite(`${newId()}@example.com`);
        await expect(invite(ana)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
      }
      await harness.invitations.invite(owner, by, id);
      const limited = { code: 'RATE_LIMIT_EXCEEDED', details: { retry_after: expect.any(Number) } };

      await expect(invite(owner.email)).rejects.toMatchObject(limited);
      await expect(harness.invitations.invite(owner, by, id)).rejects.toMatchObject(limited);
      await expect(invite(ana, ['no permission'])).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    });
  });

  describe('the notice about', () => {
    const noticed = async (address: string, change: () => Promise<unknown>) => {
      harness.outbox.sent.length = 0;
      await change();
      return mailsTo(address).map(({ subject, text }) => [subject, text] as const);
    };

    it('a new user goes to the registered address, and says what, who, when and from where', async () => {
      const [[subject, text] = ['', '']] = await noticed('pay@example.com', () => invite());

      expect(subject).toBe('New user · Café Río');
      expect(text).toContain(`What: ${ana}\nBy: ${owner.email}\nWhen: `);
      expect(text).toMatch(/When: \d{4}-\d\d-\d\d \d\d:\d\d UTC\nNetwork address: 192\.0\.2\.1\n\nIf neither you/);
      expect(text).not.toContain(lastToken());
    });

    it('a changed and a deleted user goes to the user too', async () => {
      const { id, email } = await givenUser(harness, owner.account.id, { permissions: ['view_payins'] });
      const changes = { permissions: ['view_payouts'], isActive: false, password: PASSWORD };

      expect(await noticed(email, () => harness.accountUsers.update(owner, by, id, changes))).toMatchObject([
        ['User changed · Café Río', expect.stringContaining('Changed: permissions, state, password')],
      ]);
      expect(await noticed(email, () => harness.accountUsers.remove(owner, by, id))).toMatchObject([
        ['User deleted · Café Río', expect.any(String)],
      ]);
    });

    it.each(['es', 'pt', 'en'] as const)('a new password is in the language of the account: %s', async (language) => {
      const user = await harness.givenPanelUser({ language, email: 'caixa@example.com' });
      await harness.passwordReset.forgot(user.email);
      const token = tokenIn(mailsTo(user.email)[0]!.text);
      const mails = await noticed('caixa@example.com', () => accept(token));
      const subject = { es: 'Contraseña restablecida', pt: 'Senha redefinida', en: 'Password reset' }[language];

      expect(mails).toEqual([[`${subject} · Café Río`, expect.not.stringContaining(PASSWORD)]]);
    });
  });
});
