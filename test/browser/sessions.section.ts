import { signIn } from '../support/panel';
import type { PanelBrowser, Visitor } from '../support/panel-browser';
import { mailedLinks } from '../support/password-reset';
import { Authenticator, turnSecondFactorOn } from '../support/second-factor';
import type { Merchant } from '../support/service';

/** Signing in and out, a second factor, a forgotten password, and the end of a session. */
export function sessions(shared: () => PanelBrowser): void {
  let panel: PanelBrowser;
  let merchant: Merchant;
  let visitor: Visitor;

  beforeEach(async () => {
    panel = shared();
    merchant = await panel.service.merchant();
    visitor = await panel.visitor();
  });
  afterEach(async () => expect(await panel.leave()).toEqual([]));

  const home = () => visitor.page.getByRole('heading', { level: 1, name: 'Home' });
  const signInTitle = () => visitor.page.getByRole('heading', { level: 1, name: 'Sign in' });

  describe('signing in', () => {
    it('leads to the page that was opened', async () => {
      await visitor.open('/account?from=mail');
      await visitor.enter(merchant.email, merchant.password);
      await visitor.page.waitForURL('**/panel/account?from=mail');
    });

    it('with a wrong password says what to do and lets the user try again', async () => {
      await visitor.open('/');
      await visitor.enter(merchant.email, 'not the password');
      await visitor.page.getByRole('alert').getByText('the password is wrong').waitFor();
      await visitor.enter(merchant.email, merchant.password);
      await home().waitFor();
      // No dialog covers the page.
      await visitor.page.getByRole('link', { name: 'Account', exact: true }).click();
      await visitor.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
    });

    it('keeps the session from scripts', async () => {
      await visitor.signIn(merchant);
      expect(await visitor.page.evaluate('document.cookie')).toBe('');
    });

    it('holds after the page is loaded again, until the user signs out', async () => {
      await visitor.signIn(merchant);
      await visitor.page.reload();
      await home().waitFor();
      await visitor.page.getByRole('button', { name: 'Sign out' }).click();
      await signInTitle().waitFor();
      await visitor.open('/');
      await signInTitle().waitFor();
    });

    it('does not follow an address of another site', async () => {
      await visitor.open('/sign-in?next=//evil.example');
      await visitor.enter(merchant.email, merchant.password);
      await home().waitFor();
    });
  });

  describe('a second factor', () => {
    it('is asked for after the password', async () => {
      const { panel: session } = await signIn(panel.service, merchant);
      const { authenticator } = await turnSecondFactorOn(session, merchant.password);
      await visitor.open('/');
      await visitor.enter(merchant.email, merchant.password);
      await visitor.page.getByLabel('Code').fill(authenticator.code(1));
      await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      await home().waitFor();
    });

    it('can be replaced by a recovery code', async () => {
      const { panel: session } = await signIn(panel.service, merchant);
      const { recoveryCodes } = await turnSecondFactorOn(session, merchant.password);
      await visitor.open('/');
      await visitor.enter(merchant.email, merchant.password);
      await visitor.page.getByLabel('Code').fill(recoveryCodes[0] as string);
      await visitor.page.getByRole('button', { name: 'Sign in' }).click();
      await home().waitFor();
    });
  });

  describe('setting up a second factor', () => {
    it('shows recovery codes once an authenticator was confirmed', async () => {
      await visitor.signIn(merchant);
      await visitor.follow('/account/security');
      const response = visitor.page.waitForResponse('**/auth/totp');
      await visitor.page.getByLabel('Current password').first().fill(merchant.password);
      await visitor.page.getByRole('button', { name: 'Set up' }).click();
      await visitor.page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
      const { secret } = ((await (await response).json()) as { data: { secret: string } }).data;
      await visitor.page.getByLabel('Code', { exact: false }).last().fill(new Authenticator(secret).code());
      await visitor.page.getByRole('button', { name: 'Turn on' }).click();
      await visitor.page.getByText('Keep these recovery codes').waitFor();
      expect(await visitor.axeViolations()).toEqual([]);
      await visitor.page.getByLabel('I have stored the recovery codes').check();
      await visitor.page.getByRole('button', { name: 'Done' }).click();
      await visitor.page.getByText('Signing in asks for a code.').waitFor();
    });
  });

  describe('a forgotten password', () => {
    it('is replaced through the mailed link', async () => {
      await visitor.open('/forgot-password');
      await visitor.page.getByLabel('E-mail address').fill(merchant.email);
      await visitor.page.getByRole('button', { name: 'Send the link' }).click();
      await visitor.page.getByRole('status').getByText('a link is on its way').waitFor();
      const [link = ''] = await mailedLinks(panel.service, merchant.email);

      await visitor.page.goto(link);
      await visitor.page.getByLabel('New password').fill('a quite new passphrase');
      await visitor.page.getByRole('button', { name: 'Save the password' }).click();
      await visitor.page.getByRole('status').getByText('Your password is saved').waitFor();
      await visitor.signIn({ email: merchant.email, password: 'a quite new passphrase' });
    });
  });

  describe('a session that ends soon', () => {
    /** Lets time pass for the service and for the browser. Timers of the page that are due fire once. */
    const letPass = async (minutes: number) => {
      await panel.service.sql(
        `UPDATE panel_sessions SET expires_at = expires_at - $2::interval, last_seen_at = last_seen_at - $2::interval,
                idle_expires_at = idle_expires_at - $2::interval
          WHERE user_id = $1`,
        [merchant.userId, `${minutes} minutes`],
      );
      await visitor.page.clock.fastForward(minutes * 60_000);
    };
    const page = () => visitor.page.getByRole('heading', { level: 1, name: 'There is no such page' });
    const dialog = (name: string) => visitor.page.getByRole('dialog', { name });

    beforeEach(async () => {
      await visitor.page.clock.install();
      await visitor.signInDirectly(merchant);
      // Reads nothing but the session. A read that arrived later would be activity.
      await visitor.open('/no-such-page');
      await page().waitFor();
    });

    it('after inactivity continues when the user wants to stay', async () => {
      await letPass(28.5);
      await dialog('Are you still there?').waitFor();
      expect(await visitor.axeViolations()).toEqual([]);
      await visitor.page.getByRole('button', { name: 'Stay signed in' }).click();
      await dialog('Are you still there?').waitFor({ state: 'hidden' });
      await letPass(5);
      await visitor.page.reload();
      await page().waitFor();
      expect(await dialog('Are you still there?').count()).toBe(0);
    });

    it('after its full time is replaced by a new one, and the page stays', async () => {
      await panel.service.sql(
        `UPDATE panel_sessions SET expires_at = now() + interval '90 seconds' WHERE user_id = $1`,
        [merchant.userId],
      );
      await visitor.page.reload();
      await visitor.page.clock.fastForward(10_000);
      await dialog('Your session ends soon').waitFor();
      await visitor.page.getByText('the session cannot be extended').waitFor();
      expect(await visitor.page.getByRole('button', { name: 'Stay signed in' }).count()).toBe(0);
      expect(await visitor.axeViolations()).toEqual([]);
      await dialog('Your session ends soon')
        .getByLabel(/^Password/)
        .fill(merchant.password);
      await dialog('Your session ends soon').getByRole('button', { name: 'Sign in' }).click();
      await dialog('Your session ends soon').waitFor({ state: 'hidden' });
      await letPass(5);
      await visitor.page.reload();
      await page().waitFor();
    });
  });
}
