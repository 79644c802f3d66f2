import { Payer } from '../support/outflows';
import type { PanelBrowser, Visitor } from '../support/panel-browser';
import { Receiver } from '../support/receiver';
import type { Merchant } from '../support/service';

/** The pages that the navigation shows to a user with one permission only, besides those that every user sees. */
const VIEWS = {
  create_payins: ['Payment links'],
  view_payins: ['Payment links', 'Received payments'],
  create_payouts: ['Payouts and transfers'],
  view_payouts: ['Payouts and transfers'],
  view_balance_movements: ['Wallets'],
  manage_beneficiaries: ['Beneficiaries'],
  manage_api_keys: ['First request', 'API keys'],
  manage_webhooks: ['Webhooks', 'Webhook deliveries'],
  manage_account: ['Bank accounts', 'Team', 'Audit log'],
};

/** What people do in the panel, from the first page to the last. */
export function journeys(shared: () => PanelBrowser): void {
  let panel: PanelBrowser;
  let merchant: Merchant;
  let visitor: Visitor;

  beforeAll(() => {
    panel = shared();
  });
  afterEach(async () => expect(await panel.leave()).toEqual([]));

  const button = (name: string | RegExp) => visitor.page.getByRole('button', { name });
  const heading = (name: string | RegExp) => visitor.page.getByRole('heading', { level: 1, name });
  const fill = (label: string | RegExp, value: string) => visitor.page.getByLabel(label).fill(value);

  /** The ids of the merchant's links. */
  async function linksOf({ account }: Merchant): Promise<string[]> {
    const links = await panel.service.sql<{ id: string }>('SELECT id FROM payment_links WHERE account_id = $1', [
      account.id,
    ]);
    return links.map(({ id }) => id);
  }

  async function givenVisitor(): Promise<void> {
    merchant = await panel.service.merchant();
    visitor = await panel.signedIn(merchant);
  }

  describe('collecting', () => {
    beforeEach(givenVisitor);

    it('from the new link to the credit, which appears without reloading', async () => {
      await visitor.open('/links/new');
      await fill(/^Amount in ARS/, '15,000.00');
      await fill(/^Description/, 'Order 1001');
      await visitor.page.getByText('14,265.00 ARS').first().waitFor();
      await button('Create the link').click();
      await visitor.page.getByRole('link', { name: 'Follow the payment' }).click();
      await heading('Order 1001').waitFor();

      const payer = await visitor.newTab();
      const [link] = await linksOf(merchant);
      await payer.goto(`/checkout/${link}`);
      await payer.locator('input[name=method]').first().check();
      await payer.locator('button[type=submit]').first().click();
      await payer.locator('button[value=pay]').click();

      await visitor.page.getByText('Credited', { exact: true }).first().waitFor();
      expect(await panel.service.balance(merchant.local!.id)).toBe('14265.00');
    });

    it('begins at the first field that is missing, and sends one request when the button is pressed twice', async () => {
      await visitor.open('/links/new');
      await button('Create the link').click();
      await visitor.page.locator('[aria-invalid=true]:focus').waitFor();
      await visitor.page.keyboard.type('15000');
      await fill(/^Description/, 'Pressed twice');
      await button('Create the link').dblclick();
      await visitor.page.getByRole('link', { name: 'Follow the payment' }).waitFor();
      expect(await linksOf(merchant)).toHaveLength(1);
    });

    it('keeps what was typed when the session ends before the form is sent', async () => {
      await visitor.open('/links/new');
      await fill(/^Amount in ARS/, '15000');
      await fill(/^Description/, 'Typed before the end');
      await panel.service.sql('DELETE FROM panel_sessions WHERE user_id = $1', [merchant.userId]);
      await button('Create the link').click();

      const dialog = visitor.page.getByRole('dialog', { name: 'Your session has ended' });
      await dialog.getByLabel(/^Password/).fill(merchant.password);
      await dialog.getByRole('button', { name: 'Sign in' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await visitor.page.getByLabel(/^Description/).inputValue()).toBe('Typed before the end');
      await button('Create the link').click();
      await visitor.page.getByRole('link', { name: 'Follow the payment' }).waitFor();
    });
  });

  describe('a webhook that failed', () => {
    beforeEach(givenVisitor);

    it('is sent again once the receiver works', async () => {
      const receiver = await Receiver.start();
      receiver.response = (_, index) => (index === 0 ? 500 : 200);
      await merchant.api.post('/v1/webhooks', { url: receiver.url('/hook') });
      const id = await panel.service.createLink(merchant);
      await panel.service.simulate(id, { event: 'pay' });

      await visitor.open('/deliveries?status=pending');
      await visitor.page
        .getByRole('link', { name: /payment\.completed|Payment completed/ })
        .first()
        .click();
      await visitor.page.getByText('Returned 500').waitFor();
      await button('Send again').click();
      await visitor.page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
      await visitor.page.getByText('Returned 200').waitFor();
      await visitor.page.goBack();
      await visitor.page.getByRole('link', { name: '← Webhook deliveries' }).click();
      await visitor.page.waitForURL('**/deliveries?status=pending');
      await receiver.stop();
    });
  });

  describe('a payout', () => {
    it('is ordered once when the response is lost and the order is sent again after going back', async () => {
      const payer = await Payer.on(panel.service);
      await payer.addBankAccount();
      visitor = await panel.signedIn(payer.merchant);
      await visitor.page.route(
        '**/clients/payouts',
        async (route) => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await visitor.open('/payouts/new');
      await fill(/^Amount/, '10,000.00');
      await button('Continue to the review').click();
      await button('Order the payout').click();
      await visitor.page.getByRole('alert').waitFor();
      await button('Change').click();
      await visitor.page.reload();
      await button('Continue to the review').click();
      await button('Order the payout').click();
      await heading(/^Payout to/).waitFor();
      expect((await payer.balances()).at(-1)).toBe('90000.00');
    });
  });

  describe('a transfer', () => {
    it('is ordered with the mailed code', async () => {
      const payer = await Payer.ofTransfers(panel.service);
      const beneficiary = await payer.addBeneficiary();
      visitor = await panel.signedIn(payer.merchant);
      await visitor.open(`/transfers/new?beneficiary=${beneficiary}`);
      await fill(/^Amount/, '10,000.00');
      await fill(/^Comment/, 'November rent');
      await button('Continue to the review').click();
      await button('E-mail me the code').click();
      await visitor.page.getByText('We mailed a code').waitFor();
      await visitor.page.evaluate(`navigator.clipboard.writeText('${await payer.code()}')`);
      await visitor.page.getByLabel('Code of six digits').first().focus();
      await visitor.page.keyboard.press('Control+V');
      await button('Confirm the transfer').click();
      await heading('Transfer to Ana Gómez').waitFor();
      expect(await payer.balances()).toEqual(['100000.00', '10000.00', '90000.00']);
    });
  });

  describe('a colleague', () => {
    it('who lost the password signs in with the one that an administrator sets', async () => {
      merchant = await panel.service.merchant();
      const { email } = await panel.service.addUser(merchant, ['view_payins']);
      visitor = await panel.signedIn(merchant);
      await visitor.follow('/team');
      await button(`Edit ${email}`).click();
      await fill('New password', 'an uncommon phrase 7');
      await button('Save').click();
      await visitor.page.getByText('Saved').waitFor();
      const colleague = await panel.visitor();
      await colleague.signIn({ email, password: 'an uncommon phrase 7' });
    });
  });

  describe('a permission', () => {
    it('shows its holder the pages that it opens', async () => {
      merchant = await panel.service.merchant();
      const user = await panel.service.addUser(merchant, ['view_payins']);
      visitor = await panel.signedIn(user);
      const links = visitor.page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link');
      // Its navigation is that of every page, and it reads nothing.
      await visitor.follow('/no-such-page');
      const shown: Record<string, string[]> = {};
      for (const permission of Object.keys(VIEWS)) {
        await panel.service.sql('UPDATE users SET permissions = $2 WHERE id = $1', [user.id, [permission]]);
        await visitor.page.reload();
        await links.last().waitFor();
        shown[permission] = await links.allInnerTexts();
      }
      expect(shown).toEqual(
        Object.fromEntries(Object.entries(VIEWS).map(([name, entries]) => [name, ['Home', ...entries, 'Account']])),
      );
    });

    it('that is missing is named by the page that needs it', async () => {
      merchant = await panel.service.merchant();
      visitor = await panel.signedIn(await panel.service.addUser(merchant, ['view_payins']));
      await visitor.follow('/keys');
      await visitor.page.getByText('It needs the permission “Manage API keys”').waitFor();
      await visitor.follow('/team');
      await visitor.page.getByText('It needs the permission “Manage the account and the team”').waitFor();
      expect(await visitor.page.getByRole('heading', { level: 1 }).allInnerTexts()).toHaveLength(1);
    });
  });
}
