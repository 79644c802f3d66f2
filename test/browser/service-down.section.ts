import type { PanelBrowser } from '../support/panel-browser';

/** What the panel shows while the API does not respond. It stops the API, so nothing else may run beside this. */
export function serviceDown(shared: () => PanelBrowser): void {
  it('is shown with what to do, and works again when it is back', async () => {
    const panel = shared();
    const visitor = await panel.signedIn(await panel.service.merchant());
    const { page } = visitor;
    const other = await visitor.newTab();
    await other.goto('/panel/links/new');
    await other.getByLabel(/^Amount in ARS/).fill('15000');
    await other.getByLabel(/^Description/).fill('Typed before it was down');
    await panel.service.withoutApi(async () => {
      await page.getByRole('link', { name: 'Wallets' }).click();
      await page.getByRole('alert').first().waitFor();
      await other.getByRole('button', { name: 'Create the link' }).click();
      await other.getByRole('main').getByRole('alert').first().waitFor();
      await other.getByRole('button', { name: 'Sign out' }).click();
      await other.getByRole('navigation', { name: 'Main navigation' }).getByRole('alert').waitFor();
    });
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wallets' }).waitFor();
    await other.getByRole('button', { name: 'Create the link' }).click();
    await other.getByRole('link', { name: 'Follow the payment' }).waitFor();
    visitor.problems.splice(0);
    expect(await panel.leave()).toEqual([]);
  }, 60_000);
}
